import { eventTypes, type Booking } from '@booking-service/contract';
import type { DatabaseSync } from 'node:sqlite';
import type { Owned, Part } from '@booking-service/kernel/store';
import { inSnapshot, prepareOn } from '@booking-service/kernel/store/sqlite';
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
  type TimelineDelivery,
  type TimelineEvent,
} from './booking-lists.ts';
import { afterEveryAttempt, toListedAttempt } from './delivery-lists.ts';
import { bookingCursor, toListed, type BookingKey } from './list-page.ts';
import { deliveriesOfEvent, prepareDeliveryDetails } from './sqlite-delivery-lists.ts';

/** Selects one range of the bookings. */
export const rangeOfBookings = `
  SELECT created, id FROM bookings INDEXED BY bookings_listed
  WHERE organization_id = :organization_id AND livemode = :livemode AND status = :status
    AND created >= :from AND (created, id) < (:before_created, :before_id)
  ORDER BY created DESC, id DESC LIMIT :limit`;

/** Selects one range of the bookings with a payment. */
export const rangeOfPayments = `
  SELECT created, id FROM bookings INDEXED BY bookings_with_payment
  WHERE organization_id = :organization_id AND payment_unsettled = :payment_unsettled AND payment_status = :payment_status
    AND payment_status IS NOT NULL AND (created, id) < (:before_created, :before_id)
  ORDER BY created DESC, id DESC LIMIT :limit`;
/** Selects the newest bookings with a confirmation code. */
export const confirmedBookings = `
  SELECT id FROM bookings INDEXED BY bookings_by_confirmation
  WHERE organization_id = ? AND confirmation_code = ? ORDER BY created DESC, id DESC LIMIT ?`;
/** Selects the newest events of one environment and one type. */
export const eventsOfType = `
  SELECT id, payload FROM events INDEXED BY events_listed
  WHERE organization_id = :organization_id AND livemode = :livemode AND type = :type AND id >= :first AND id < :last
  ORDER BY id DESC LIMIT :limit`;
/** Selects the newest events of a booking in one environment and of one type. A booking has few events of other types. */
export const eventsOfBooking = `
  SELECT id, payload FROM events INDEXED BY events_of_subject
  WHERE organization_id = :organization_id AND subject_id = :booking_id AND livemode = :livemode AND type = :type
    AND id >= :first AND id < :last
  ORDER BY id DESC LIMIT :limit`;
/** Selects the oldest events of a booking. */
export const oldestEvents = `
  SELECT id, type, created, payload ->> '$.data.object.status' AS status FROM events INDEXED BY events_of_subject
  WHERE organization_id = ? AND subject_id = ? AND id > ? ORDER BY id LIMIT ?`;

type DeliveryRow = Pick<TimelineDelivery, 'id' | 'state' | 'next_attempt_at'>;

/** Lists of bookings, and the events of one. */
export function sqliteBookingLists(db: DatabaseSync): Part<BookingLists, object> {
  const prepare = prepareOn(db);
  const selectRange = prepare.read(rangeOfBookings);
  const selectRangeOfPayments = prepare.read(rangeOfPayments);
  const selectDocument = prepare.read('SELECT document FROM bookings WHERE organization_id = ? AND id = ?');
  const selectByKey = prepare.read(`
    SELECT subject_id AS id FROM idempotency_keys WHERE organization_id = ? AND livemode IN (0, 1) AND idempotency_key = ?`);
  const selectConfirmed = prepare.read(confirmedBookings);
  const selectEvents = prepare.read(oldestEvents);
  const selectEventsOfType = prepare.read(eventsOfType);
  const selectEventsOfBooking = prepare.read(eventsOfBooking);
  const selectEvent = prepare.read(
    'SELECT subject_id AS booking_id, livemode, payload FROM events WHERE organization_id = ? AND id = ?',
  );
  const selectDeliveries = prepare.read(deliveriesOfEvent);
  const details = prepareDeliveryDetails(db);

  /** Returns the bookings with these ids: as many as fit into a page. */
  function readDocuments(organization_id: string, ids: readonly string[]): Booking[] {
    const texts: string[] = [];
    let characters = 0;
    for (const id of ids) {
      const document = String(selectDocument.get(organization_id, id)?.['document']);
      characters += document.length;
      if (characters > maxCharacters && texts.length > 0) break;
      texts.push(document);
    }
    // The documents were written from bookings.
    return texts.map((text) => JSON.parse(text) as Booking);
  }

  function findIds(organization_id: string, name: BookingName, limit: number): string[] {
    const rows =
      'id' in name
        ? [name]
        : 'idempotency_key' in name
          ? selectByKey.all(organization_id, name.idempotency_key)
          : selectConfirmed.all(organization_id, name.confirmation_code, limit);
    return rows.map(({ id }) => String(id));
  }

  function toDelivery(organization_id: string, { id, ...row }: DeliveryRow): TimelineDelivery {
    const delivery: Owned = { organization_id, id };
    const range = { before: afterEveryAttempt, limit: maxTimelineAttempts + 1 };
    const attempts = details.readAttempts(delivery, range).map(toListedAttempt);
    return {
      id,
      state: row.state,
      next_attempt_at: row.next_attempt_at,
      attempts: attempts.slice(-maxTimelineAttempts),
      has_earlier_attempts: attempts.length > maxTimelineAttempts,
    };
  }

  return {
    reads: {
      async listBookings({ organization_id, limit, cursor, now, ...filter }) {
        const bounds = { organization_id, from: firstCreated(filter), limit: limit + 1 };
        return inSnapshot(db, () => {
          const rows = bookingRanges(filter, { cursor, now }).flatMap(({ livemode, ...range }) =>
            selectRange.all({ ...bounds, ...range, livemode: Number(livemode) }),
          );
          // The statements have these columns.
          const keys = (rows as unknown as BookingKey[]).toSorted(newestFirst).slice(0, limit + 1);
          const page = toListed(keys, limit, bookingCursor);
          const bookings = readDocuments(
            organization_id,
            page.rows.map(({ id }) => id),
          );
          return toBookingPage(bookings, { page, status: filter.status, now });
        });
      },
      async listPayments({ organization_id, limit, cursor, ...filter }) {
        const bounds = { organization_id, ...paymentsEnd(cursor), limit: limit + 1 };
        return inSnapshot(db, () => {
          const rows = paymentRanges(filter).flatMap(({ payment_unsettled, ...range }) =>
            selectRangeOfPayments.all({ ...bounds, ...range, payment_unsettled: Number(payment_unsettled) }),
          );
          // The statement has these columns.
          const keys = (rows as unknown as BookingKey[]).toSorted(newestFirst).slice(0, limit + 1);
          const page = toListed(keys, limit, bookingCursor);
          const bookings = readDocuments(
            organization_id,
            page.rows.map(({ id }) => id),
          );
          return toPaymentPage(bookings, page, filter);
        });
      },
      async listEvents({ organization_id, livemode, types = eventTypes, booking_id, limit, ...query }) {
        const bounds = { organization_id, livemode: Number(livemode), ...idBounds('evt', query), limit: limit + 1 };
        const [select, values] =
          booking_id === undefined ? [selectEventsOfType, bounds] : [selectEventsOfBooking, { ...bounds, booking_id }];
        const rows = inSnapshot(db, () => types.flatMap((type) => select.all({ ...values, type })));
        // The statement has these columns.
        const found = (rows as unknown as EventText[]).toSorted((a, b) => (a.id < b.id ? 1 : -1));
        return toEventPage(found, limit);
      },
      async findEvent({ organization_id, id }) {
        const row = selectEvent.get(organization_id, id);
        if (!row) return undefined;
        const { booking_id, livemode, payload } = row;
        return {
          booking_id: String(booking_id),
          livemode: livemode === null ? null : livemode === 1,
          payload: String(payload),
        };
      },
      async findBookings({ organization_id, name, limit, now }) {
        const ids = findIds(organization_id, name, limit);
        return ids.flatMap((id) => {
          const row = selectDocument.get(organization_id, id);
          return row ? toListedBooking(JSON.parse(String(row['document'])) as Booking, now) : [];
        });
      },
      async listBookingEvents({ organization_id, booking_id, cursor = '', limit }) {
        return inSnapshot(db, () => {
          const rows = selectEvents.all(organization_id, booking_id, cursor, limit + 1);
          // The statement has these columns.
          const page = toListed(rows as unknown as Omit<TimelineEvent, 'deliveries'>[], limit, ({ id }) => id);
          const events = page.rows.map((event): TimelineEvent => {
            const bounds = { organization_id, ...boundsOf(event.id), limit: maxDeliveriesOfEvent };
            const deliveries = selectDeliveries.all(bounds) as unknown as DeliveryRow[];
            return { ...event, deliveries: deliveries.map((row) => toDelivery(organization_id, row)) };
          });
          return { rows: events, next: page.next };
        });
      },
    },
    writes: {},
  };
}

function newestFirst(a: BookingKey, b: BookingKey): number {
  if (a.created !== b.created) return a.created < b.created ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}
