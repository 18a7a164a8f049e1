import type { ServerResponse } from 'node:http';

/** What goes out: a status, headers and a JSON body. */
export interface HttpResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body: unknown;
}

/** Writes the answer whole: headers together, Content-Length set. The request id goes with every answer (END-14). */
export function sendResponse(res: ServerResponse, request_id: string, { status, headers, body }: HttpResponse): void {
  // The line ends, so that an answer read in a terminal does too. Text, not bytes: Node sends it in one write with the headers.
  const text = `${JSON.stringify(body)}\n`;
  res.writeHead(status, {
    ...headers,
    'Request-Id': request_id,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  res.end(text);
}
