import { type ServerResponse, STATUS_CODES, type IncomingMessage } from 'node:http';

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

/** Returns a response as text for a socket that has no ServerResponse. The connection ends with it. */
export function toRawResponse({ status, headers = {}, body }: HttpResponse): string {
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}`,
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}

/** Returns whether Accept-Encoding lists the coding, or any coding, with a weight above 0. */
export function acceptsCoding(accepted: string | undefined, coding: 'br' | 'gzip'): boolean {
  return (accepted ?? '')
    .split(',')
    .some((each) =>
      new RegExp(`^\\s*(?:${coding}|\\*)\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*$)[\\d.]+\\s*)?$`, 'i').test(each),
    );
}

/** Returns whether the client has the bytes of this tag, and accepts them without a reload. */
export function hasCurrent({ headers }: Pick<IncomingMessage, 'headers'>, tag: string): boolean {
  const { 'if-none-match': tags = '', 'cache-control': control = '' } = headers;
  const isNamed = tags.split(',').some((each) => [tag, '*'].includes(each.trim().replace(/^W\//, '')));
  return isNamed && !/(?:^|,)\s*no-cache\s*(?:,|$)/.test(control);
}
