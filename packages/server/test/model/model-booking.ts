/**
 * The model's booking: its transitions, from the contract's state table and the script of its venue, and what a create returns.
 */
import {
  type Booking,
  bookingStates,
  type BookingStatus,
  type CallErrorCode,
  errorCatalogue,
  idempotency,
  type NextAction,
  sandbox,
  type Transition,
  type Trigger,
} from '@booking-service/contract';
import { expect } from 'vitest';
import type { TestResponse } from '../../src/testing.ts';

/** The contract's values for a venue of the sandbox that decide the outcome of a booking. */
interface VenueScript {
  readonly id: string;
  readonly ends: 'confirmed' | 'failed';
  readonly error_code?: string;
  readonly at_once?: boolean;
  readonly asks?: 'enter_code' | 'answer_questions';
  readonly offers_slots?: boolean;
  readonly payment_refusal?: CallErrorCode;
  readonly payment_error?: string;
  readonly modification?: 'unsupported' | 'refused';
  readonly provider_seconds?: number;
  readonly holds_seconds?: number;
  readonly fault?: string;
}

/** The code with which the venue refuses modifications; undefined if it accepts them. */
export function modifyRefusal({ modification }: VenueScript): CallErrorCode | undefined {
  if (modification === 'unsupported') return 'modify_unsupported';
  return modification === 'refused' ? 'modification_refused' : undefined;
}

/**
 * The minimum time until the provider responds. A payment that fails before the capture, which declines the card, needs no provider. A
 * failed call is retried after two seconds.
 */
export function providerMs(
  { at_once, payment_error, provider_seconds = sandbox.provider_seconds, fault }: VenueScript,
  payment: boolean,
): number {
  if (at_once || (payment && payment_error && payment_error !== 'card_declined')) return 0;
  return failing.has(fault ?? '') ? 2_000 : provider_seconds * 1000;
}

const leftOut = new Set(['unreachable', 'webhook_late']);
const failing = new Set(['timeout', 'answer_lost']);
const all: readonly VenueScript[] = sandbox.venues;
const understood: ReadonlySet<string> = new Set([
  'id',
  'name',
  'city',
  'country',
  'meaning',
  'needs_last_name',
  'availability_error',
  'ends',
  'error_code',
  'at_once',
  'asks',
  'offers_slots',
  'refund_percent',
  'cancellation',
  'tickets',
  'payment_refusal',
  'payment_error',
  'modification',
  'provider_seconds',
  'holds_seconds',
  'fault',
]);

/**
 * The venues that the model supports completely. An unreachable venue makes no booking, and another test covers late webhooks.
 */
export const venueScripts: readonly VenueScript[] = all.filter(
  (venue) => Object.keys(venue).every((key) => understood.has(key)) && !leftOut.has(venue.fault ?? ''),
);

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
function actionOf(input: Input): NextAction['type'] {
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

interface Request {
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
