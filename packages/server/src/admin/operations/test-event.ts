import type { EventType } from '@booking-service/contract';
import { createTestEvent } from '@booking-service/webhooks/testing';
import type { NewEvent } from '../../domain/booking.ts';
import { randomId } from '../../domain/ids.ts';

/** The id in the data of every test event. No booking has it. */
export const testBookingId: string = `bkg_${'0'.repeat(32)}`;

/** Returns a test event: the contract's example of its type, with its own id and time, and one delivery that is due now. */
export function toTestEvent(type: EventType, now: Date): NewEvent {
  const id = randomId('evt', now);
  const created = now.toISOString();
  const payload = JSON.stringify(createTestEvent(type, { id, created: now, object: { id: testBookingId } }));
  return { id, type, created, payload, deliveries: [{ id: randomId('dlv', now), due_at: created }] };
}
