import { limits, type OperationRequest, type OperationResponse } from '@booking-service/contract';
import { Refusal } from '../domain/refusal.ts';
import type { Caller } from '../store/store.ts';
import type { OperationContext } from './operation-context.ts';

/** POST /v1/venues/search (END-1). Searches with the first provider. */
export async function searchVenues(
  { body }: OperationRequest<'searchVenues'>,
  _caller: Caller,
  { providers: [provider] }: OperationContext,
): Promise<OperationResponse<'searchVenues'>> {
  if (!provider) throw new Refusal('no_search_provider');
  try {
    return { status: 200, body: await provider.searchVenues({ limit: limits.page.default, ...body }) };
  } catch (cause) {
    throw cause instanceof Refusal ? cause : new Refusal('search_failed', { cause });
  }
}
