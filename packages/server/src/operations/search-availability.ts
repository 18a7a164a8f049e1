import { limits, type OperationRequest, type OperationResponse } from '@booking-service/contract';
import { withPartySize } from '../domain/booking.ts';
import { Refusal } from '../domain/contract.ts';
import type { Caller } from '../store/store.ts';
import type { OperationContext } from './operation-context.ts';
import { contextOf } from './own.ts';

/** POST /v1/availability/search (END-2). */
export async function searchAvailability(
  { body }: OperationRequest<'searchAvailability'>,
  caller: Caller,
  { portsOf }: OperationContext,
): Promise<OperationResponse<'searchAvailability'>> {
  const search = { limit: limits.page.default, ...withPartySize(body) };
  const context = contextOf(caller);
  const provider = portsOf(context).providers.find((one) => one.handlesVenue(body.venue_id));
  if (!provider) throw new Refusal('not_found', { message: `There is no venue ${body.venue_id}.` });
  try {
    return { status: 200, body: await provider.searchAvailability(search, context) };
  } catch (cause) {
    throw cause instanceof Refusal ? cause : new Refusal('availability_failed', { cause });
  }
}
