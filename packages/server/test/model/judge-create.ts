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

/** A booking as it was read last, and what the model takes it for. */
export interface Known {
  doc: Booking;
  /** More than one where what has been seen so far does not decide between them. */
  models: readonly ModelBooking[];
}

/**
 * The booking that exactly one of these creates made (they share one key, or are one), or undefined where the venue's
 * script has all of them refused (IDM-5, IDM-6, BKG-12). Throws where they were answered otherwise.
 */
export function judgeCreate(
  sent: readonly TestResponse<Booking>[],
  { venue_id, payment, party_size }: Request,
  now: Date,
): Known | undefined {
  const venue = venueScripts.find(({ id }) => id === venue_id);
  if (!venue) throw new Error(`The model knows no venue ${venue_id}.`);
  const { offers_slots, payment_refusal } = venue;
  const refusal = offers_slots === false ? 'slot_not_offered' : payment ? payment_refusal : undefined;
  if (refusal) {
    const { status } = errorCatalogue[refusal];
    for (const answer of sent) expect(answer).toMatchObject({ status, body: { error_code: refusal } });
    return undefined;
  }
  const made = sent.filter(({ status }) => status === idempotency.first_status);
  const [first] = made;
  if (!first || made.length > 1) throw new Error(`${made.length} of ${sent.length} creates made a booking.`);
  const model = createdBooking(venue, { payment, party_size, at: now.getTime() });
  expect(first.body).toMatchObject({ status: model.status, created: now.toISOString(), updated: now.toISOString() });
  expect(first.body.error_code).toBe(model.error_code);
  for (const answer of sent) {
    if (answer === first) continue;
    expect(answer.body.id).toBe(first.body.id);
    // One that came in between may be told of the booking before a provider that answers at once has answered.
    judgeReplay(answer, answer.body.status === 'processing' ? undefined : first.body);
  }
  return { doc: first.body, models: [model] };
}

/** Holds a replay to the booking that was made earlier, as it is now (IDM-1, IDM-3, IDM-5). */
export function judgeReplay({ status, headers, body }: TestResponse<Booking>, now: Booking | undefined): void {
  expect(status).toBe(idempotency.replay_status);
  expect(headers.get(idempotency.replay_header)).toBe('true');
  if (now) expect(body).toEqual(now);
}
