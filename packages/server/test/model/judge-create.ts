import { errorCatalogue, idempotency, type Booking } from '@booking-service/contract';
import { expect } from 'vitest';
import type { TestResponse } from '../../src/testing.ts';
import { createdBooking, type ModelBooking } from './model-booking.ts';
import { venueScripts } from './venue-script.ts';

export interface Request {
  readonly venue_id: string;
  readonly payment: boolean;
  readonly party_size: number;
}

/** A booking, as last read, and the model's bookings that match it. */
export interface TrackedBooking {
  doc: Booking;
  /** More than one if several explanations are still possible. */
  models: readonly ModelBooking[];
}

/**
 * Returns the booking that exactly one of these creates made. The creates share one key. Returns undefined if the venue's script
 * refuses all of them (IDM-5, IDM-6, BKG-12). Throws if the responses differ from that.
 */
export function judgeCreate(
  sent: readonly TestResponse<Booking>[],
  { venue_id, payment, party_size }: Request,
  now: Date,
): TrackedBooking | undefined {
  const venue = venueScripts.find(({ id }) => id === venue_id);
  if (!venue) throw new Error(`The model has no venue ${venue_id}.`);
  const { offers_slots, payment_refusal } = venue;
  const refusal = offers_slots === false ? 'slot_not_offered' : payment ? payment_refusal : undefined;
  if (refusal) {
    const { status } = errorCatalogue[refusal];
    for (const response of sent) expect(response).toMatchObject({ status, body: { error_code: refusal } });
    return undefined;
  }
  const made = sent.filter(({ status }) => status === idempotency.first_status);
  const [first] = made;
  if (!first || made.length > 1) throw new Error(`${made.length} of ${sent.length} creates made a booking.`);
  const model = createdBooking(venue, { payment, party_size, at: now.getTime() });
  expect(first.body).toMatchObject({ status: model.status, created: now.toISOString(), updated: now.toISOString() });
  expect(first.body.error_code).toBe(model.error_code);
  for (const response of sent) {
    if (response === first) continue;
    expect(response.body.id).toBe(first.body.id);
    // A concurrent replay may return the booking before an at_once provider has responded.
    judgeReplay(response, response.body.status === 'processing' ? undefined : first.body);
  }
  return { doc: first.body, models: [model] };
}

/** Checks that a replay returns the earlier booking in its current state (IDM-1, IDM-3, IDM-5). */
export function judgeReplay({ status, headers, body }: TestResponse<Booking>, now: Booking | undefined): void {
  expect(status).toBe(idempotency.replay_status);
  expect(headers.get(idempotency.replay_header)).toBe('true');
  if (now) expect(body).toEqual(now);
}
