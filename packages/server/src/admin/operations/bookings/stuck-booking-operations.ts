import { errorCatalogue } from '@booking-service/contract';
import type { StuckBooking, StuckBookingList } from '@booking-service/contract/admin';
import { bookingAt, moveBooking, toEvents } from '../../../domain/booking.ts';
import { type EveryField, randomId } from '@booking-service/kernel/contract';
import { stuckBefore } from '../../../domain/run-schedule.ts';
import { isStuckCursor, type RunState } from '../../../store/runs/run-states.ts';
import type { AdminContext, AdminHandlers, OwnFields } from '../../admin-context.ts';
import { AdminRefusal } from '../../admin-refusal.ts';
import { toAuditEntry } from '../../to-audit-entry.ts';
import { requireBooking, showState, maxRaces, toRun } from './booking-states.ts';
import { defaultLimit, requireCursor, toListBody } from '../lists.ts';

/** The operations on bookings whose provider holds them up, and on the run of one booking. */
export function stuckBookingOperations({
  store,
  clock,
}: Pick<AdminContext, 'store' | 'clock'>): Pick<
  AdminHandlers,
  'listStuckBookings' | 'getBookingState' | 'retryBooking' | 'failBooking'
> {
  return {
    async listStuckBookings({ query: { limit = defaultLimit, cursor: given } }) {
      const now = clock.now();
      const cursor = requireCursor(given, isStuckCursor);
      const listed = await store.listStuckRuns({ stuck_before: stuckBefore(now), cursor, limit });
      const body = toListBody(listed, (run) => toStuckBooking(run, now));
      return { status: 200, body: body satisfies OwnFields<StuckBookingList> };
    },
    getBookingState: async ({ path }) => ({ status: 200, body: await showState(path, { store, clock }) }),
    async retryBooking({ path }, caller) {
      const { organization_id, booking_id } = path;
      await requireBooking(path, { store });
      const now = clock.now();
      const action = { action: 'retryBooking', organization_id, target: booking_id } as const;
      const isDue = await store
        .audited(toAuditEntry(action, { caller, now }))
        .retryRun({ organization_id, booking_id, now });
      if (!isDue) {
        const [run] = await store.findRuns(path);
        throw new AdminRefusal(
          'invalid_state',
          run
            ? `A worker has the run of booking ${booking_id}: the provider is being called. Try again after ${run.lease_until ?? now.toISOString()}.`
            : `Booking ${booking_id} has no work at its provider, so nothing can be retried.`,
        );
      }
      return { status: 200, body: await showState(path, { store, clock }) };
    },
    async failBooking({ path }, caller) {
      const { organization_id, booking_id } = path;
      for (let race = 0; race < maxRaces; race += 1) {
        const before = await requireBooking(path, { store });
        const now = clock.now();
        const { status } = bookingAt(before.booking, now);
        const move = { trigger: 'provider', to: 'failed', error_code: 'provider_failed', error_message } as const;
        const moved = status === before.booking.status ? moveBooking(before.booking, move, now) : undefined;
        if (!moved) {
          throw new AdminRefusal(
            'invalid_state',
            `Booking ${booking_id} is ${status}. Only a booking in processing or requires_action can be failed.`,
          );
        }
        const events = toEvents(moved.events, moved.booking, { newId: randomId });
        // The provider may have the booking: the run releases it. A worker that has the run finds it failed, and releases it, too.
        const run = { step: before.step, due_at: now.toISOString() };
        const details = { from: before.booking.status };
        const entry = toAuditEntry(
          { action: 'failBooking', organization_id, target: booking_id, details },
          { caller, now },
        );
        const change = { before, booking: moved.booking, events, run };
        if (await store.audited(entry).changeBooking(change))
          return { status: 200, body: await showState(path, { store, clock }) };
      }
      throw new AdminRefusal('invalid_state', `Booking ${booking_id} keeps changing. Send the request again.`);
    },
  };
}

const error_message = errorCatalogue.provider_failed.message;

function toStuckBooking(state: RunState, now: Date): StuckBooking {
  const { organization_id, booking_id, provider, status, payment_status, last_error } = state;
  const booking = {
    object: 'stuck_booking',
    organization_id,
    booking_id,
    provider,
    status,
    payment_status,
    last_error,
    run: toRun(state, now),
  } as const;
  return booking satisfies EveryField<StuckBooking>;
}
