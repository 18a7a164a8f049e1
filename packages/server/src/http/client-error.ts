import { STATUS_CODES } from 'node:http';
import { Refusal } from '../domain/refusal.ts';
import { toErrorResponse } from './error-responses.ts';

/**
 * The response to bytes that are no HTTP request (or took too long to become one), as bytes, in the shape of every other
 * refusal.
 */
export function clientErrorText({
  request_id,
  message = 'The request is not well-formed HTTP/1.1.',
}: {
  request_id: string;
  message?: string | undefined;
}): string {
  const refusal = new Refusal('invalid_request', { message });
  const { status, body } = toErrorResponse(refusal, request_id);
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}`,
    'Connection: close',
    `Request-Id: ${request_id}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}
