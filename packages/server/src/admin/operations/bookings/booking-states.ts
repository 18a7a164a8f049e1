import type { BookingRun, BookingState } from '@booking-service/contract/admin';
import type { EveryField } from '@booking-service/kernel/contract';
import { stuckBefore } from '../../../domain/run-schedule.ts';
import type { RunState } from '../../../store/runs/run-states.ts';
import type { StoredBooking } from '../../../store/store.ts';
import type { AdminContext } from '../../admin-context.ts';
import { AdminRefusal } from '../../admin-refusal.ts';
import { toShownBooking } from './booking-operations.ts';

/** After a lost race a change is decided again. This many losses in a row mean a fault. */
export const maxRaces = 20;

export interface BookingPath {
  readonly organization_id: string;
  readonly booking_id: string;
}

/** Returns a booking with its run, as the admin contract shows both. */
export async function showState(
  { organization_id, booking_id }: BookingPath,
  { store, clock }: Pick<AdminContext, 'store' | 'clock'>,
): Promise<BookingState> {
  const now = clock.now();
  const [[booking], [run]] = await Promise.all([
    store.findBookings({ organization_id, name: { id: booking_id }, limit: 1, now }),
    store.findRuns({ organization_id, booking_id }),
  ]);
  if (!booking) throw noBooking(booking_id);
  const state = {
    object: 'booking_state',
    booking: toShownBooking(booking),
    run: run ? toRun(run, now) : null,
  } as const;
  return state satisfies EveryField<BookingState>;
}

/** Returns the stored booking. Refuses with not_found if the organization has no such booking. */
export async function requireBooking(
  { organization_id, booking_id }: BookingPath,
  { store }: Pick<AdminContext, 'store'>,
): Promise<StoredBooking> {
  const stored = await store.findBooking({ organization_id, id: booking_id });
  if (!stored) throw noBooking(booking_id);
  return stored;
}

/** Returns a run as the admin contract shows it. */
export function toRun(
  { work, reason, since, attempts, failures, due_at, lease_until }: RunState,
  now: Date,
): BookingRun {
  const run = {
    work,
    reason,
    since,
    attempts,
    failures,
    next_attempt_at: due_at,
    in_progress: lease_until !== null && Date.parse(lease_until) >= now.getTime(),
    stuck: since !== null && Date.parse(since) <= stuckBefore(now).getTime(),
  };
  return run satisfies EveryField<BookingRun>;
}

function noBooking(booking_id: string): AdminRefusal {
  return new AdminRefusal('not_found', `No booking has the id ${booking_id}.`);
}
