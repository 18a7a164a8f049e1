import type { IncomingMessage } from 'node:http';
import { limits } from '@booking-service/contract';
import { Refusal } from '../domain/refusal.ts';

/** Past this, a body that is too large is not even read to its end. */
const drainedBytes = 16 * limits.max_body_bytes;
const utf8 = new TextDecoder('utf-8', { fatal: true });
const jsonType = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?$/i;

/**
 * Judges the content type, where there is a body, and makes it one canonical value: nothing behind this is keyed by what
 * a caller wrote there. Throws unsupported_media_type.
 */
export function judgeMediaType(req: IncomingMessage): void {
  if (!hasBody(req)) return;
  const { 'content-type': contentType, 'content-encoding': coding } = req.headers;
  if (contentType === undefined || !jsonType.test(contentType.trim())) throw new Refusal('unsupported_media_type');
  if (coding !== undefined && coding.toLowerCase() !== 'identity') throw new Refusal('unsupported_media_type');
  req.headers['content-type'] = 'application/json';
}

/** The bytes of the body, none where there is none. Throws payload_too_large. */
export async function readBytes(req: IncomingMessage): Promise<Buffer> {
  if (!hasBody(req)) return Buffer.alloc(0);
  if (Number(req.headers['content-length'] ?? 0) > drainedBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  await new Promise<void>((done, failed) => {
    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > drainedBytes) {
        req.pause();
        failed(tooLarge());
      } else if (size <= limits.max_body_bytes) chunks.push(chunk);
    });
    req.once('end', done);
    // The caller hung up, maybe before anybody listened; nobody reads this answer.
    const cutOff = () => failed(new Refusal('invalid_request', { message: 'The request ended before its body did.' }));
    if (req.destroyed) cutOff();
    req.once('error', cutOff);
    req.once('close', () => {
      if (!req.complete) cutOff();
    });
  });
  if (size > limits.max_body_bytes) throw new Refusal('payload_too_large');
  const [only] = chunks;
  return only && chunks.length === 1 ? only : Buffer.concat(chunks, size);
}

/** The body, from its bytes. Throws invalid_request. */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    // The parser's message quotes the body: it stays here.
    const details = [{ in: 'body', path: '', message: 'is not JSON in UTF-8' }] as const;
    throw new Refusal('invalid_request', { message: 'The request body is not valid JSON.', details });
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  return length === undefined ? coding !== undefined : Number(length) !== 0;
}

function tooLarge(): Refusal {
  return new Refusal('payload_too_large', { headers: { Connection: 'close' } });
}
