/**
 * A booking as the model knows it, and how it moves: along the contract's table of transitions, and by the script of its
 * venue. Nothing here has been taken from the service.
 */
import {
  bookingStates,
  sandbox,
  type BookingStatus,
  type NextAction,
  type Transition,
  type Trigger,
} from '@booking-service/contract';
import { providerMs, type VenueScript } from './venue-script.ts';

export type Answer = 'right code' | 'wrong code' | 'approval';

/** A call that may move a booking. */
export type MovingCall =
  | { readonly call: 'cancel' }
  | { readonly call: 'modify'; readonly party_size: number }
  | { readonly call: 'continue'; readonly answer: Answer };

export interface ModelBooking {
  readonly venue: VenueScript;
  readonly payment: boolean;
  readonly status: BookingStatus;
  /** When the status began: exactly where the booking has been read since, else the earliest moment (ms). */
  readonly since: number;
  readonly asked?: NextAction['type'] | undefined;
  readonly answer?: Answer | undefined;
  readonly wrong_codes: number;
  readonly error_code?: string | undefined;
  readonly party_size: number;
  readonly modified: boolean;
  /** Every transition so far, first to last. */
  readonly taken: readonly Transition[];
}

/** Until what moment (ms) the booking may stay as it is without being read as expired. */
export const expiryMs: number = bookingStates.states.requires_action.expires_after_seconds * 1000;

/** The booking that an accepted create makes. */
export function createdBooking(
  venue: VenueScript,
  { payment, party_size, at }: { payment: boolean; party_size: number; at: number },
): ModelBooking {
  const fresh = { venue, payment, since: at, wrong_codes: 0, party_size, modified: false, taken: [] };
  if (payment) return arrive(fresh, 'create', { from: null, to: 'requires_action', asked: 'authorize_payment' });
  if (venue.at_once) return arrive(fresh, 'create', { from: null, ...outcomeOf(fresh) });
  return arrive(fresh, 'create', { from: null, to: 'processing' });
}

/** The booking moved by a call, or undefined where the table does not let it. */
export function moveByCall(booking: ModelBooking, call: MovingCall, at: number): ModelBooking | undefined {
  const { status: from } = booking;
  const transition = bookingStates.transitions.find((each) => each.trigger === call.call && each.from === from);
  if (!transition || (call.call === 'continue' && booking.asked !== askedBy(call.answer))) return undefined;
  return arrive({ ...booking, since: at, ...broughtBy(call, booking) }, call.call, { from, to: transition.to });
}

/** The booking moved by its provider or by time, as early as that can be, or undefined where nothing moves it. */
export function moveByItself(booking: ModelBooking): ModelBooking | undefined {
  const { venue, payment, status: from, since } = booking;
  if (from === 'processing') {
    const moved = { ...booking, since: since + providerMs(venue, payment) };
    return arrive(moved, 'provider', { from, ...outcomeOf(booking) });
  }
  if (from !== 'requires_action') return undefined;
  const gives_up = givesUpMs(booking);
  if (gives_up < expiryMs) {
    const moved = { ...booking, since: since + gives_up };
    return arrive(moved, 'provider', { from, to: 'failed', error_code: 'provider_failed' });
  }
  return arrive({ ...booking, since: since + expiryMs }, 'time', { from, to: 'expired' });
}

/** How long the provider holds a booking that waits for a code. */
export function givesUpMs({ venue, asked }: Pick<ModelBooking, 'venue' | 'asked'>): number {
  return asked === 'enter_code' ? (venue.holds_seconds ?? Infinity) * 1000 : Infinity;
}

/** What a continue with this answer says it answers. */
export function askedBy(answer: Answer): NextAction['type'] {
  return answer === 'approval' ? 'authorize_payment' : 'enter_code';
}

function broughtBy(call: MovingCall, { wrong_codes }: ModelBooking): Partial<ModelBooking> {
  if (call.call === 'modify') return { party_size: call.party_size, modified: true };
  if (call.call === 'cancel') return {};
  return { answer: call.answer, wrong_codes: wrong_codes + (call.answer === 'wrong code' ? 1 : 0) };
}

type Outcome = Pick<ModelBooking, 'asked' | 'error_code'> & { readonly to: BookingStatus };

function outcomeOf(booking: Omit<ModelBooking, 'status'>): Outcome {
  const { venue, payment, answer, wrong_codes } = booking;
  if (payment && venue.payment_error) return { to: 'failed', error_code: venue.payment_error };
  if (venue.asks && answer !== 'right code') {
    if (wrong_codes >= sandbox.max_wrong_codes) return { to: 'failed', error_code: 'invalid_code' };
    return { to: 'requires_action', asked: venue.asks };
  }
  return venue.ends === 'failed' ? { to: 'failed', error_code: venue.error_code } : { to: 'confirmed' };
}

function arrive(
  booking: Omit<ModelBooking, 'status'>,
  trigger: Trigger,
  { from, to, asked, error_code }: Outcome & { readonly from: BookingStatus | null },
): ModelBooking {
  const transition = bookingStates.transitions.find(
    (each) => each.trigger === trigger && each.from === from && each.to === to,
  );
  if (!transition) throw new Error(`The contract has no transition ${trigger}: ${from} -> ${to}.`);
  return { ...booking, status: to, asked, error_code, taken: [...booking.taken, transition] };
}
