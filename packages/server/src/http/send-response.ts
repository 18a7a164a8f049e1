import type { ServerResponse } from 'node:http';

/** A response: status, headers and body. A string is sent unchanged and needs a Content-Type; any other body is sent as JSON. */
export interface HttpResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body: unknown;
}

/** Sends a response in one write, with its Content-Length. */
export function sendResponse(res: ServerResponse, { status, headers, body }: HttpResponse): void {
  // The line feed keeps a terminal readable. Node sends text in the same write as the headers, and bytes in a second one.
  const text = typeof body === 'string' ? body : `${JSON.stringify(body)}\n`;
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    ...headers,
    'Content-Length': Buffer.byteLength(text),
  });
  res.end(text);
}
