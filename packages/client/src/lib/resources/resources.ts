/** The types of the resources that calls return, and of the bodies that calls send. */
import type { Received, UnknownMember } from './received.ts';
import type * as wire from '../../generated/openapi.ts';
import type { RefusalCodes } from '../../generated/tables.ts';

export type {
  AvailabilitySearch,
  CreateBooking,
  Guest,
  ModifyBooking,
  VenueSearch,
  VerifySession,
} from '../../generated/openapi.ts';

type Schemas = wire.components['schemas'];

/** The operationId of an operation of the contract. */
export type OperationId = keyof wire.operations;

/** A status that this version lists. `failed`, `cancelled` and `expired` are final. */
export type BookingStatus = Schemas['BookingStatus'];

/** A code of a refusal, in `error_code`. */
export type ErrorCode = RefusalCodes[OperationId] | Schemas['ErrorCode'] | Schemas['OlderErrorCode'];

/** A booking in full. */
export interface Booking extends Received<Schemas['Booking']> {
  readonly guest: BookingGuest;
  readonly last_modification?: LastModification;
  readonly next_action?: NextAction;
}

/** The guest of a booking, as sent. */
export interface BookingGuest extends Received<Schemas['BookingGuest']> {}

/** The latest modification that succeeded. */
export interface LastModification extends Received<Schemas['LastModification']> {}

type ActionOf<Type extends Schemas['NextAction']['type']> = Extract<Schemas['NextAction'], { type: Type }>;

/** A code was sent to the person. Continue the booking with an {@link EnteredCode}. */
export interface EnterCode extends Received<ActionOf<'enter_code'>> {}

/** The person approves the payment at `url`. Continue the booking with an {@link AuthorizedPayment}. */
export interface AuthorizePayment extends Received<ActionOf<'authorize_payment'>> {}

/** The caller confirms a booking that was created with `confirm_later`. Continue the booking with a {@link ConfirmedByCaller}. */
export interface ConfirmBooking extends Received<ActionOf<'confirm_booking'>> {}

/** The provider asks questions. Continue the booking with {@link AnsweredQuestions}. */
export interface AnswerQuestions extends Received<ActionOf<'answer_questions'>> {}

/** The input that a booking in `requires_action` needs from the person or the caller. */
export type NextAction = EnterCode | AuthorizePayment | ConfirmBooking | AnswerQuestions | UnknownMember;

/** The code of an {@link EnterCode} action. */
export interface EnteredCode extends wire.EnteredCode {}

/** The approval of an {@link AuthorizePayment} action. */
export interface AuthorizedPayment extends wire.AuthorizedPayment {}

/** The confirmation of a {@link ConfirmBooking} action. Its guest and its metadata replace those of the booking. */
export interface ConfirmedByCaller extends wire.ConfirmedByCaller {}

/** The answers of an {@link AnswerQuestions} action, by the id of the question. */
export interface AnsweredQuestions extends wire.AnsweredQuestions {}

/** The input for the next action of a booking, of the same type. */
export type ContinueBooking = EnteredCode | AuthorizedPayment | ConfirmedByCaller | AnsweredQuestions;

/** An e-mail address that gets the six-digit code. */
export interface EmailDestination extends wire.EmailDestination {}

/** A phone that gets the six-digit code. */
export interface PhoneDestination extends wire.PhoneDestination {}

/** The destination of the six-digit code. */
export type CreateSession = EmailDestination | PhoneDestination;

/** A place that takes bookings. */
export interface Venue extends Received<Schemas['Venue']> {}

/** A time at which a venue offers a place. */
export interface Slot extends Received<Schemas['Slot']> {}

/** An event of a booking, with the body that its webhook has. */
export interface ListedEvent extends Received<Schemas['ListedEvent']> {}
export interface LoggedRequest extends Received<Schemas['LoggedRequest']> {}

/** A verification session. */
export interface Session extends Received<Schemas['Session']> {}

/** The card of a verified session, without its full number. */
export interface Card extends Received<Schemas['Card']> {}

/** One field of a request that violates the contract. */
export interface ErrorDetail extends Received<Schemas['ErrorDetail']> {}

/** One page of a search. If `has_more` is true, another page follows: pass `next_cursor` as its `cursor`. */
export type Page<Item> = PageOf<Item, true, string> | PageOf<Item, false, null>;

interface PageOf<Item, More extends boolean, Cursor> {
  readonly object: 'list';
  readonly data: readonly Item[];
  /** True if another page follows. */
  readonly has_more: More;
  /** The cursor of the next page. Null if no page follows. */
  readonly next_cursor: Cursor;
  /** In a search for venues: the providers that failed or took too long, whose venues are missing. Absent if there are none. */
  readonly missing_providers?: readonly string[];
}
