/**
 * Explains what a few calls to one booking, made at the same time, were answered: by an order of them, with the
 * provider's and the time's own moves anywhere between, in which the model answers the same and ends in the same
 * booking. No such order means that the service is not linearizable, or that it did what the contract does not allow.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Booking } from '@booking-service/contract';
import { expiryMs, givesUpMs, moveByCall, moveByItself, type ModelBooking, type MovingCall } from './model-booking.ts';
import { modifyRefusal, providerMs } from './venue-script.ts';

export type BookingCall = { readonly call: 'read' } | MovingCall;

export interface Answered {
  readonly asked: BookingCall;
  readonly status: number;
  readonly body: Booking | { readonly error: string; readonly error_code?: string };
}

export interface Happened {
  readonly answered: readonly Answered[];
  /** The booking as it was read before the calls, and after all of them. */
  readonly before: Booking;
  readonly after: Booking;
  /** The moments (ms) of the two reads. */
  readonly from: number;
  readonly until: number;
}

/** How long a due move may be late: the worker looks every 2 s. */
const pollMs = 2000;

/** Every booking that the model may have afterwards; none where nothing explains it. */
export function explain(start: ModelBooking, happened: Happened): ModelBooking[] {
  const { before, after, from, until } = happened;
  const ends = new Map<string, ModelBooking>();
  follow(start, happened.answered);
  return [...ends.values()];

  function follow(booking: ModelBooking, left: readonly Answered[]): void {
    if (left.length === 0 && fits(booking)) {
      const end = { ...booking, since: Date.parse(after.updated) };
      ends.set(JSON.stringify(end), end);
    }
    for (const [index, answered] of left.entries()) {
      const next = answer(booking, answered);
      if (next) follow(next, left.toSpliced(index, 1));
    }
    const moved = moveByItself(booking);
    if (moved && (moved.status === 'expired' ? moved.since < until : moved.since <= until)) follow(moved, left);
  }

  /** The booking after the call, or undefined where the model does not answer it like this. */
  function answer(booking: ModelBooking, { asked, status, body }: Answered): ModelBooking | undefined {
    if (asked.call === 'read') {
      const same = booking === start ? isDeepStrictEqual(body, before) : true;
      return status === 200 && 'id' in body && body.status === booking.status && same ? booking : undefined;
    }
    const moved = moveByCall(booking, asked, from);
    if (!moved) return isRefused(409, 'invalid_state', ` is ${booking.status} `) ? booking : undefined;
    // One modification at a time: of two at once, the second may be refused for the first.
    const rivals = happened.answered.filter((each) => each.asked.call === 'modify').length - 1;
    if (asked.call === 'modify' && rivals > 0 && isRefused(409, 'invalid_state', 'under way')) return booking;
    // What the booking already has is no modification.
    if (asked.call === 'modify' && asked.party_size === booking.party_size) {
      return status === 200 && 'id' in body && body.party_size === asked.party_size ? booking : undefined;
    }
    const refusal = asked.call === 'modify' ? modifyRefusal(booking.venue) : undefined;
    if (refusal) return isRefused(422, refusal, '') ? booking : undefined;
    return status === 200 && 'id' in body && body.status === moved.status ? moved : undefined;

    function isRefused(expected: number, code: string, named: string): boolean {
      return status === expected && 'error' in body && body.error_code === code && body.error.includes(named);
    }
  }

  /** Whether the booking that was read at the end can be this one. */
  function fits({ venue, payment, status, asked, taken, ...told }: ModelBooking): boolean {
    const updated = Date.parse(after.updated);
    const expires = after.expires_at === undefined ? undefined : Date.parse(after.expires_at);
    if (taken.length === start.taken.length && !isDeepStrictEqual(after, before)) return false;
    if (taken.length > start.taken.length && (updated < from || updated > until)) return false;
    return (
      after.status === status &&
      after.next_action?.type === asked &&
      after.error_code === told.error_code &&
      after.party_size === told.party_size &&
      after.last_modification?.changes.party_size === (told.modified ? told.party_size : undefined) &&
      isDeepStrictEqual(requestOf(after), requestOf(before)) &&
      (status !== 'confirmed' || after.confirmation_code !== undefined) &&
      (status !== 'processing' || until < updated + providerMs(venue, payment) + pollMs) &&
      (status !== 'requires_action' || until < updated + givesUpMs({ venue, asked }) + pollMs) &&
      (status === 'requires_action' ? expires === updated + expiryMs && until <= expires : expires === undefined)
    );
  }
}

/** What no move changes. */
function requestOf(booking: Booking): unknown {
  const { id, created, provider, livemode, venue_id, slot_id, guest, metadata, payment_collection } = booking;
  return { id, created, provider, livemode, venue_id, slot_id, guest, metadata, payment_collection };
}
