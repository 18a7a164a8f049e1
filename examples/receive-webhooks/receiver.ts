import { createMemoryDedupe, createReceiver, createVerifier } from '@booking-service/webhooks';
import type { Receiver } from '@booking-service/webhooks';

/** The receiver of every recipe: the verifier, the dedupe store and the event handlers. */
export function createBookingReceiver(secret: string, log: (line: string) => void): Receiver {
  return createReceiver({
    verifier: createVerifier({ secrets: [secret] }),
    dedupe: createMemoryDedupe(),
    onRefused: ({ reason, hint }) => log(`refused: ${reason}: ${hint}`),
  })
    .on('booking.confirmed', ({ data }) => log(`${data.object.id} is confirmed`))
    .on('booking.failed', ({ data }) => log(`${data.object.id} failed: ${data.object.error_message}`))
    .onUnknown(({ type }) => log(`unknown event type ${type}`));
}
