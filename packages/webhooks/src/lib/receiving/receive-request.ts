import type { ServerResponse } from 'node:http';
import { readBody } from './read-body.ts';
import type { ReadableRequest } from './read-body.ts';
import type { Receiver } from './receive.ts';
import { refuse } from '../verifying/signature-error.ts';
import type { Refusal } from '../verifying/signature-error.ts';

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
