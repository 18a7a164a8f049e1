import { limits, type OperationRequest, type OperationResponse } from '@booking-service/contract';
import { Refusal } from '../domain/contract.ts';
import type { Caller } from '../store/store.ts';
import type { OperationContext } from './operation-context.ts';
import { contextOf } from './own/own-booking.ts';
import { searchProviders } from './search-providers.ts';

/** POST /v1/venues/search (END-1). Searches with every provider (PRV-1). */
export async function searchVenues(
  { body }: OperationRequest<'searchVenues'>,
  caller: Caller,
  { portsOf, clock }: OperationContext,
): Promise<OperationResponse<'searchVenues'>> {
  const context = contextOf(caller);
  const search = { limit: limits.page.default, ...body };
  const { providers } = portsOf(context);
  const [provider, second] = providers;
  if (!provider) throw new Refusal('no_search_provider');
  if (second) return { status: 200, body: await searchProviders(providers, search, { clock, context }) };
  try {
    return { status: 200, body: await provider.searchVenues(search, context) };
  } catch (cause) {
    throw cause instanceof Refusal ? cause : new Refusal('search_failed', { cause });
  }
}
