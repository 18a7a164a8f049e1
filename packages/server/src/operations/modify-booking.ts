import { isDeepStrictEqual } from 'node:util';
import type { Booking, OperationRequest, ModifyBooking, OperationResponse } from '@booking-service/contract';
import { canMove, withPartySize } from '../domain/booking.ts';
import { invalidState, Refusal } from '../domain/contract.ts';
import { currentOrigin } from '@booking-service/kernel/log';
import type { Caller } from '../store/store.ts';
import type { OperationContext } from './operation-context.ts';
import { changeOwnBooking, getOwnBooking } from './own.ts';

/**
 * POST /v1/bookings/{id}/modify (END-11). The request waits for the provider. A booking has one modification at a time. A refused
 * modification changes nothing and sends no event (STA-7). If a cancel came first, the modification is undone at the provider. If the
 * booking already has the requested values, it is returned unchanged, so a caller that lost the response can send the request again.
 */
export async function modifyBooking(
  { path, body }: OperationRequest<'modifyBooking'>,
  caller: Caller,
  { store, clock, runs }: OperationContext,
): Promise<OperationResponse<'modifyBooking'>> {
  const changes = body.party ? withPartySize(body) : body;
  const { booking: present } = await getOwnBooking(path.id, caller, { store, clock });
  if (canMove('modify', present.status) && hasAlready(present, changes)) return { status: 200, body: present };

  const lease = runs.newLease();
  /** Set if another request has stored the same modification since. */
  let recorded: Booking | undefined;
  const opened = await changeOwnBooking(path.id, caller, { store, clock }, (booking, { step, working }) => {
    recorded = undefined;
    if (!canMove('modify', booking.status)) throw invalidState('modified', booking.status);
    if (hasAlready(booking, changes)) {
      recorded = booking;
      return { booking, events: [] };
    }
    if (working) {
      const message = `The booking is ${booking.status}, and an earlier modification of it is still under way.`;
      throw new Refusal('invalid_state', { message });
    }
    const run = { step: step + 1, changes, due_at: clock.now().toISOString(), lease };
    return { booking, events: [], run };
  });
  if (recorded) return { status: 200, body: recorded };
  const claimed = {
    ...lease,
    booking_id: path.id,
    organization_id: opened.organization_id,
    provider: opened.booking.provider,
    version: opened.version,
    step: opened.step,
    answer: undefined,
    changes,
    attempt: 1,
    began: clock.now().toISOString(),
    failing: undefined,
    ...currentOrigin(),
  };
  const result = await runs.modifyNow(claimed, opened);
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
      const message = 'The provider does not respond. The service tries again; read the booking to see the result.';
      throw new Refusal('service_unavailable', { message });
    }
  }
}

function hasAlready(booking: Booking, changes: ModifyBooking): boolean {
  return isDeepStrictEqual({ ...booking, ...changes }, booking);
}
