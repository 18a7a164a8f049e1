import { STATUS_CODES } from 'node:http';
import type { HttpResponse } from './exchange.ts';

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
