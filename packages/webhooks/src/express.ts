import type { ServerResponse } from 'node:http';
import { type ReadableRequest, receiveRequest } from './lib/receiving/receive-request.ts';
import type { Receiver } from './lib/receiving/receive.ts';
import { refuse } from './lib/verifying/signature.ts';

const notRaw = {
  ...refuse('body_not_raw'),
  hint: "A body parser, usually express.json(), parsed this body before the webhook's route. Put app.post('/webhooks', createExpressHandler(receiver)) above app.use(express.json()), or use express.raw({ type: 'application/json' }) for the route.",
};

/**
 * Creates a handler for an Express route, version 4 or 5. It reads the body itself, or uses the body that `express.raw` read.
 * It refuses a body that `express.json` has parsed; the refusal contains the fix. An error of an event's handler goes to
 * `next`.
 */
export function createExpressHandler(
  receiver: Receiver,
): (request: ReadableRequest, response: ServerResponse, next: (error?: unknown) => void) => void {
  return function handle(request, response, next) {
    receiveRequest({ receiver, request, response, notRaw }).catch(next);
  };
}
