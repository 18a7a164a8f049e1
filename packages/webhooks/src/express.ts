import type { ServerResponse } from 'node:http';
import type { ReadableRequest } from './lib/receiving/read-body.ts';
import { receiveRequest } from './lib/receiving/receive-request.ts';
import type { Receiver } from './lib/receiving/receive.ts';
import { refuse } from './lib/verifying/signature-error.ts';

const notRaw = {
  ...refuse('body_not_raw'),
  hint: "A body parser, most often express.json(), has parsed this body before the webhook's route. Put app.post('/webhooks', createExpressHandler(receiver)) above app.use(express.json()), or keep the parser away from the route: express.raw({ type: 'application/json' }) leaves the bytes as they are.",
};

/**
 * Creates a handler for an Express route, version 4 or 5. It reads the body by itself, and takes what `express.raw` read; a
 * body that `express.json` has parsed already is refused, and the refusal says what to move.
 * What the handler of an event throws goes to `next`.
 */
export function createExpressHandler(
  receiver: Receiver,
): (request: ReadableRequest, response: ServerResponse, next: (error?: unknown) => void) => void {
  return function handle(request, response, next) {
    receiveRequest({ receiver, request, response, notRaw }).catch(next);
  };
}
