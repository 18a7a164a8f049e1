import type { AcceptedBooking, Store } from '../store.ts';
import {
  bookingColumns,
  eventValues,
  insertEvents,
  runColumns,
  runValues,
  toStored,
  type BookingRow,
} from './booking-rows.ts';
import type { Database, Statement } from './connection/database.ts';
import type { RunNotices } from './connection/run-notices.ts';

const selectByKey: Statement = {
  name: 'select_booking_by_key',
  text: `
    SELECT ${bookingColumns} FROM idempotency_keys k JOIN bookings b ON b.id = k.booking_id
    WHERE k.organization_id = $1 AND k.livemode = $2 AND k.idempotency_key = $3`,
};

/**
 * One statement:
 *  1. keyed   takes the idempotency key; who comes while another takes it waits for that one, and finds it taken
 *  2. fresh   has a row where the booking is to be made: the key was free, or there is none
 *  3. booking, run, events and deliveries are made from that
 *  4. the booking made earlier under the key is told, if it was there when the statement began
 */
export const insertBooking: Statement = {
  name: 'insert_booking',
  text: `
    WITH keyed AS (
      INSERT INTO idempotency_keys (organization_id, livemode, idempotency_key, booking_id)
      SELECT $2, $3, $4, $1 WHERE $4::text IS NOT NULL
      ON CONFLICT (organization_id, livemode, idempotency_key) DO NOTHING
      RETURNING booking_id),
    fresh AS (SELECT $2::text AS organization_id WHERE $4::text IS NULL OR EXISTS (SELECT FROM keyed)),
    added_booking AS (
      INSERT INTO bookings (id, organization_id, version, step, status, expires_at, document)
      SELECT $1, organization_id, 1, coalesce($8::integer, 0), $5, $6, $7::json FROM fresh),
    added_run AS (
      INSERT INTO runs (booking_id, organization_id, began, ${runColumns})
      SELECT $1, organization_id, $11, $8, $9::json, $10::json, $11, $12::integer, $13, $14, $15::boolean, $16
      FROM fresh WHERE $8 IS NOT NULL),
    ${insertEvents({ source: 'fresh', parameter: 17 })}
    SELECT EXISTS (SELECT FROM fresh) AS created, earlier.*
    FROM (SELECT) AS one LEFT JOIN (
      SELECT ${bookingColumns} FROM idempotency_keys k JOIN bookings b ON b.id = k.booking_id
      WHERE k.organization_id = $2 AND k.livemode = $3 AND k.idempotency_key = $4) AS earlier ON TRUE`,
};

/** Bookings as they are made, with all that commits together with them: the idempotency key, events, deliveries, the run. */
export function postgresCreateBooking(
  database: Database,
  notices: Pick<RunNotices, 'tell'>,
): Pick<Store, 'createBooking' | 'findBookingByKey'> {
  const findBookingByKey: Store['findBookingByKey'] = async ({ organization_id, livemode, idempotency_key }) => {
    const values = [organization_id, livemode, idempotency_key];
    const [row] = await database.query<BookingRow>(selectByKey, values);
    return row && toStored(row);
  };

  return {
    findBookingByKey,
    async createBooking(accepted) {
      const { organization_id, booking, idempotency_key, run } = accepted;
      const [row] = await database.query<{ created: boolean } & (BookingRow | { document: null })>(
        insertBooking,
        createValues(accepted),
      );
      if (row?.created) {
        if (run) notices.tell();
        const step = run?.step ?? 0;
        return { stored: { organization_id, version: 1, step, working: run !== undefined, booking }, replayed: false };
      }
      if (row && row.document !== null) return { stored: toStored(row), replayed: true };
      // The key was taken while this statement waited: the booking is there, where a new statement sees it.
      const earlier =
        idempotency_key === undefined
          ? undefined
          : await findBookingByKey({ organization_id, livemode: booking.livemode, idempotency_key });
      if (!earlier) throw new Error(`Booking ${booking.id} was neither made nor found.`);
      return { stored: earlier, replayed: true };
    },
  };
}

/** The statement's parameters. */
export function createValues({
  organization_id,
  booking,
  idempotency_key,
  events,
  run,
}: AcceptedBooking): readonly (string | number | boolean | null)[] {
  return [
    booking.id,
    organization_id,
    booking.livemode,
    idempotency_key ?? null,
    booking.status,
    booking.expires_at ?? null,
    JSON.stringify(booking),
    ...runValues(run, booking),
    ...eventValues(events),
  ];
}
