import type { IncomingMessage } from 'node:http';

/** A request of Node, and what frameworks put on it once they have read its body. */
export type ReadableRequest = IncomingMessage & { readonly body?: unknown; readonly rawBody?: unknown };

/**
 * The raw body of a request: what a framework kept of it, or else the stream, read to its end or to one byte too many.
 *
 * - `body_not_raw`: something has read the stream and kept only what it parsed
 * - `body_too_large`: longer than `max_bytes`
 * - `aborted`: the sender went away; there is nobody to answer
 */
export async function readBody(
  request: ReadableRequest,
  max_bytes: number,
): Promise<string | Uint8Array | { readonly failed: 'body_not_raw' | 'body_too_large' | 'aborted' }> {
  for (const kept of [request.rawBody, request.body]) {
    if (typeof kept === 'string' || kept instanceof Uint8Array) return kept;
  }
  if (request.readableDidRead) return { failed: 'body_not_raw' };
  if (Number(request.headers['content-length']) > max_bytes) return { failed: 'body_too_large' };

  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      // What comes after is read and dropped, so that the sender sees the answer.
      if (size > max_bytes) resolve({ failed: 'body_too_large' });
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', () => resolve({ failed: 'aborted' }));
    request.on('close', () => resolve({ failed: 'aborted' }));
  });
}
