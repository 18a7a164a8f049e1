export interface Call {
  readonly method: string;
  /** With the query, as it is asked for. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly content?: string | Uint8Array;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The way that the calls of one world take to its server. */
export interface CallRoute extends AsyncDisposable {
  send(call: Call): Promise<RawResponse>;
}

/** Opens a way to the server at this address. */
export type OpenCallRoute = (url: string) => Promise<CallRoute>;

let open: OpenCallRoute = async (url) => ({
  send: (call) => sendCall(url, call),
  [Symbol.asyncDispose]: async () => undefined,
});

/** Sends the call straight to this address. */
export async function sendCall(url: string, { method, path, headers, content }: Call): Promise<RawResponse> {
  const response = await fetch(url + path, {
    method,
    headers,
    redirect: 'manual',
    // The types of fetch leave out bytes that may be shared; these are not.
    ...(content !== undefined && { body: content as NonNullable<RequestInit['body']> }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Has the worlds of this process send their calls another way; a test set-up says so before any is opened. */
export function routeCalls(by: OpenCallRoute): void {
  open = by;
}

export async function openCallRoute(url: string): Promise<CallRoute> {
  return open(url);
}
