import type { ServerResponse } from 'node:http';

/**
 * A response: status, headers and body. `body` is sent as JSON; a string is sent unchanged and needs a Content-Type. `bodyText`
 * replaces it with JSON text that is at hand. A 204 has no body.
 */
export interface HttpResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly bodyText?: string | undefined;
}

/** Sends a response in one write, with its Content-Length. The headers of the response replace equal ones of `common`. */
export function sendResponse(
  res: ServerResponse,
  { status, headers, body, bodyText }: HttpResponse,
  common?: HttpResponse['headers'],
): void {
  if (status === 204) {
    res.writeHead(status, { ...common, ...headers }).end();
    return;
  }
  // The line feed keeps a terminal readable. Node sends text in the same write as the headers, and bytes in a second one.
  const text = bodyText === undefined && typeof body === 'string' ? body : `${bodyText ?? JSON.stringify(body)}\n`;
  const length = Buffer.byteLength(text);
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    ...common,
    ...headers,
    'Content-Length': length,
  });
  // As many bytes as characters: the text is ASCII, which latin1 writes without encoding.
  res.end(text, length === text.length ? 'latin1' : 'utf8');
}
