/**
 * Explains the responses to a few concurrent requests for one booking. An explanation is an order of the requests, with
 * transitions by the provider and by time anywhere between them, in which the model gives the same responses and ends with the
 * same booking. Without such an order, the service is not linearizable or violates the contract.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Booking } from '@booking-service/contract';
import {
  expiryMs,
  givesUpMs,
  type ModelBooking,
  modifyRefusal,
  moveByCall,
  moveByItself,
  type MovingCall,
  providerMs,
} from './model-booking.ts';

export type BookingCall = { readonly call: 'read' } | MovingCall;

export interface Exchange {
  readonly request: BookingCall;
  readonly status: number;
  readonly body: Booking | { readonly error: string; readonly error_code?: string };
}

export interface Observation {
  readonly exchanges: readonly Exchange[];
  /** The booking, read before the requests and after all of them. */
  readonly before: Booking;
  readonly after: Booking;
  /** The times (ms) of the two reads. */
  readonly from: number;
  readonly until: number;
}

/** The maximum delay of a due transition: the worker polls every 2 s. */
const pollMs = 2000;

/** Returns every booking that the model may have afterwards; none if no order explains the observation. */
export function explain(start: ModelBooking, observation: Observation): ModelBooking[] {
  const { before, after, from, until } = observation;
  const ends = new Map<string, ModelBooking>();
  follow(start, observation.exchanges);
  return [...ends.values()];

  function follow(booking: ModelBooking, remaining: readonly Exchange[]): void {
    if (remaining.length === 0 && fits(booking)) {
      const end = { ...booking, since: Date.parse(after.updated) };
      ends.set(JSON.stringify(end), end);
    }
    for (const [index, exchange] of remaining.entries()) {
      const next = respond(booking, exchange);
      if (next) follow(next, remaining.toSpliced(index, 1));
    }
    const moved = moveByItself(booking);
    if (moved && (moved.status === 'expired' ? moved.since < until : moved.since <= until)) follow(moved, remaining);
  }

  /** The booking after the request; undefined if the model would respond differently. */
  function respond(booking: ModelBooking, { request, status, body }: Exchange): ModelBooking | undefined {
    if (request.call === 'read') {
      if (status !== 200 || !('id' in body) || body.status !== booking.status) return undefined;
      const same = booking !== start || isDeepStrictEqual(withoutPayment(body), withoutPayment(before));
      return same ? booking : undefined;
    }
    const moved = moveByCall(booking, request, from);
    if (!moved) return isRefused(409, 'invalid_state', ` is ${booking.status} `) ? booking : undefined;
    // Only one modification runs at a time. A concurrent one may be refused.
    const rivals = observation.exchanges.filter((each) => each.request.call === 'modify').length - 1;
    if (request.call === 'modify' && rivals > 0 && isRefused(409, 'invalid_state', 'under way')) return booking;
    // A modification to the current values changes nothing.
    if (request.call === 'modify' && request.party_size === booking.party_size) {
      return status === 200 && 'id' in body && body.party_size === request.party_size ? booking : undefined;
    }
    const refusal = request.call === 'modify' ? (modifyRefusal(booking.venue) ?? dearer(booking, request)) : undefined;
    if (refusal) return isRefused(422, refusal, '') ? booking : undefined;
    return status === 200 && 'id' in body && body.status === moved.status ? moved : undefined;

    function isRefused(expected: number, code: string, named: string): boolean {
      return status === expected && 'error' in body && body.error_code === code && body.error.includes(named);
    }
  }

  /** True if the booking read at the end matches this one. */
  function fits({ venue, payment, status, action, taken, ...expected }: ModelBooking): boolean {
    const updated = Date.parse(after.updated);
    const expires_at = after.expires_at === undefined ? undefined : Date.parse(after.expires_at);
    if (taken.length === start.taken.length && !isDeepStrictEqual(withoutPayment(after), withoutPayment(before)))
      return false;
    if (taken.length > start.taken.length && (updated < from || updated > until)) return false;
    return (
      after.status === status &&
      after.next_action?.type === action &&
      after.error_code === expected.error_code &&
      after.party_size === expected.party_size &&
      after.last_modification?.changes.party_size === (expected.modified ? expected.party_size : undefined) &&
      isDeepStrictEqual(requestOf(after), requestOf(before)) &&
      (status !== 'confirmed' || after.confirmation_code !== undefined) &&
      (status !== 'processing' || until < updated + providerMs(venue, payment) + pollMs) &&
      (status !== 'requires_action' || until < updated + givesUpMs({ venue, action }) + pollMs) &&
      (status === 'requires_action'
        ? expires_at === updated + expiryMs && until <= expires_at
        : expires_at === undefined)
    );
  }
}

/** A booking that was paid cannot become dearer (CRD-9). Every price of these venues is for each person. */
function dearer({ payment, party_size }: ModelBooking, request: Extract<MovingCall, { call: 'modify' }>) {
  return payment && request.party_size > party_size ? 'modification_refused' : undefined;
}

/** The payment of a booking changes while it is in processing, and after it has ended. payments.model.test.ts predicts it. */
function withoutPayment({ payment, updated, ...rest }: Booking): unknown {
  return payment ? rest : { ...rest, updated };
}

/** The fields that no transition changes. */
function requestOf(booking: Booking): unknown {
  const { id, created, provider, livemode, venue_id, slot_id, guest, metadata, payment_collection } = booking;
  return { id, created, provider, livemode, venue_id, slot_id, guest, metadata, payment_collection };
}
