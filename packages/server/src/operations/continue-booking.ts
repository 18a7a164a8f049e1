import type { OperationRequest, OperationResponse } from '@booking-service/contract';
import { moveBooking, toEvents } from '../domain/booking.ts';
import { invalidState, Refusal } from '../domain/refusal.ts';
import type { Caller } from '../store/store.ts';
import type { OperationContext } from './operation-context.ts';
import { changeOwnBooking } from './own/own-booking.ts';

/** POST /v1/bookings/{id}/continue (END-5). Stores the caller's input with the provider's next step. */
export async function continueBooking(
  { path, body }: OperationRequest<'continueBooking'>,
  caller: Caller,
  { store, clock, newId, deliveryDelays, runs }: OperationContext,
): Promise<OperationResponse<'continueBooking'>> {
  const { booking } = await changeOwnBooking(path.id, caller, { store, clock }, (found, { step }) => {
    const now = clock.now();
    const moved = moveBooking(found, { trigger: 'continue', to: 'processing' }, now);
    if (!moved) throw invalidState('continued', found.status);
    if (found.next_action?.type !== body.type) {
      const message = `The booking is ${found.status} and waits for ${found.next_action?.type}, not ${body.type}.`;
      throw new Refusal('invalid_state', { message });
    }
    return {
      booking: moved.booking,
      events: toEvents(moved.events, moved.booking, { newId, deliveryDelays }),
      run: { step: step + 1, answer: body, due_at: now.toISOString() },
    };
  });
  runs.wake({ organization_id: caller.organization.id });
  runs.wakeDeliveries(caller.organization.id);
  return { status: 200, body: booking };
}
