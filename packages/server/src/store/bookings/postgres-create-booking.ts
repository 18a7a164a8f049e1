import { noOrigin } from '../../domain/origin.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { AcceptedBooking, Store } from '../store.ts';
import { bookingColumns, eventFields, runField, toStored, type BookingRow } from './postgres-booking-rows.ts';
import type { Database, Statement } from '../postgres/connection/database.ts';
import { jsonArgument } from '../postgres/connection/json-argument.ts';
import type { RunNotices } from '../postgres/connection/run-notices.ts';

const selectByKey: Statement = {
  name: 'select_booking_by_key',
  text: `
    SELECT ${bookingColumns} FROM idempotency_keys k JOIN bookings b ON b.organization_id = k.organization_id AND b.id = k.booking_id
    WHERE k.organization_id = $1 AND k.livemode = $2 AND k.idempotency_key = $3`,
};

export const insertBooking: Statement = { name: 'create_booking', text: 'SELECT * FROM create_booking($1, $2)' };

/** The row of a create that the test allowance refuses. */
interface RefusedRow {
  readonly document: null;
}

/** Creates bookings, with everything that is committed with them: idempotency key, events, deliveries and run. */
export function postgresCreateBooking(
  database: Database,
  notices: Pick<RunNotices, 'notify'>,
): Pick<Store, 'createBooking' | 'findBookingByKey'> {
  return {
    async findBookingByKey({ organization_id, livemode, idempotency_key }) {
      const values = [organization_id, livemode, idempotency_key];
      const [row] = await database.query<BookingRow>(selectByKey, values);
      return row && toStored(row);
    },
    async createBooking(accepted) {
      const { organization_id, booking, run } = accepted;
      const [earlier] = await database.query<BookingRow | RefusedRow>(insertBooking, createValues(accepted));
      if (earlier?.document === null) throw new Refusal('free_tier_exhausted');
      if (earlier) return { stored: toStored(earlier), replayed: true };
      if (run) notices.notify();
      const step = run?.step ?? 0;
      return { stored: { organization_id, version: 1, step, working: run !== undefined, booking }, replayed: false };
    },
  };
}

/** Returns the parameters of insertBooking. */
export function createValues({
  organization_id,
  booking,
  idempotency_key,
  events,
  origin = noOrigin,
  run,
}: AcceptedBooking): [organization_id: string, create: string] {
  const { id, livemode, status, expires_at, provider, created, confirmation_code } = booking;
  const create = {
    id,
    livemode,
    idempotency_key,
    status,
    expires_at,
    provider,
    created,
    confirmation_code,
    document: JSON.stringify(booking),
    run: runField(run, booking),
    ...eventFields(events, origin),
    ...origin,
  };
  return [organization_id, jsonArgument(create)];
}
