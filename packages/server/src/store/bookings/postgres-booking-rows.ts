import { delivery, type Booking } from '@booking-service/contract';
import type { NewEvent } from '../../domain/booking.ts';
import type { Origin } from '../../domain/origin.ts';
import { isReady } from '../runs/runs.ts';
import type { NewRun, StoredBooking } from '../store.ts';

/**
 * The columns of a stored booking, for `bookings b` of the organization $1. `working` is a scalar: for an EXISTS the planner may read
 * all of `runs`. It names the parameter and not the column, so that a distributed database asks one node.
 */
export const bookingColumns = `b.organization_id, b.version, b.step, b.document,
  (SELECT TRUE FROM runs r WHERE r.organization_id = $1 AND r.booking_id = b.id) IS TRUE AS working`;

export interface BookingRow extends Omit<StoredBooking, 'booking'> {
  readonly document: Booking;
}

export function toStored({ organization_id, version, step, working, document }: BookingRow): StoredBooking {
  return { organization_id, version, step, working, booking: document };
}

/** The fields of a JSON argument for events and their deliveries. */
interface EventFields {
  readonly events: readonly (Omit<NewEvent, 'deliveries'> & Origin)[];
  readonly deliveries: readonly {
    readonly id: string;
    readonly event_id: string;
    readonly event_type: string;
    readonly attempts_allowed: number;
    readonly due_at: string;
  }[];
}

/** The field of a JSON argument for a run. */
interface RunField extends Pick<NewRun, 'step' | 'due_at'> {
  readonly answer: string | undefined;
  readonly changes: string | undefined;
  readonly attempt: 0 | 1;
  readonly lease_until: string | undefined;
  readonly lease_token: string | undefined;
  readonly ready: boolean;
}

export function eventFields(events: readonly NewEvent[], origin: Origin): EventFields {
  return {
    events: events.map(({ id, type, created, payload }) => ({ id, type, created, payload, ...origin })),
    deliveries: events.flatMap(({ id: event_id, type: event_type, deliveries }) =>
      deliveries.map(({ id, due_at }) => ({
        id,
        event_id,
        event_type,
        attempts_allowed: delivery.max_attempts,
        due_at,
      })),
    ),
  };
}

export function runField(
  run: NewRun | undefined,
  booking: Pick<Booking, 'updated' | 'provider'>,
): RunField | undefined {
  if (!run) return undefined;
  const { step, answer, changes, due_at, lease } = run;
  return {
    step,
    answer: answer && JSON.stringify(answer),
    changes: changes && JSON.stringify(changes),
    due_at,
    attempt: lease ? 1 : 0,
    lease_until: lease?.lease_until.toISOString(),
    lease_token: lease?.lease_token,
    ready: isReady(run, booking),
  };
}
