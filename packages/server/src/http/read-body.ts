import { isAscii } from 'node:buffer';
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

/** The body of a request: its bytes, or the value that a parser in front of the service made of them. */
export type ReceivedBody = { readonly bytes: Buffer } | { readonly parsed: unknown };

/** A request that a body parser in front of the service may have read. */
export interface ParsedRequest extends IncomingMessage {
  readonly body?: unknown;
}

const noBytes = Buffer.alloc(0);

/**
 * Returns the body of the request. Throws payload_too_large above `maxBytes`. A body that a parser in front of the service has read is
 * taken from `req.body`, where parsers of Express and Connect leave it. Throws if it is not there: the host has to change.
 */
export function receiveBody(req: ParsedRequest, maxBytes: number): ReceivedBody | Promise<ReceivedBody> {
  if (!hasBody(req)) return { bytes: noBytes };
  if (!req.readableDidRead) return readBytes(req, maxBytes).then((bytes) => ({ bytes }));
  const { body, headers } = req;
  if (body === undefined) throw new Error(bodyIsGone);
  const length = headers['content-length'];
  const size = Buffer.isBuffer(body) ? body.length : Number(length ?? Buffer.byteLength(JSON.stringify(body)));
  if (size > maxBytes) throw tooLarge(maxBytes);
  return Buffer.isBuffer(body) ? { bytes: body } : { parsed: body };
}

const bodyIsGone =
  'The body of the request was read before the request reached the service, and it is not in req.body. ' +
  'Mount the service before the code that reads it, or use express.json().';

function tooLarge(maxBytes: number, headers: Record<string, string> = {}): Refusal {
  return new Refusal('payload_too_large', { message: `The request body is larger than ${maxBytes} bytes.`, headers });
}

/** Reads the bytes of the body; none if there is no body. Throws payload_too_large above `maxBytes`. */
export async function readBytes(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (!hasBody(req)) return noBytes;
  const refusal = () => tooLarge(maxBytes, { Connection: 'close' });
  const drainedBytes = drainedFactor * maxBytes;
  if (Number(req.headers['content-length'] ?? 0) > drainedBytes) throw refusal();
  const chunks: Buffer[] = [];
  let size = 0;
  await new Promise<void>((done, failed) => {
    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > drainedBytes) {
        req.pause();
        failed(refusal());
      } else if (size <= maxBytes) chunks.push(chunk);
    });
    // A settled promise ignores later events, so no listener has to be removed.
    req.on('end', done);
    // The caller closed the connection, possibly before these listeners were added. No one reads this response.
    const cutOff = () => failed(new Refusal('invalid_request', { message: 'The request ended before its body did.' }));
    if (req.destroyed) cutOff();
    req.on('error', cutOff);
    req.on('close', () => {
      if (!req.complete) cutOff();
    });
  });
  if (size > maxBytes) throw tooLarge(maxBytes);
  const [only] = chunks;
  return only && chunks.length === 1 ? only : Buffer.concat(chunks, size);
}

/** Returns the JSON value of the body; undefined if the body is empty. Throws invalid_request. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(isAscii(bytes) ? bytes.toString('latin1') : utf8.decode(bytes));
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
