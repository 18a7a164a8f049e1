import { createMemoryDedupe, createReceiver, createVerifier } from '@booking-service/webhooks';
import type { Receiver } from '@booking-service/webhooks';

/** What every recipe here shares: the verifier, the dedupe store, and what each event is for. */
export function createBookingReceiver(secret: string, told: (line: string) => void): Receiver {
  return createReceiver({
    verifier: createVerifier({ secrets: [secret] }),
    dedupe: createMemoryDedupe(),
    onRefused: ({ reason, hint }) => told(`refused: ${reason}: ${hint}`),
  })
    .on('booking.confirmed', ({ data }) => told(`${data.object.id} is confirmed`))
    .on('booking.failed', ({ data }) => told(`${data.object.id} failed: ${data.object.error_message}`))
    .onUnknown(({ type }) => told(`${type} is new to us`));
}
