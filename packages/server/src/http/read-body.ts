import type { IncomingMessage } from 'node:http';
import { limits } from '@booking-service/contract';
import { Refusal } from '../domain/refusal.ts';

/** Past this, a body that is too large is not even read to its end. */
const drainedBytes = 16 * limits.max_body_bytes;
const jsonType = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?$/i;

/**
 * Reads the JSON body, or undefined where there is none.
 * The content type is judged before anything is read, and becomes one canonical value: nothing behind this line is
 * keyed by what a caller wrote there. Throws the refusals 415, 413 and 400 of END-12.
 */
export async function readBody(req: IncomingMessage): Promise<unknown> {
  const { 'content-type': contentType, 'content-encoding': coding, 'content-length': length } = req.headers;
  const announced = length === undefined ? undefined : Number(length);
  if (announced === 0 || (announced === undefined && req.headers['transfer-encoding'] === undefined)) return undefined;
  if (contentType === undefined || !jsonType.test(contentType.trim())) throw new Refusal('unsupported_media_type');
  if (coding !== undefined && coding.toLowerCase() !== 'identity') throw new Refusal('unsupported_media_type');
  if (announced !== undefined && announced > drainedBytes) throw tooLarge();
  const bytes = await readBytes(req);
  req.headers['content-type'] = 'application/json';
  return bytes.length === 0 ? undefined : parseJson(bytes);
}

async function readBytes(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of req) {
      // A request stream without an encoding set yields Buffers.
      size += (chunk as Buffer).length;
      if (size > drainedBytes) break;
      if (size <= limits.max_body_bytes) chunks.push(chunk as Buffer);
    }
  } catch {
    // The caller hung up; nobody reads this answer.
    throw new Refusal('invalid_request', { message: 'The request ended before its body did.' });
  }
  if (size > drainedBytes) throw tooLarge();
  if (size > limits.max_body_bytes) throw new Refusal('payload_too_large');
  return Buffer.concat(chunks, size);
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // The parser's message quotes the body: it stays here.
    const details = [{ in: 'body', path: '', message: 'is not JSON in UTF-8' }] as const;
    throw new Refusal('invalid_request', { message: 'The request body is not valid JSON.', details });
  }
}

function tooLarge(): Refusal {
  return new Refusal('payload_too_large', { headers: { Connection: 'close' } });
}
