export interface Call {
  readonly method: string;
  /** The path with its query, as it is sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly content?: string | Uint8Array;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The route that the requests of one world take to its server. */
export interface CallRoute extends AsyncDisposable {
  send(call: Call): Promise<RawResponse>;
}

/** The contract that a server serves. */
export type ServedContract = 'public' | 'admin';

/** Opens a route to the server at `url`. */
export type OpenCallRoute = (url: string, contract: ServedContract) => Promise<CallRoute>;

let open: OpenCallRoute = async (url) => ({
  send: (call) => sendCall(url, call),
  [Symbol.asyncDispose]: async () => undefined,
});

/** Sends the request directly to `url`. */
export async function sendCall(url: string, { method, path, headers, content }: Call): Promise<RawResponse> {
  const response = await fetch(url + path, {
    method,
    headers,
    redirect: 'manual',
    // The types of fetch exclude shared memory. These bytes are not shared.
    ...(content !== undefined && { body: content as NonNullable<RequestInit['body']> }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Sets the route for the requests of every world in this process. Call it in a test setup, before a world opens. */
export function routeCalls(by: OpenCallRoute): void {
  open = by;
}

/** Default: a route to the public contract. */
export async function openCallRoute(url: string, contract: ServedContract = 'public'): Promise<CallRoute> {
  return open(url, contract);
}
