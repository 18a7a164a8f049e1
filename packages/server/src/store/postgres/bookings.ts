import type { BookingText, Store } from '../store.ts';
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

const selectBooking: Statement = {
  name: 'select_booking',
  text: `SELECT ${bookingColumns} FROM bookings b WHERE b.id = $1`,
};
/** As text: the driver would parse a value of the type json. */
const selectText: Statement = {
  name: 'select_booking_text',
  text: 'SELECT organization_id, livemode, expires_at, document::text AS text FROM bookings WHERE id = $1',
};
const selectExpired: Statement = {
  name: 'select_expired',
  text: `
    SELECT ${bookingColumns} FROM bookings b WHERE b.status = 'requires_action' AND b.expires_at < $1
    ORDER BY b.expires_at LIMIT $2`,
};

/**
 * One statement. Like every statement, it locks the booking before its run:
 *  1. read     the booking, if its version is still $2
 *  2. held     the run that the change completes ($7, null for none), if the lease still holds
 *  3. changed  the booking. Without a row here the rest does nothing.
 *  4. the run  ends, or is replaced by the next one ($8 to $16; $8 is null if there is none)
 *  5. the events, the deliveries and the allowance ($17)
 * A later step, and the run after a completed one, replaces the earlier run and its lease. Within a step the run keeps its
 * lease, and a change can only make it due earlier.
 */
const updateBooking: Statement = {
  name: 'update_booking',
  text: `
    WITH read AS (SELECT b.id FROM bookings b WHERE b.id = $1 AND b.version = $2 FOR UPDATE),
    held AS (
      SELECT r.booking_id FROM runs r JOIN read ON read.id = r.booking_id WHERE r.lease_token = $7 FOR UPDATE OF r),
    changed AS (
      UPDATE bookings b SET document = $3::json, status = $4, expires_at = $5, step = $6, version = b.version + 1
      FROM read WHERE b.id = read.id AND ($7::text IS NULL OR EXISTS (SELECT FROM held))
      RETURNING b.organization_id, b.version, b.step, b.document),
    ended AS (
      DELETE FROM runs r USING changed WHERE r.booking_id = $1 AND r.lease_token = $7 AND $8::integer IS NULL),
    added_run AS (
      INSERT INTO runs AS r (booking_id, organization_id, began, failures, failing_since, ${runColumns})
      SELECT $1, organization_id, $11, 0, NULL, $8, $9::json, $10::json, $11, $12::integer, $13, $14, $15::boolean, $16
      FROM changed WHERE $8 IS NOT NULL
      ON CONFLICT (booking_id) DO UPDATE SET
        (began, failures, failing_since, ${runColumns}) = (
          SELECT began, failures, failing_since, ${runColumns} FROM (VALUES
            (TRUE, excluded.began, 0, NULL, excluded.step, excluded.answer, excluded.changes, excluded.due_at, excluded.attempt,
              excluded.lease_until, excluded.lease_token, excluded.ready, excluded.provider),
            (FALSE, r.began, r.failures, r.failing_since, r.step, r.answer, r.changes, least(r.due_at, excluded.due_at),
              r.attempt, r.lease_until, r.lease_token, r.ready OR (r.lease_until IS NULL AND excluded.ready), r.provider)
          ) AS either (is_next, began, failures, failing_since, ${runColumns})
          WHERE is_next = ($7::text IS NOT NULL OR excluded.step > r.step))),
    counted AS (
      UPDATE organizations o SET test_confirmed = o.test_confirmed + 1
      FROM changed WHERE o.id = changed.organization_id AND $17::boolean),
    ${insertEvents({ source: 'changed', parameter: 18 })}
    SELECT changed.*, $8 IS NOT NULL OR ($7::text IS NULL AND EXISTS (SELECT FROM runs WHERE booking_id = $1)) AS working
    FROM changed`,
};

/** Reads and changes bookings, with everything that is committed with a change. */
export function postgresBookings(
  database: Database,
  notices: Pick<RunNotices, 'notify'>,
): Pick<Store, 'findBooking' | 'findBookingText' | 'changeBooking' | 'listExpired'> {
  return {
    async findBooking(id) {
      const [row] = await database.query<BookingRow>(selectBooking, [id]);
      return row && toStored(row);
    },
    async findBookingText(id) {
      const [row] = await database.query<BookingText>(selectText, [id]);
      return row;
    },
    async changeBooking({ before, booking, events, run, finished }) {
      const confirmed = booking.status === 'confirmed' && before.booking.status !== 'confirmed';
      const [changed] = await database.query<BookingRow>(updateBooking, [
        booking.id,
        before.version,
        JSON.stringify(booking),
        booking.status,
        booking.expires_at ?? null,
        run ? run.step : before.step,
        finished?.lease_token ?? null,
        ...runValues(run, booking),
        confirmed && !booking.livemode,
        ...eventValues(events),
      ]);
      if (!changed) return undefined;
      if (run) notices.notify();
      return toStored(changed);
    },
    async listExpired(now, limit) {
      return (await database.query<BookingRow>(selectExpired, [now.toISOString(), limit])).map(toStored);
    },
  };
}
