/**
 * The booking's state machine, as pure functions: they take a booking and a move, and return the moved booking and its events.
 * The contract's table defines the moves and their events; this file does not repeat it.
 */
import {
  type AvailabilitySearch,
  type Booking,
  type BookingChanges,
  type BookingDocument,
  type BookingErrorCode,
  type BookingEvent,
  type BookingGuest,
  type BookingPayment,
  type BookingPrice,
  bookingStates,
  type BookingStatus,
  type BookingSummary,
  bookingSummaryFields,
  type CancellationPolicy,
  type ContinueBooking,
  type CreateBooking,
  delivery,
  type EventData,
  type EventType,
  type Guest,
  type LastModification,
  type ModifyBooking,
  type NextAction,
  type Party,
  type PartyUnit,
  type Transition,
  type Trigger,
} from '@booking-service/contract';
import { type EveryField, type NewEvent, type NewId, requireNever } from '@booking-service/kernel/contract';
import { Refusal } from './contract.ts';
import { withDecisionTime } from './payment.ts';
import { isErased } from './personal-data.ts';

/** The contract's maximum of PartySize. A test compares it with the contract. */
export const maxPartySize = 50;

interface PartyFields {
  readonly party?: Party;
  readonly party_size?: number;
}

/** A request whose number of people is stated: the sum of the quantities, if it has a party. */
type Sized<Request> = Omit<Request, keyof PartyFields> & PartyFields & { readonly party_size: number };

export type SizedSearch = Sized<AvailabilitySearch>;
export type SizedBooking = Sized<CreateBooking>;

/** Adds the number of people to a request with a party (BKG-16). The contract requires one of the two fields. */
export function withPartySize<Request extends PartyFields>(request: Request): Sized<Request> {
  const { party = [], party_size = sizeOf(party) } = request;
  return { ...request, party_size };
}

/** Returns the booking with these changes. A party_size alone replaces the party (BKG-16). */
export function changedBooking<B extends Pick<Booking, 'party'>>(booking: B, changes: ModifyBooking): B {
  const { party: _party, ...rest } = booking;
  // Only the optional field may be missing.
  const unchanged = changes.party_size === undefined ? booking : (rest as B);
  return { ...unchanged, ...changes };
}

/** Returns the number of people in a party. Refuses a party that is too large for a booking. */
function sizeOf(party: readonly PartyUnit[]): number {
  const size = party.reduce((sum, { quantity }) => sum + quantity, 0);
  if (size <= maxPartySize) return size;
  const message = `must have at most ${maxPartySize} people`;
  throw new Refusal('invalid_request', { details: [{ in: 'body', path: '/party', message }] });
}

/** A next action before its expiry is known. */
export type RequestedAction = NextAction extends infer Action
  ? Action extends NextAction
    ? Omit<Action, 'expires_at'>
    : never
  : never;

/** The input of a caller that the provider gets. A confirmation by the caller (BKG-14) ends in the service. */
export type ProviderAnswer = Exclude<ContinueBooking, { type: 'confirm_booking' }>;

/** The fields that a move sets, by its target status. */
interface MoveFields {
  processing: unknown;
  /** `expires_at`: default is the contract's time after the move. */
  requires_action: { readonly next_action: RequestedAction; readonly expires_at?: string | undefined };
  confirmed: { readonly confirmation_code: string; readonly documents?: readonly BookingDocument[] | undefined };
  failed: { readonly error_code: BookingErrorCode; readonly error_message: string };
  cancelled: unknown;
  expired: unknown;
}

type MoveTo<T extends Transition> = T extends Transition
  ? { readonly trigger: T['trigger']; readonly to: T['to'] } & MoveFields[T['to']]
  : never;

/** A move of an existing booking. A modification has its own function, because it does not change the status. */
export type Move = MoveTo<Exclude<Transition, { trigger: 'create' | 'modify' }>>;

export interface Moved {
  readonly booking: Booking;
  readonly events: readonly EventType[];
}

interface Opening {
  readonly id: string;
  readonly provider: string;
  readonly livemode: boolean;
  readonly request: SizedBooking;
  /** The next action that precedes the provider's work. If undefined, the booking starts in processing. */
  readonly next_action?: RequestedAction;
  /** The start of the slot, the total and the cancellation policy, as the provider stated them. */
  readonly starts_at?: string | undefined;
  readonly price?: BookingPrice | undefined;
  readonly cancellation?: CancellationPolicy | undefined;
  /** The payment that the card service has opened. Default: the venue takes the payment itself. */
  readonly payment?: BookingPayment | undefined;
}

/** The booking fields that the service sets. */
type OwnField =
  | 'id'
  | 'object'
  | 'status'
  | 'provider'
  | 'livemode'
  | 'created'
  | 'updated'
  | 'starts_at'
  | 'price'
  | 'cancellation'
  | 'payment'
  | 'next_action'
  | 'expires_at'
  | 'confirmation_code'
  | 'documents'
  | 'error_code'
  | 'error_message'
  | 'last_modification';

/** The booking fields that are copied from the request. */
type PlainField = Exclude<keyof CreateBooking, OwnField> & keyof Booking;

/** A request field that no booking has, or a booking field that neither a request nor the service sets. Must be never. */
type UnplacedField = Exclude<
  keyof CreateBooking | keyof ModifyBooking | keyof Booking,
  PlainField | Exclude<OwnField, keyof CreateBooking | keyof ModifyBooking>
>;
requireNever<UnplacedField>();

/** The fields that only one of two types has. Must be never: nested objects of a request are copied whole. */
type Difference<A, B> = Exclude<keyof A | keyof B, keyof A & keyof B>;
requireNever<Difference<Guest, BookingGuest>>();
requireNever<Difference<ModifyBooking, BookingChanges>>();

/** Returns a new booking and its events (STA-1, BKG-12). */
export function openBooking(
  { id, provider, livemode, request, next_action, starts_at, price, cancellation, payment }: Opening,
  now: Date,
): Moved {
  const to = next_action ? 'requires_action' : 'processing';
  const { metadata = {}, ...fields } = request;
  const booking: Booking = {
    id,
    object: 'booking',
    status: to,
    provider,
    livemode,
    created: now.toISOString(),
    updated: now.toISOString(),
    ...fields,
    ...(starts_at !== undefined && { starts_at }),
    ...(price && { price }),
    ...(cancellation && { cancellation }),
    ...(payment && { payment }),
    metadata,
    ...(next_action && withExpiry(next_action, now)),
  };
  return { booking, events: eventsOf('create', null, to) };
}

/** Returns the transition of a trigger between two statuses; undefined if the contract has none. */
export function findTransition(
  trigger: Trigger,
  from: BookingStatus | null,
  to?: BookingStatus,
): Transition | undefined {
  return bookingStates.transitions.find(
    (transition) =>
      transition.trigger === trigger && transition.from === from && (to === undefined || transition.to === to),
  );
}

/** Returns whether the contract has a transition of this trigger from this status. */
export function canMove(trigger: Trigger, from: BookingStatus): boolean {
  return findTransition(trigger, from) !== undefined;
}

/** Returns a moved copy of the booking; undefined if the contract has no such transition. */
export function moveBooking(booking: Booking, move: Move, now: Date): Moved | undefined {
  const transition = findTransition(move.trigger, booking.status, move.to);
  if (!transition) return undefined;
  const { next_action: _action, expires_at: _expires, documents: _documents, ...rest } = booking;
  const moved = { ...rest, status: move.to, updated: now.toISOString(), ...fieldsOf(move, now) };
  return { booking: withDecisionTime(moved, now), events: transition.events };
}

interface ModifiedValues extends Pick<Opening, 'starts_at' | 'price' | 'cancellation'> {
  readonly changes: ModifyBooking;
  readonly documents?: readonly BookingDocument[] | undefined;
}

/**
 * Returns a copy of the booking with the new values; undefined if its status allows no modification (STA-11, BKG-8). `price` is the
 * new total. If undefined, the price stays the same (CRD-5). Without `starts_at`, another slot has no start. `documents` replace those of
 * the booking (BKG-15), unless its guest was erased: they would name the guest again.
 */
export function modifiedBooking(
  booking: Booking,
  { changes, starts_at, price, cancellation, documents }: ModifiedValues,
  now: Date,
): Moved | undefined {
  const transition = findTransition('modify', booking.status);
  if (!transition) return undefined;
  const modified_at = now.toISOString();
  const { starts_at: before, ...others } = changedBooking(booking, changes);
  const start = starts_at ?? (others.slot_id === booking.slot_id ? before : undefined);
  return {
    booking: {
      ...others,
      ...(start !== undefined && { starts_at: start }),
      ...(price && { price }),
      ...(cancellation && { cancellation }),
      ...(documents && !isErased(booking) && { documents }),
      status: transition.to,
      updated: modified_at,
      last_modification: { modified_at, changes } satisfies EveryField<LastModification>,
    },
    events: transition.events,
  };
}

/** Returns the booking at `now`: expired, if it stayed in requires_action for too long (STA-8, STA-9). */
export function bookingAt(booking: Booking, now: Date): Booking {
  const { expires_at } = booking;
  if (expires_at === undefined || now.getTime() <= Date.parse(expires_at)) return booking;
  return moveBooking(booking, { trigger: 'time', to: 'expired' }, new Date(expires_at))?.booking ?? booking;
}

/** Returns the part of the booking that a webhook contains (BKG-1). */
export function toSummary(booking: Booking): BookingSummary {
  const summary: Record<string, unknown> = {};
  for (const field of bookingSummaryFields) {
    if (booking[field] !== undefined) summary[field] = booking[field];
  }
  // Every field of the summary is a field of the booking, and the summary's required fields are required there too.
  return summary as unknown as BookingSummary;
}

function fieldsOf(move: Move, now: Date): Partial<Booking> {
  switch (move.to) {
    case 'requires_action':
      return withExpiry(move.next_action, now, move.expires_at);
    case 'confirmed':
      return { confirmation_code: move.confirmation_code, ...(move.documents && { documents: move.documents }) };
    case 'failed':
      return { error_code: move.error_code, error_message: move.error_message };
    case 'processing':
    case 'cancelled':
    case 'expired':
      return {};
  }
}

function withExpiry(
  next_action: RequestedAction,
  now: Date,
  given?: string,
): Pick<Booking, 'next_action' | 'expires_at'> & Partial<Booking> {
  const seconds = bookingStates.states.requires_action.expires_after_seconds;
  const expires_at = given ?? new Date(now.getTime() + seconds * 1000).toISOString();
  return { next_action: { ...next_action, expires_at }, expires_at };
}

function eventsOf(trigger: Trigger, from: BookingStatus | null, to: BookingStatus): readonly EventType[] {
  return findTransition(trigger, from, to)?.events ?? [];
}

/**
 * Returns the delays of an event's deliveries, in seconds: one delivery per number. A service sends each event once, without delay. A
 * sandbox repeats and delays some, as networks do (DLV-6).
 */
export type DeliveryDelays = (type: EventType, booking: Booking) => readonly number[];

const onceWithoutDelay: DeliveryDelays = () => [0];

/**
 * Returns the events of one change, in order, each with the booking's summary at this moment (EVT-2, EVT-3). The ids of an event
 * and of its deliveries begin with the time of the event: the removal of old events finds its rows by their ids (DLV-14).
 */
export function toEvents(
  types: readonly EventType[],
  booking: Booking,
  { newId, deliveryDelays = onceWithoutDelay }: { newId: NewId; deliveryDelays?: DeliveryDelays | undefined },
): NewEvent[] {
  const created = booking.updated;
  const at = new Date(created);
  const data = { object: toSummary(booking) } satisfies EveryField<EventData>;
  return types.map((type) => {
    const id = newId('evt', at);
    const payload = JSON.stringify({ id, type, created, data } satisfies EveryField<BookingEvent>);
    const deliveries = deliveryDelays(type, booking).map((seconds) => ({
      id: newId('dlv', at),
      due_at: new Date(at.getTime() + seconds * 1000).toISOString(),
      attempts_allowed: delivery.max_attempts,
    }));
    return { id, type, created, payload, deliveries };
  });
}

/** The used and the reserved part of an organization's test allowance (AUT-6, MOD-3). */
export interface TestAllowance {
  readonly test_allowance: number;
  /** The test bookings that were ever confirmed. */
  readonly test_confirmed: number;
  /** The test bookings in progress, each of which may still be confirmed. At most the rest of the allowance. */
  readonly test_reserved: number;
}

/** Returns whether one more test booking may be created. */
export function hasTestBookingLeft({ test_allowance, test_confirmed, test_reserved }: TestAllowance): boolean {
  return test_confirmed + test_reserved < test_allowance;
}

/**
 * Returns the booking that its caller cancels; undefined if its status allows no cancel. The policy of a confirmed one decides at this
 * moment what it gets back (CRD-11), because its provider may be down for long.
 */
export function cancelledBooking(booking: Booking, now: Date): Moved | undefined {
  const moved = moveBooking(booking, { trigger: 'cancel', to: 'cancelled' }, now);
  const { status, cancellation } = booking;
  if (!moved || !cancellation || status !== 'confirmed') return moved;
  const { free_until, late_refund_percent } = cancellation;
  const refund_percent = now.getTime() <= Date.parse(free_until) ? 100 : late_refund_percent;
  return { ...moved, booking: { ...moved.booking, cancellation: { ...cancellation, refund_percent } } };
}
