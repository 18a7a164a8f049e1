/** Typical code of a receiver. Every supported compiler compiles it. `@ts-expect-error` marks lines that must not compile. */
import { createReceiver, createVerifier, isKnownEvent, type WebhookEvent } from '@booking-service/webhooks';
import { createFetchHandler } from '@booking-service/webhooks/fetch';
import { createLambdaHandler } from '@booking-service/webhooks/lambda';
import { createTestEvent } from '@booking-service/webhooks/testing';
import { verifyWebhook } from '@booking-service/webhooks/verify';

const secrets = ['whsec_types'];
const receiver = createReceiver({ verifier: createVerifier({ secrets }) }).on('booking.failed', ({ data }) => {
  const message: string | undefined = data.object.error_message;
  if (message !== undefined) throw new Error(message);
});

export const handler: unknown = createLambdaHandler(receiver);
export const handle: (request: Request) => Promise<Response> = createFetchHandler(receiver);

export function statusOf(event: WebhookEvent): string {
  // @ts-expect-error a later version may send an event of another form
  const { status }: { status: string } = event.data.object;
  return isKnownEvent(event) ? event.data.object.status : status;
}

export const type: 'booking.created' = createTestEvent('booking.created').type;
export const verified: Promise<unknown> = verifyWebhook({ body: '{}', header: null, secrets });
// @ts-expect-error secrets are required
createVerifier({});
