import type { Booking, ContinueBooking, OperationRequest, OperationResponse } from '@booking-service/contract';
import { requireAllTaken } from '@booking-service/kernel/contract';
import { checkAnswers } from '../domain/party.ts';
import { moveBooking, type ProviderAnswer, toEvents } from '../domain/booking.ts';
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
    const { questions } = { questions: [], ...found.next_action };
    if (body.type === 'answer_questions') checkAnswers(body.answers, questions);
    const { booking: continued, answer } = withInput(moved.booking, body);
    return {
      booking: continued,
      events: toEvents(moved.events, continued, { newId, deliveryDelays }),
      run: { step: step + 1, answer, due_at: now.toISOString() },
    };
  });
  runs.wake({ organization_id: caller.organization.id });
  runs.wakeDeliveries(caller.organization.id);
  return { status: 200, body: booking };
}

/** A confirmation by the caller is for the service: the provider begins with the first step, without an input (BKG-14). */
function withInput(booking: Booking, body: ContinueBooking): { booking: Booking; answer: ProviderAnswer | undefined } {
  if (body.type !== 'confirm_booking') return { booking, answer: body };
  const { type: _type, guest = booking.guest, metadata = booking.metadata, ...rest } = body;
  requireAllTaken(rest);
  return { booking: { ...booking, guest, metadata }, answer: undefined };
}
