import type { OperationRequest, OperationResponse } from '@booking-service/contract';
import { cancelledBooking, toEvents } from '../domain/booking.ts';
import { requireAllTaken } from '@booking-service/kernel/contract';
import { invalidState } from '../domain/contract.ts';
import type { Caller } from '../store/store.ts';
import type { OperationContext } from './operation-context.ts';
import { changeOwnBooking } from './own.ts';

/**
 * POST /v1/bookings/{id}/cancel (END-6). The cancellation is final at once; a run cancels at the provider afterwards. A run that is
 * already under way finds the booking cancelled and undoes its own work (STA-13).
 */
export async function cancelBooking(
  { path, body = {} }: OperationRequest<'cancelBooking'>,
  caller: Caller,
  { store, clock, newId, deliveryDelays, runs }: OperationContext,
): Promise<OperationResponse<'cancelBooking'>> {
  requireAllTaken(body);
  const { booking } = await changeOwnBooking(path.id, caller, { store, clock }, (found, { step }) => {
    const now = clock.now();
    const moved = cancelledBooking(found, now);
    if (!moved) throw invalidState('cancelled', found.status);
    return {
      booking: moved.booking,
      events: toEvents(moved.events, moved.booking, { newId, deliveryDelays }),
      run: { step, due_at: now.toISOString() },
    };
  });
  runs.wake({ organization_id: caller.organization.id });
  runs.wakeDeliveries(caller.organization.id);
  return { status: 200, body: booking };
}
