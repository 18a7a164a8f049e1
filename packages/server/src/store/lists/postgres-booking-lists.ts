import { eventTypes, type Booking, type BookingEvent } from '@booking-service/contract';
import { bookingRanges, boundsOf, firstCreated, idBounds, paymentRanges, paymentsEnd } from './list-ranges.ts';
import {
  maxCharacters,
  maxDeliveriesOfEvent,
  maxTimelineAttempts,
  toBookingPage,
  toEventPage,
  toPaymentPage,
  toListedBooking,
  type BookingLists,
  type BookingName,
  type EventText,
  type StoredEvent,
  type TimelineDelivery,
  type TimelineEvent,
} from './booking-lists.ts';
import { afterEveryAttempt, toListedAttempt, type StoredAttempt } from './delivery-lists.ts';
import { bookingCursor, toListed, type BookingKey } from './list-page.ts';
import { type Database, jsonArgument, type Statement } from '@booking-service/kernel/store/postgres';
import { createAttemptsReader, readEventDeliveries, type EventDelivery } from './postgres-delivery-lists.ts';

export const selectKeys: Statement = {
  name: 'list_booking_keys',
  text: 'SELECT id, created FROM list_booking_keys($1, $2)',
};
export const selectPaymentKeys: Statement = {
  name: 'list_payment_keys',
  text: 'SELECT id, created FROM list_payment_keys($1, $2)',
};
/**
 * The documents of a page: as many as may be parsed together, and at least one. As text: the driver would parse all of them. The LIMIT
 * keeps one search of the index for each id. A join could read all bookings of the organization instead.
 */
export const selectDocuments: Statement = {
  name: 'select_booking_documents',
  text: `
    SELECT found.id, found.text FROM (
      SELECT wanted.id, b.text, wanted.place, sum(length(b.text)) OVER (ORDER BY wanted.place) AS characters
      FROM unnest($2::text[]) WITH ORDINALITY AS wanted (id, place), LATERAL (
        SELECT document::text AS text FROM bookings WHERE organization_id = $1 AND id = wanted.id LIMIT 1) AS b) AS found
    WHERE found.characters <= $3 OR found.place = 1
    ORDER BY found.place`,
};
export const selectByKey: Statement = {
  name: 'select_booking_ids_by_key',
  text: `
    SELECT subject_id AS id FROM idempotency_keys
    WHERE organization_id = $1 AND livemode = ANY ('{true,false}') AND idempotency_key = $2`,
};
export const selectConfirmed: Statement = {
  name: 'find_confirmed_bookings',
  text: 'SELECT id FROM find_confirmed_bookings($1, $2, $3)',
};
export const selectEvents: Statement = {
  name: 'read_subject_events',
  text: 'SELECT * FROM read_subject_events($1, $2, $3, $4)',
};

export const selectNewestEvents: Statement = {
  name: 'list_events',
  text: 'SELECT id, payload FROM list_events($1, $2)',
};

export const selectEvent: Statement = {
  name: 'find_event',
  text: 'SELECT subject_id AS booking_id, livemode, payload FROM events WHERE organization_id = $1 AND id = $2',
};

interface EventRow extends Pick<TimelineEvent, 'id' | 'type' | 'created'> {
  readonly payload: string;
}

/** Lists of bookings, and the events of one. */
export function postgresBookingLists(database: Database): BookingLists {
  const readAttempts = createAttemptsReader(database);

  /** Returns the bookings with these ids, in this order: as many as fit into a page. */
  async function readDocuments(organization_id: string, ids: readonly string[]): Promise<Booking[]> {
    if (ids.length === 0) return [];
    const rows = await database.query<{ text: string }>(selectDocuments, [organization_id, ids, maxCharacters]);
    // The documents were written from bookings.
    return rows.map(({ text }) => JSON.parse(text) as Booking);
  }

  async function findIds(organization_id: string, name: BookingName, limit: number): Promise<string[]> {
    if ('id' in name) return [name.id];
    const [statement, values] =
      'idempotency_key' in name
        ? [selectByKey, [organization_id, name.idempotency_key]]
        : [selectConfirmed, [organization_id, name.confirmation_code, limit]];
    return (await database.query<Pick<BookingKey, 'id'>>(statement, values)).map(({ id }) => id);
  }

  return {
    async listBookings({ organization_id, limit, cursor, now, ...filter }) {
      const ranges = bookingRanges(filter, { cursor, now });
      const list = { ranges, first_created: firstCreated(filter), max_rows: limit + 1 };
      const keys = await database.query<BookingKey>(selectKeys, [organization_id, jsonArgument(list)]);
      const page = toListed(keys, limit, bookingCursor);
      const bookings = await readDocuments(
        organization_id,
        page.rows.map(({ id }) => id),
      );
      return toBookingPage(bookings, { page, status: filter.status, now });
    },
    async listPayments({ organization_id, limit, cursor, ...filter }) {
      const list = { ranges: paymentRanges(filter), ...paymentsEnd(cursor), max_rows: limit + 1 };
      const keys = await database.query<BookingKey>(selectPaymentKeys, [organization_id, jsonArgument(list)]);
      const page = toListed(keys, limit, bookingCursor);
      const bookings = await readDocuments(
        organization_id,
        page.rows.map(({ id }) => id),
      );
      return toPaymentPage(bookings, page, filter);
    },
    async listEvents({ organization_id, livemode, types = eventTypes, booking_id, limit, ...query }) {
      const { first, last } = idBounds('evt', query);
      const list = { livemode, types, subject_id: booking_id, first_id: first, last_id: last, max_rows: limit + 1 };
      return toEventPage(
        await database.query<EventText>(selectNewestEvents, [organization_id, jsonArgument(list)]),
        limit,
      );
    },
    async findEvent({ organization_id, id }) {
      const [event] = await database.query<StoredEvent>(selectEvent, [organization_id, id]);
      return event;
    },
    async findBookings({ organization_id, name, limit, now }) {
      const ids = await findIds(organization_id, name, limit);
      return (await readDocuments(organization_id, ids)).map((booking) => toListedBooking(booking, now));
    },
    async listBookingEvents({ organization_id, booking_id, cursor = '', limit }) {
      const values = [organization_id, booking_id, cursor, limit + 1];
      const found = await database.query<EventRow>(selectEvents, values);
      const page = toListed(found, limit, ({ id }) => id);
      const events = page.rows.map(({ id }) => boundsOf(id));
      const deliveries = await readEventDeliveries(database, organization_id, { events, limit: maxDeliveriesOfEvent });
      const ids = deliveries.map(({ id }) => id);
      const range = { before: afterEveryAttempt, limit: maxTimelineAttempts + 1 };
      const attempts = await readAttempts(organization_id, ids, range);
      const byEvent = Map.groupBy(deliveries, ({ event_id }) => event_id);
      const rows = page.rows.map(({ payload, ...event }) => ({
        ...event,
        // The payload was written from an event.
        status: (JSON.parse(payload) as BookingEvent).data.object.status,
        deliveries: (byEvent.get(event.id) ?? []).map((row) => toDelivery(row, attempts.get(row.id) ?? [])),
      }));
      return { rows, next: page.next };
    },
  };
}

function toDelivery(row: EventDelivery, attempts: readonly StoredAttempt[]): TimelineDelivery {
  return {
    id: row.id,
    state: row.state,
    next_attempt_at: row.next_attempt_at,
    attempts: attempts.slice(-maxTimelineAttempts).map(toListedAttempt),
    has_earlier_attempts: attempts.length > maxTimelineAttempts,
  };
}
