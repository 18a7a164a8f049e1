import { noOrigin } from '../../domain/origin.ts';
import type { BookingText, Store } from '../store.ts';
import { bookingColumns, eventValues, runValues, toStored, type BookingRow } from './postgres-booking-rows.ts';
import type { Database, Statement } from '../postgres/connection/database.ts';
import type { RunNotices } from '../postgres/connection/run-notices.ts';

const selectBooking: Statement = {
  name: 'select_booking',
  text: `SELECT ${bookingColumns} FROM bookings b WHERE b.organization_id = $1 AND b.id = $2`,
};
/** As text: the driver would parse a value of the type json. */
const selectText: Statement = {
  name: 'select_booking_text',
  text: 'SELECT livemode, expires_at, document::text AS text FROM bookings WHERE organization_id = $1 AND id = $2',
};
export const claimExpired: Statement = { name: 'claim_expired', text: 'SELECT * FROM claim_expired($1, $2, $3)' };
const updateBooking: Statement = {
  name: 'change_booking',
  text: `
    SELECT * FROM change_booking($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
      $21, $22, $23)`,
};

/** Reads and changes bookings, with everything that is committed with a change. */
export function postgresBookings(
  database: Database,
  notices: Pick<RunNotices, 'notify'>,
): Pick<Store, 'findBooking' | 'findBookingText' | 'changeBooking' | 'claimExpired'> {
  return {
    async findBooking({ organization_id, id }) {
      const [row] = await database.query<BookingRow>(selectBooking, [organization_id, id]);
      return row && toStored(row);
    },
    async findBookingText({ organization_id, id }) {
      const [row] = await database.query<BookingText>(selectText, [organization_id, id]);
      return row;
    },
    async changeBooking({ before, booking, events, origin = noOrigin, run, finished }) {
      const confirmed = booking.status === 'confirmed' && before.booking.status !== 'confirmed';
      const { organization_id } = before;
      const step = run ? run.step : before.step;
      const [changed] = await database.query<{ working: boolean }>(updateBooking, [
        organization_id,
        booking.id,
        before.version,
        JSON.stringify(booking),
        booking.status,
        booking.expires_at ?? null,
        step,
        finished?.lease_token ?? null,
        ...runValues(run, booking),
        confirmed && !booking.livemode,
        ...eventValues(events, origin),
        booking.confirmation_code ?? null,
        origin.request_id,
        origin.traceparent,
      ]);
      if (!changed) return undefined;
      if (run) notices.notify();
      return { organization_id, version: before.version + 1, step, working: changed.working, booking };
    },
    async claimExpired({ now, lease_until, limit }) {
      const values = [now.toISOString(), lease_until.toISOString(), limit];
      return (await database.query<BookingRow>(claimExpired, values)).map(toStored);
    },
  };
}
