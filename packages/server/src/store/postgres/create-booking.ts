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
 *  1. keyed   takes the idempotency key. A concurrent create under the same key waits here, and then finds it taken.
 *  2. fresh   has a row if the booking is created: the key was free, or there is none
 *  3. inserts booking, run, events and deliveries if fresh has a row
 *  4. returns the earlier booking of the key, if it existed when the statement began
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
      INSERT INTO bookings (id, organization_id, version, step, livemode, status, expires_at, document)
      SELECT $1, organization_id, 1, coalesce($8::integer, 0), $3, $5, $6, $7::json FROM fresh),
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

/** Creates bookings, with everything that is committed with them: idempotency key, events, deliveries and run. */
export function postgresCreateBooking(
  database: Database,
  notices: Pick<RunNotices, 'notify'>,
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
        if (run) notices.notify();
        const step = run?.step ?? 0;
        return { stored: { organization_id, version: 1, step, working: run !== undefined, booking }, replayed: false };
      }
      if (row && row.document !== null) return { stored: toStored(row), replayed: true };
      // Another create took the key while this statement waited. Only a new statement sees its booking.
      const earlier =
        idempotency_key === undefined
          ? undefined
          : await findBookingByKey({ organization_id, livemode: booking.livemode, idempotency_key });
      if (!earlier) throw new Error(`Booking ${booking.id} was neither created nor found.`);
      return { stored: earlier, replayed: true };
    },
  };
}

/** Returns the parameters of insertBooking. */
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
