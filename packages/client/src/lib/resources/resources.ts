/** The resources of the service, as they are read, and what calls are made with, as it is written. */
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

/** A status that this version knows. `failed`, `cancelled` and `expired` are final. */
export type BookingStatus = Schemas['BookingStatus'];

/** A code that a call can be refused with, wherever it stands in the body. */
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

/** The card behind a verified session; never a full number. */
export interface Card extends Received<Schemas['Card']> {}

/** One field of a request that does not fit the contract. */
export interface ErrorDetail extends Received<Schemas['ErrorDetail']> {}

/** One page of a search. `has_more` says whether another follows: there, `next_cursor` is the `cursor` to search on with. */
export type Page<Item> = PageOf<Item, true, string> | PageOf<Item, false, null>;

interface PageOf<Item, More extends boolean, Cursor> {
  readonly object: 'list';
  readonly data: readonly Item[];
  /** Whether another page follows. */
  readonly has_more: More;
  /** Where it starts; null where none follows. */
  readonly next_cursor: Cursor;
}
