import type { ServerResponse, IncomingMessage } from 'node:http';
import type { Receiver } from './receive.ts';
import { type Refusal, refuse } from '../verifying/signature.ts';

/** Receives a request of Node and sends the response. Rejects without a response if the handler of the event throws. */
export async function receiveRequest({
  receiver,
  request,
  response,
  notRaw = refuse('body_not_raw'),
}: {
  receiver: Receiver;
  request: ReadableRequest;
  response: ServerResponse;
  /** The refusal of a parsed body. */
  notRaw?: Refusal;
}): Promise<void> {
  const body = await readBody(request, receiver.maxBodyBytes);
  if (typeof body === 'string' || body instanceof Uint8Array) {
    const { status, message } = await receiver.receive(body, request.headers);
    response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(message);
  } else if (body.failed !== 'aborted') {
    const { status, message } = receiver.refuse(body.failed === 'body_not_raw' ? notRaw : refuse(body.failed));
    // Closes the connection, because a part of a long body may still arrive.
    response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }).end(message);
  }
}

/** A request of Node, with the properties that frameworks add after they read its body. */
export type ReadableRequest = IncomingMessage & { readonly body?: unknown; readonly rawBody?: unknown };

/**
 * Returns the raw body of a request: the one that a framework kept, or the stream. Stops at the first byte over the maximum.
 *
 * - `body_not_raw`: the stream has been read, and only the parsed body was kept
 * - `body_too_large`: longer than `maxBytes`
 * - `aborted`: the sender closed the connection, so no response is possible
 */
async function readBody(
  request: ReadableRequest,
  maxBytes: number,
): Promise<string | Uint8Array | { readonly failed: 'body_not_raw' | 'body_too_large' | 'aborted' }> {
  for (const kept of [request.rawBody, request.body]) {
    if (typeof kept === 'string' || kept instanceof Uint8Array) return kept;
  }
  if (request.readableDidRead) return { failed: 'body_not_raw' };
  if (Number(request.headers['content-length']) > maxBytes) return { failed: 'body_too_large' };

  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      // The rest is read and dropped, so that the sender receives the response.
      if (size > maxBytes) resolve({ failed: 'body_too_large' });
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', () => resolve({ failed: 'aborted' }));
    request.on('close', () => resolve({ failed: 'aborted' }));
  });
}
