import { delivery, type Booking, type ContinueBooking, type ModifyBooking } from '@booking-service/contract';
import type { NewEvent } from '../../domain/booking.ts';
import type { Origin } from '../../domain/origin.ts';
import { isReady } from '../runs/runs.ts';
import type { NewRun, StoredBooking } from '../store.ts';

/** The columns of a stored booking, for `bookings b`. `working` is a scalar: for an EXISTS the planner may read all of `runs`. */
export const bookingColumns = `b.organization_id, b.version, b.step, b.document,
  (SELECT TRUE FROM runs r WHERE r.organization_id = b.organization_id AND r.booking_id = b.id) IS TRUE AS working`;

export interface BookingRow extends Omit<StoredBooking, 'booking'> {
  readonly document: Booking;
}

export function toStored({ organization_id, version, step, working, document }: BookingRow): StoredBooking {
  return { organization_id, version, step, working, booking: document };
}

/** Returns the parameters p_events and p_deliveries of a function. */
export function eventValues(events: readonly NewEvent[], origin: Origin): [events: string, deliveries: string] {
  return [
    JSON.stringify(events.map(({ id, type, created, payload }) => ({ id, type, created, payload, ...origin }))),
    JSON.stringify(
      events.flatMap(({ id: event_id, type: event_type, deliveries }) =>
        deliveries.map(({ id, due_at }) => ({
          id,
          event_id,
          event_type,
          attempts_allowed: delivery.max_attempts,
          due_at,
        })),
      ),
    ),
  ];
}

/** Returns the parameters p_step to p_provider of a function; all null without a run. */
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
