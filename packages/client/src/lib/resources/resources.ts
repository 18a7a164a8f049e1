/** The types of the resources that calls return, and of the bodies that calls send. */
import type { Received } from './received.ts';
import type { components, operations } from '../../generated/openapi.ts';
import type { RefusalCodes } from '../../generated/tables.ts';

export type {
  AvailabilitySearch,
  ContinueBooking,
  CreateBooking,
  CreateSession,
  Guest,
  ModifyBooking,
  VenueSearch,
  VerifySession,
} from '../../generated/openapi.ts';

type Schemas = components['schemas'];

/** The operationId of an operation of the contract. */
export type OperationId = keyof operations;

/** A status that this version lists. `failed`, `cancelled` and `expired` are final. */
export type BookingStatus = Schemas['BookingStatus'];

/** A code of a refusal, in `error_code` or, for older codes, in `error`. */
export type ErrorCode = RefusalCodes[OperationId] | Schemas['ErrorCode'] | Schemas['OlderErrorCode'];

/** A booking in full. */
export interface Booking extends Received<Schemas['Booking']> {}

/** What the person or the caller must do for a booking that is `requires_action`. */
export type NextAction = NonNullable<Booking['next_action']>;

/** A place that takes bookings. */
export interface Venue extends Received<Schemas['Venue']> {}

/** A time at which a venue offers a place. */
export interface Slot extends Received<Schemas['Slot']> {}

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
  /** Whether another page follows. */
  readonly has_more: More;
  /** The cursor of the next page. Null if no page follows. */
  readonly next_cursor: Cursor;
}
