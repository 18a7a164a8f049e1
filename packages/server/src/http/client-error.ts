import type { Duplex } from 'node:stream';
import { Refusal } from '../domain/refusal.ts';
import { toErrorAnswer } from './error-responses.ts';

/**
 * Answers bytes that are no HTTP request (or took too long to become one) in the shape of every other refusal, and hangs up.
 * Tells whether anybody was there to be answered.
 */
export function answerClientError(
  socket: Duplex,
  { request_id, message = 'The request is not well-formed HTTP/1.1.' }: { request_id: string; message?: string },
): boolean {
  if (!socket.writable || socket.destroyed) return false;
  const refusal = new Refusal('invalid_request', { message });
  const { body } = toErrorAnswer(refusal, request_id);
  const text = JSON.stringify(body);
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Connection: close',
    `Request-Id: ${request_id}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
  return true;
}
