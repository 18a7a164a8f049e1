/** The part of the port that reads the bookings of one organization and their history. Every method reads a bounded number of rows. */
import type { Booking, BookingEvent, BookingPayment, BookingStatus, EventType } from '@booking-service/contract';
import { bookingAt } from '../../domain/booking.ts';
import type { Owned } from '@booking-service/kernel/store';
import { paymentColumns } from '../bookings/port.ts';
import type { DeliveryState, EventTimes, ListedAttempt } from './delivery-lists.ts';
import { bookingCursor, toListed, type BookingKey, type Listed, type ListPage } from './list-page.ts';

export type PaymentStatus = BookingPayment['status'];

/** Only bookings with all of these properties. */
export interface BookingFilter {
  /** The status at the time of the query. */
  readonly status?: BookingStatus | undefined;
  readonly livemode?: boolean | undefined;
  /** Only bookings created from this time. */
  readonly from?: Date | undefined;
  /** Only bookings created before this time. */
  readonly before?: Date | undefined;
}

/** Only payments with all of these properties. */
export interface PaymentFilter {
  readonly payment_status?: PaymentStatus | undefined;
  /** isUnsettled of the stored booking. */
  readonly payment_unsettled?: boolean | undefined;
}

/** Only events with all of these properties. */
export interface EventFilter extends EventTimes {
  readonly livemode: boolean;
  /** Default: every type. */
  readonly types?: readonly EventType[] | undefined;
  readonly booking_id?: string | undefined;
}

/** An event as its webhook has it. */
export interface StoredEvent {
  readonly booking_id: string;
  /** Null for a test event. */
  readonly livemode: boolean | null;
  /** The body of its webhook. */
  readonly payload: string;
}

/** A booking in a list: without its guest, and without what its caller added. */
export type ListedBooking = Pick<
  Booking,
  | 'id'
  | 'status'
  | 'provider'
  | 'livemode'
  | 'created'
  | 'updated'
  | 'venue_id'
  | 'slot_id'
  | 'starts_at'
  | 'party_size'
  | 'party'
  | 'price'
  | 'cancellation'
  | 'payment'
  | 'expires_at'
  | 'confirmation_code'
  | 'error_code'
  | 'error_message'
> & {
  /** The number of its documents, which are personal. */
  readonly document_count: number;
};

/** The name of a booking: one of its own, or one that its caller or its provider gave it. */
export type BookingName =
  | { readonly id: string }
  | { readonly idempotency_key: string }
  | { readonly confirmation_code: string };

/** An event of a booking, with the deliveries that sent it. */
export interface TimelineEvent {
  readonly id: string;
  readonly type: EventType;
  readonly created: string;
  /** The status of the booking that the event reports. */
  readonly status: BookingStatus;
  /** At most maxDeliveriesOfEvent. */
  readonly deliveries: readonly TimelineDelivery[];
}

export interface TimelineDelivery {
  readonly id: string;
  readonly state: DeliveryState;
  readonly next_attempt_at: string | null;
  /** The newest attempts, oldest first: at most maxTimelineAttempts. */
  readonly attempts: readonly ListedAttempt[];
  readonly has_earlier_attempts: boolean;
}

/** The maximum of deliveries of one event in a timeline. An event has one, and a few in a sandbox that repeats webhooks. */
export const maxDeliveriesOfEvent = 5;
/** The maximum of attempts of one delivery in a timeline. */
export const maxTimelineAttempts = 10;

export interface BookingLists {
  /**
   * Returns bookings as they are stored, newest first, in order of creation and id. The filter by status applies to their status at `now`:
   * a booking that has expired may still be stored as requires_action.
   */
  listBookings(
    query: BookingFilter & ListPage & { readonly organization_id: string; readonly now: Date },
  ): Promise<Listed<Booking>>;
  /** Returns bookings with a payment as they are stored, newest first, in order of creation and id. */
  listPayments(query: PaymentFilter & ListPage & { readonly organization_id: string }): Promise<Listed<Booking>>;
  /** Returns the events of all bookings as their webhooks have them, newest first, in order of id. Test events are not among them. */
  listEvents(query: EventFilter & ListPage & { readonly organization_id: string }): Promise<Listed<BookingEvent>>;
  findEvent(event: Owned): Promise<StoredEvent | undefined>;
  /** Finds the newest bookings with this name: at most `limit`. An idempotency key may have one booking in each environment. */
  findBookings(query: {
    readonly organization_id: string;
    readonly name: BookingName;
    readonly limit: number;
    readonly now: Date;
  }): Promise<ListedBooking[]>;
  /** Returns the events of a booking with their deliveries and attempts, oldest first. */
  listBookingEvents(
    query: ListPage & { readonly organization_id: string; readonly booking_id: string },
  ): Promise<Listed<TimelineEvent>>;
}

/** A page of bookings ends early before its documents have more characters than this: parsing them takes about a millisecond. */
export const maxCharacters = 262_144;

/** Returns the fields of a list of the booking at `now`: expired, if it stayed in requires_action for too long (STA-9). */
export function toListedBooking(stored: Booking, now: Date): ListedBooking {
  const booking = bookingAt(stored, now);
  const {
    starts_at,
    party,
    price,
    cancellation,
    payment,
    expires_at,
    confirmation_code,
    documents = [],
    error_code,
    error_message,
  } = booking;
  return {
    id: booking.id,
    status: booking.status,
    provider: booking.provider,
    livemode: booking.livemode,
    created: booking.created,
    updated: booking.updated,
    venue_id: booking.venue_id,
    slot_id: booking.slot_id,
    ...(starts_at !== undefined && { starts_at }),
    party_size: booking.party_size,
    ...(party && { party }),
    ...(price && { price }),
    ...(cancellation && { cancellation }),
    ...(payment && { payment }),
    ...(expires_at !== undefined && { expires_at }),
    ...(confirmation_code !== undefined && { confirmation_code }),
    document_count: documents.length,
    ...(error_code !== undefined && { error_code }),
    ...(error_message !== undefined && { error_message }),
  };
}

/**
 * Returns a page of bookings. `bookings` are the first rows of `page` that fit into it. A booking whose status has changed since
 * the page was searched is left out.
 */
export function toBookingPage(
  bookings: readonly Booking[],
  { page, status, now }: { page: Listed<BookingKey>; status: BookingStatus | undefined; now: Date },
): Listed<Booking> {
  const last = bookings.at(-1);
  const isCut = last !== undefined && bookings.length < page.rows.length;
  return {
    rows: bookings.filter((booking) => status === undefined || bookingAt(booking, now).status === status),
    next: isCut ? bookingCursor(last) : page.next,
  };
}

/**
 * Returns a page of bookings with a payment. `bookings` are the first rows of `page` that fit into it. A payment that has changed since
 * the page was searched is left out.
 */
export function toPaymentPage(
  bookings: readonly Booking[],
  page: Listed<BookingKey>,
  { payment_status, payment_unsettled }: PaymentFilter,
): Listed<Booking> {
  const last = bookings.at(-1);
  const isCut = last !== undefined && bookings.length < page.rows.length;
  const rows = bookings.filter((booking) => {
    const columns = paymentColumns(booking);
    return (
      (payment_status === undefined || columns.payment_status === payment_status) &&
      (payment_unsettled === undefined || columns.payment_unsettled === payment_unsettled)
    );
  });
  return { rows, next: isCut ? bookingCursor(last) : page.next };
}

/** An event, and the text that its webhook has. */
export interface EventText {
  readonly id: string;
  readonly payload: string;
}

/** Returns a page of events. `read` are the rows after the page before: one more than the limit, if there are so many. */
export function toEventPage(read: readonly EventText[], limit: number): Listed<BookingEvent> {
  const { rows, next } = toListed(read, limit, ({ id }) => id);
  // The payloads were written from events.
  return { rows: rows.map(({ payload }) => JSON.parse(payload) as BookingEvent), next };
}
