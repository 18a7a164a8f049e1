import { delivery, type Booking, type ContinueBooking, type ModifyBooking } from '@booking-service/contract';
import type { NewEvent } from '../../domain/booking-events.ts';
import { isReady } from '../run-readiness.ts';
import type { NewRun, StoredBooking } from '../store.ts';
import { queueDeliveries } from './delivery-queues.ts';

/** The columns of a stored booking, for `bookings b`. */
export const bookingColumns = `b.organization_id, b.version, b.step, b.document,
  EXISTS (SELECT FROM runs r WHERE r.booking_id = b.id) AS working`;

export interface BookingRow extends Omit<StoredBooking, 'booking'> {
  readonly document: Booking;
}

export function toStored({ organization_id, version, step, working, document }: BookingRow): StoredBooking {
  return { organization_id, version, step, working, booking: document };
}

/**
 * Returns three parts of a WITH that insert the events of $`parameter`, the deliveries of the next parameter and their queue,
 * if the earlier part `source` has a row. Without a webhook URL an event has no delivery, so a URL that is set later gets no
 * old events (DLV-2, DLV-11).
 */
export function insertEvents({ source, parameter }: { source: string; parameter: number }): string {
  return `
    added_events AS (
      INSERT INTO events (id, organization_id, booking_id, type, created, payload)
      SELECT e.id, s.organization_id, $1, e.type, e.created, e.payload
      FROM ${source} s,
        json_to_recordset($${parameter}::json) AS e (id text, type text, created text, payload text)),
    added_deliveries AS (
      INSERT INTO deliveries (id, event_id, organization_id, state, attempts_allowed, due_at)
      SELECT d.id, d.event_id, o.id, 'pending', d.attempts_allowed, d.due_at
      FROM ${source} s JOIN organizations o ON o.id = s.organization_id AND o.webhook_url IS NOT NULL,
        json_to_recordset($${parameter + 1}::json) AS d (id text, event_id text, attempts_allowed integer, due_at text)
      RETURNING organization_id, due_at),
    ${queueDeliveries('added_deliveries')}`;
}

/** Returns the two parameters of insertEvents. */
export function eventValues(events: readonly NewEvent[]): [events: string, deliveries: string] {
  return [
    JSON.stringify(events.map(({ id, type, created, payload }) => ({ id, type, created, payload }))),
    JSON.stringify(
      events.flatMap(({ id: event_id, deliveries }) =>
        deliveries.map(({ id, due_at }) => ({ id, event_id, attempts_allowed: delivery.max_attempts, due_at })),
      ),
    ),
  ];
}

/** The columns of a run that runValues returns. */
export const runColumns = 'step, answer, changes, due_at, attempt, lease_until, lease_token, ready, provider';

/** Returns the values of runColumns; all null if there is no run. */
export function runValues(
  run: NewRun | undefined,
  booking: Pick<Booking, 'updated' | 'provider'>,
): readonly (string | number | boolean | null)[] {
  if (!run) return [null, null, null, null, null, null, null, null, null];
  const { step, answer, changes, due_at, lease } = run;
  const json = (part: ContinueBooking | ModifyBooking | undefined) => (part ? JSON.stringify(part) : null);
  const { lease_until, lease_token = null } = lease ?? {};
  const leased = [lease_until?.toISOString() ?? null, lease_token];
  return [step, json(answer), json(changes), due_at, lease ? 1 : 0, ...leased, isReady(run, booking), booking.provider];
}
