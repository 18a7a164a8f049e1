import { isDeepStrictEqual } from 'node:util';
import type { Booking, OperationRequest, ModifyBooking, OperationResponse } from '@booking-service/contract';
import { canMove } from '../domain/booking.ts';
import { invalidState, Refusal } from '../domain/refusal.ts';
import type { Caller } from '../store/store.ts';
import type { OperationContext } from './operation-context.ts';
import { changeOwnBooking, getOwnBooking } from './own-booking.ts';

/**
 * POST /v1/bookings/{id}/modify (END-11). Decided within the call, one modification of a booking at a time. A refused one
 * changes nothing and sends nothing (STA-7); one that a cancel overtook is undone at the provider. What the booking already
 * has is answered as it is: a modification whose answer was lost may be sent again.
 */
export async function modifyBooking(
  { path, body }: OperationRequest<'modifyBooking'>,
  caller: Caller,
  { store, clock, runs }: OperationContext,
): Promise<OperationResponse<'modifyBooking'>> {
  const { booking: present } = await getOwnBooking(path.id, caller, { store, clock });
  if (canMove('modify', present.status) && hasAlready(present, body)) return { status: 200, body: present };

  const lease = runs.newLease();
  /** Set where an earlier modification of the same was recorded since. */
  let recorded: Booking | undefined;
  const asked = await changeOwnBooking(path.id, caller, { store, clock }, (booking, { step, working }) => {
    recorded = undefined;
    if (!canMove('modify', booking.status)) throw invalidState('modified', booking.status);
    if (hasAlready(booking, body)) {
      recorded = booking;
      return { booking, events: [] };
    }
    if (working) {
      const message = `The booking is ${booking.status}, and an earlier modification of it is still under way.`;
      throw new Refusal('invalid_state', { message });
    }
    const run = { step: step + 1, changes: body, due_at: clock.now().toISOString(), lease };
    return { booking, events: [], run };
  });
  if (recorded) return { status: 200, body: recorded };
  const claimed = {
    ...lease,
    booking_id: path.id,
    organization_id: asked.organization_id,
    provider: asked.booking.provider,
    step: asked.step,
    answer: undefined,
    changes: body,
    attempt: 1,
    began: clock.now().toISOString(),
    failing: undefined,
  };
  const result = await runs.modifyNow(claimed, asked);
  switch (result?.outcome) {
    case 'modified':
      return { status: 200, body: result.booking };
    case 'refused':
      throw new Refusal('modification_refused', { message: result.message });
    case 'unsupported':
      throw new Refusal('modify_unsupported');
    case 'overtaken':
      throw invalidState('modified', result.status);
    case undefined: {
      const message = 'The provider does not answer; it is asked again. Read the booking to see what came of it.';
      throw new Refusal('service_unavailable', { message });
    }
  }
}

function hasAlready(booking: Booking, changes: ModifyBooking): boolean {
  return isDeepStrictEqual({ ...booking, ...changes }, booking);
}
