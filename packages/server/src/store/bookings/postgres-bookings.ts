import { noOrigin } from '../../domain/origin.ts';
import type { BookingText, Store } from '../store.ts';
import { bookingColumns, eventFields, runField, toStored, type BookingRow } from './postgres-booking-rows.ts';
import type { Database, Statement } from '../postgres/connection/database.ts';
import { jsonArgument } from '../postgres/connection/json-argument.ts';
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
  text: 'SELECT * FROM change_booking($1, $2)',
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
      const { id, status, expires_at, provider, confirmation_code } = booking;
      const change = {
        id,
        version: before.version,
        document: JSON.stringify(booking),
        status,
        expires_at,
        step,
        provider,
        confirmation_code,
        finished: finished?.lease_token,
        run: runField(run, booking),
        is_counted: confirmed && !booking.livemode,
        ...eventFields(events, origin),
        ...origin,
      };
      const values = [organization_id, jsonArgument(change)];
      const [changed] = await database.query<{ working: boolean }>(updateBooking, values);
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
