import type { IncomingMessage } from 'node:http';
import { Refusal } from '../domain/refusal.ts';

/** A body of up to this many times the limit is read to its end, so that its sender receives the refusal. */
const drainedFactor = 16;
const utf8 = new TextDecoder('utf-8', { fatal: true });
const jsonType = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?$/i;

/**
 * Checks the content type of a request with a body, and replaces it by one canonical value: no later code is keyed by a value
 * that the caller wrote. Throws unsupported_media_type.
 */
export function checkMediaType(req: IncomingMessage): void {
  if (!hasBody(req)) return;
  const { 'content-type': contentType, 'content-encoding': coding } = req.headers;
  if (contentType === undefined || !jsonType.test(contentType.trim())) throw new Refusal('unsupported_media_type');
  if (coding !== undefined && coding.toLowerCase() !== 'identity') throw new Refusal('unsupported_media_type');
  req.headers['content-type'] = 'application/json';
}

/** Returns the bytes of the body; an empty buffer if there is no body. Throws payload_too_large above `maxBytes`. */
export async function readBytes(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (!hasBody(req)) return Buffer.alloc(0);
  const message = `The request body is larger than ${maxBytes} bytes.`;
  const tooLarge = () => new Refusal('payload_too_large', { message, headers: { Connection: 'close' } });
  const drainedBytes = drainedFactor * maxBytes;
  if (Number(req.headers['content-length'] ?? 0) > drainedBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  await new Promise<void>((done, failed) => {
    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > drainedBytes) {
        req.pause();
        failed(tooLarge());
      } else if (size <= maxBytes) chunks.push(chunk);
    });
    req.once('end', done);
    // The caller closed the connection, possibly before these listeners were added. No one reads this response.
    const cutOff = () => failed(new Refusal('invalid_request', { message: 'The request ended before its body did.' }));
    if (req.destroyed) cutOff();
    req.once('error', cutOff);
    req.once('close', () => {
      if (!req.complete) cutOff();
    });
  });
  if (size > maxBytes) throw new Refusal('payload_too_large', { message });
  const [only] = chunks;
  return only && chunks.length === 1 ? only : Buffer.concat(chunks, size);
}

/** Returns the JSON value of the body; undefined if the body is empty. Throws invalid_request. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    // The parser's message quotes the body, so it is not passed on.
    const details = [{ in: 'body', path: '', message: 'is not JSON in UTF-8' }] as const;
    throw new Refusal('invalid_request', { message: 'The request body is not valid JSON.', details });
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  return length === undefined ? coding !== undefined : Number(length) !== 0;
}
