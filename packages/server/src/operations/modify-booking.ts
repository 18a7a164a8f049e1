import type { Call, Reply } from '@booking-service/contract';
import { canMove } from '../domain/booking.ts';
import { invalidState, Refusal } from '../domain/refusal.ts';
import type { Caller } from '../store/store.ts';
import type { OperationContext } from './operation-context.ts';
import { getOwnBooking } from './own-booking.ts';

/** POST /v1/bookings/{id}/modify (END-11). No provider of this version can modify: always refused, nothing changes (STA-7). */
export async function modifyBooking(
  { path }: Call<'modifyBooking'>,
  caller: Caller,
  { store, clock }: OperationContext,
): Promise<Reply<'modifyBooking'>> {
  const { booking } = await getOwnBooking(path.id, caller, { store, clock });
  if (!canMove('modify', booking.status)) throw invalidState('modified', booking.status);
  throw new Refusal('modify_unsupported');
}
