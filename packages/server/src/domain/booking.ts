/**
 * The booking's state machine, pure: a booking and a move in, the moved booking and its events out.
 * Which moves exist, and which events they send, is the contract's table; nothing here repeats it.
 */
import {
  bookingStates,
  bookingSummaryFields,
  type Booking,
  type BookingChanges,
  type BookingErrorCode,
  type BookingGuest,
  type BookingStatus,
  type BookingSummary,
  type CreateBooking,
  type EventType,
  type Guest,
  type LastModification,
  type NextAction,
  type ModifyBooking,
  type Transition,
  type Trigger,
} from '@booking-service/contract';
import { noneLeft, type EveryField } from './every-field.ts';

/** What next_action asks, before the moment it expires is known. */
export type AskedAction = NextAction extends infer Action
  ? Action extends NextAction
    ? Omit<Action, 'expires_at'>
    : never
  : never;

/** What a move brings with it, by the status it leads to. */
interface Brings {
  processing: unknown;
  requires_action: { readonly next_action: AskedAction };
  confirmed: { readonly confirmation_code: string };
  failed: { readonly error_code: BookingErrorCode; readonly error_message: string };
  cancelled: unknown;
  expired: unknown;
}

type MoveTo<T extends Transition> = T extends Transition
  ? { readonly trigger: T['trigger']; readonly to: T['to'] } & Brings[T['to']]
  : never;

/** A move of an existing booking. A modification has its own function, for it changes no status. */
export type Move = MoveTo<Exclude<Transition, { trigger: 'create' | 'modify' }>>;

export interface Moved {
  readonly booking: Booking;
  readonly events: readonly EventType[];
}

export interface Opening {
  readonly id: string;
  readonly provider: string;
  readonly livemode: boolean;
  readonly request: CreateBooking;
  /** What is asked before the provider begins; left out, the booking starts as processing. */
  readonly next_action?: AskedAction;
}

/** The fields of a booking that the service sets itself. */
type OwnField =
  | 'id'
  | 'object'
  | 'status'
  | 'provider'
  | 'livemode'
  | 'created'
  | 'updated'
  | 'next_action'
  | 'expires_at'
  | 'confirmation_code'
  | 'error_code'
  | 'error_message'
  | 'last_modification';

/** The fields of a booking that come from its request as they are. */
type PlainField = Exclude<keyof CreateBooking, OwnField> & keyof Booking;

/** A field of a request that no booking has, or of a booking that neither a request nor the service sets. */
type UnplacedField = Exclude<
  keyof CreateBooking | keyof ModifyBooking | keyof Booking,
  PlainField | Exclude<OwnField, keyof CreateBooking | keyof ModifyBooking>
>;
noneLeft<UnplacedField>();

/** The fields that one has and the other lacks: what is nested in a request is passed on whole, too. */
type Difference<A, B> = Exclude<keyof A | keyof B, keyof A & keyof B>;
noneLeft<Difference<Guest, BookingGuest>>();
noneLeft<Difference<ModifyBooking, BookingChanges>>();

/** A fresh booking, and the events that tell of it (STA-1, BKG-12). */
export function openBooking({ id, provider, livemode, request, next_action }: Opening, now: Date): Moved {
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
    metadata,
    ...(next_action && asking(next_action, now)),
  };
  return { booking, events: eventsOf('create', null, to) };
}

/** The transition of this trigger from this status to that one, or undefined where the contract has none. */
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

/** Whether the contract lets this trigger move a booking of this status at all. */
export function canMove(trigger: Trigger, from: BookingStatus): boolean {
  return findTransition(trigger, from) !== undefined;
}

/** The booking after the move, or undefined where the contract has no such transition. Changes nothing in place. */
export function moveBooking(booking: Booking, move: Move, now: Date): Moved | undefined {
  const transition = findTransition(move.trigger, booking.status, move.to);
  if (!transition) return undefined;
  const { next_action: _asked, expires_at: _expires, ...rest } = booking;
  return {
    booking: { ...rest, status: move.to, updated: now.toISOString(), ...brought(move, now) },
    events: transition.events,
  };
}

/** The confirmed booking with the new values; undefined where its status allows none (STA-11, BKG-8). */
export function modifiedBooking(booking: Booking, changes: ModifyBooking, now: Date): Moved | undefined {
  const transition = findTransition('modify', booking.status);
  if (!transition) return undefined;
  const modified_at = now.toISOString();
  return {
    booking: {
      ...booking,
      ...changes,
      status: transition.to,
      updated: modified_at,
      last_modification: { modified_at, changes } satisfies EveryField<LastModification>,
    },
    events: transition.events,
  };
}

/** The booking as it is at `now`: expired, where it was left in requires_action for too long (STA-8, STA-9). */
export function bookingAt(booking: Booking, now: Date): Booking {
  const { expires_at } = booking;
  if (expires_at === undefined || now.getTime() <= Date.parse(expires_at)) return booking;
  return moveBooking(booking, { trigger: 'time', to: 'expired' }, new Date(expires_at))?.booking ?? booking;
}

/** What a webhook tells of the booking, and nothing more (BKG-1). */
export function toSummary(booking: Booking): BookingSummary {
  const fields = bookingSummaryFields.filter((field) => booking[field] !== undefined);
  // Each of the summary's fields is one of the booking's, and those that are required of both are there.
  return Object.fromEntries(fields.map((field) => [field, booking[field]])) as unknown as BookingSummary;
}

function brought(move: Move, now: Date): Partial<Booking> {
  switch (move.to) {
    case 'requires_action':
      return asking(move.next_action, now);
    case 'confirmed':
      return { confirmation_code: move.confirmation_code };
    case 'failed':
      return { error_code: move.error_code, error_message: move.error_message };
    case 'processing':
    case 'cancelled':
    case 'expired':
      return {};
  }
}

function asking(next_action: AskedAction, now: Date): Pick<Booking, 'next_action' | 'expires_at'> & Partial<Booking> {
  const seconds = bookingStates.states.requires_action.expires_after_seconds;
  const expires_at = new Date(now.getTime() + seconds * 1000).toISOString();
  return { next_action: { ...next_action, expires_at }, expires_at };
}

function eventsOf(trigger: Trigger, from: BookingStatus | null, to: BookingStatus): readonly EventType[] {
  return findTransition(trigger, from, to)?.events ?? [];
}
