import type { OperationRequest, OperationTextResponse } from '@booking-service/contract';
import type { Caller } from '../store/store.ts';
import type { OperationContext } from './operation-context.ts';
import { getOwnBookingText } from './own.ts';

/** GET /v1/bookings/{id} (END-4). Returns `expired` from the first millisecond after the 20 minutes (STA-9). */
export async function getBooking(
  { path }: OperationRequest<'getBooking'>,
  caller: Caller,
  { store, clock }: OperationContext,
): Promise<OperationTextResponse<'getBooking'>> {
  return { status: 200, bodyText: await getOwnBookingText(path.id, caller, { store, clock }) };
}
