/**
 * The model's booking and its transitions, from the contract's state table and the script of its venue. The model uses no code of
 * the service.
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

export type Input = 'right code' | 'wrong code' | 'approval';

/** A request that may change a booking. */
export type MovingCall =
  | { readonly call: 'cancel' }
  | { readonly call: 'modify'; readonly party_size: number }
  | { readonly call: 'continue'; readonly input: Input };

export interface ModelBooking {
  readonly venue: VenueScript;
  readonly payment: boolean;
  readonly status: BookingStatus;
  /** The start of the status (ms): exact if the booking was read since then, otherwise the earliest possible time. */
  readonly since: number;
  readonly action?: NextAction['type'] | undefined;
  readonly input?: Input | undefined;
  readonly wrong_codes: number;
  readonly error_code?: string | undefined;
  readonly party_size: number;
  readonly modified: boolean;
  /** Every transition so far, first to last. */
  readonly taken: readonly Transition[];
}

/** The time (ms) that a booking may wait before a read returns expired. */
export const expiryMs: number = bookingStates.states.requires_action.expires_after_seconds * 1000;

/** The booking of an accepted create. */
export function createdBooking(
  venue: VenueScript,
  { payment, party_size, at }: { payment: boolean; party_size: number; at: number },
): ModelBooking {
  const fresh = { venue, payment, since: at, wrong_codes: 0, party_size, modified: false, taken: [] };
  if (payment) return arrive(fresh, 'create', { from: null, to: 'requires_action', action: 'authorize_payment' });
  if (venue.at_once) return arrive(fresh, 'create', { from: null, ...outcomeOf(fresh) });
  return arrive(fresh, 'create', { from: null, to: 'processing' });
}

/** The booking after a request; undefined if the table does not allow the transition. */
export function moveByCall(booking: ModelBooking, call: MovingCall, at: number): ModelBooking | undefined {
  const { status: from } = booking;
  const transition = bookingStates.transitions.find((each) => each.trigger === call.call && each.from === from);
  if (!transition || (call.call === 'continue' && booking.action !== actionOf(call.input))) return undefined;
  return arrive({ ...booking, since: at, ...changesBy(call, booking) }, call.call, { from, to: transition.to });
}

/** The booking after the earliest transition by its provider or by time; undefined if there is none. */
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

/** The time for which the provider holds a booking that waits for a code. */
export function givesUpMs({ venue, action }: Pick<ModelBooking, 'venue' | 'action'>): number {
  return action === 'enter_code' ? (venue.holds_seconds ?? Infinity) * 1000 : Infinity;
}

/** The type of action that an input belongs to. */
export function actionOf(input: Input): NextAction['type'] {
  return input === 'approval' ? 'authorize_payment' : 'enter_code';
}

function changesBy(call: MovingCall, { wrong_codes }: ModelBooking): Partial<ModelBooking> {
  if (call.call === 'modify') return { party_size: call.party_size, modified: true };
  if (call.call === 'cancel') return {};
  return { input: call.input, wrong_codes: wrong_codes + (call.input === 'wrong code' ? 1 : 0) };
}

type Outcome = Pick<ModelBooking, 'action' | 'error_code'> & { readonly to: BookingStatus };

function outcomeOf(booking: Omit<ModelBooking, 'status'>): Outcome {
  const { venue, payment, input, wrong_codes } = booking;
  if (payment && venue.payment_error) return { to: 'failed', error_code: venue.payment_error };
  if (venue.asks && input !== 'right code') {
    if (wrong_codes >= sandbox.max_wrong_codes) return { to: 'failed', error_code: 'invalid_code' };
    return { to: 'requires_action', action: venue.asks };
  }
  return venue.ends === 'failed' ? { to: 'failed', error_code: venue.error_code } : { to: 'confirmed' };
}

function arrive(
  booking: Omit<ModelBooking, 'status'>,
  trigger: Trigger,
  { from, to, action, error_code }: Outcome & { readonly from: BookingStatus | null },
): ModelBooking {
  const transition = bookingStates.transitions.find(
    (each) => each.trigger === trigger && each.from === from && each.to === to,
  );
  if (!transition) throw new Error(`The contract has no transition ${trigger}: ${from} -> ${to}.`);
  return { ...booking, status: to, action, error_code, taken: [...booking.taken, transition] };
}
