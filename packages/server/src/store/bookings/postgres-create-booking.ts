import { noOrigin } from '../../domain/origin.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { AcceptedBooking, Store } from '../store.ts';
import { bookingColumns, eventValues, runValues, toStored, type BookingRow } from './postgres-booking-rows.ts';
import type { Database, Statement } from '../postgres/connection/database.ts';
import type { RunNotices } from '../postgres/connection/run-notices.ts';

const selectByKey: Statement = {
  name: 'select_booking_by_key',
  text: `
    SELECT ${bookingColumns} FROM idempotency_keys k JOIN bookings b ON b.organization_id = k.organization_id AND b.id = k.booking_id
    WHERE k.organization_id = $1 AND k.livemode = $2 AND k.idempotency_key = $3`,
};

export const insertBooking: Statement = {
  name: 'create_booking',
  text: `
    SELECT * FROM create_booking($1, $2, $3::boolean, $4, $5, $6, $7::json, $8::integer, $9::json, $10::json, $11,
      $12::integer, $13, $14, $15::boolean, $16, $17::json, $18::json, $19, $20, $21, $22,
      $23)`,
};

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
}: AcceptedBooking): readonly (string | number | boolean | null)[] {
  return [
    organization_id,
    booking.id,
    booking.livemode,
    idempotency_key ?? null,
    booking.status,
    booking.expires_at ?? null,
    JSON.stringify(booking),
    ...runValues(run, booking),
    ...eventValues(events, origin),
    booking.provider,
    booking.created,
    booking.confirmation_code ?? null,
    origin.request_id,
    origin.traceparent,
  ];
}
