import {
  limits,
  type OperationRequest,
  type OperationResponse,
  type VenueList,
  type VenueSearch,
} from '@booking-service/contract';
import { type EveryField, tagLength, tagOf } from '@booking-service/kernel/contract';
import { type Clock, withDeadline } from '@booking-service/kernel/time';
import { Refusal } from '../domain/contract.ts';
import type { CallContext, Provider } from '../providers/provider.ts';
import type { Caller } from '../store/store.ts';
import type { OperationContext } from './operation-context.ts';
import { contextOf } from './own.ts';

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

// One page of a venue search over several providers (PRV-1).
//
// The pages list the venues of the first provider, then those of the second, and so on, in the order of the configuration. The
// cursor names the provider at which the page ended and contains that provider's own cursor, so it keeps no state here.
//  1. The provider of the cursor is searched first. Usually it fills the page.
//  2. If room is left, all later providers are searched at the same time, with that room as their limit.
//  3. Their pages are added in order. The first one that has more, or that does not fit, is where the next page continues.
// A provider that fails or takes too long is left out and named in missing_providers.

/** The bound of a cursor in the contract. */
const maxCursorLength = 200;

type Searched = { readonly provider: Provider; readonly page: VenueList } | Failed;

interface Failed {
  readonly provider: Provider;
  readonly error: unknown;
}

interface SearchUsing {
  readonly clock: Pick<Clock, 'after'>;
  readonly context: CallContext;
}

/** Returns a page. Throws the Refusal search_failed if no provider responds, and invalid_request for a foreign cursor. */
export async function searchProviders(
  providers: readonly Provider[],
  search: VenueSearch & { readonly limit: number },
  using: SearchUsing,
): Promise<VenueList> {
  const { cursor, ...criteria } = search;
  const start = cursor === undefined ? { index: 0 } : findStart(providers, cursor);
  const [current, ...later] = providers.slice(start.index);
  if (!current) throw foreignCursor();

  const searchOne = (provider: Provider, limit: number, from?: string): Promise<Searched> =>
    searchProvider(provider, { ...criteria, limit, ...(from !== undefined && { cursor: from }) }, using);
  const first = await searchOne(current, search.limit, start.cursor);
  const room = search.limit - ('page' in first ? first.page.data.length : 0);
  const fills = 'page' in first && (first.page.has_more || room === 0);
  const searched = [first, ...(fills ? [] : await Promise.all(later.map((provider) => searchOne(provider, room))))];
  return merge(searched, { limit: search.limit, following: fills ? later[0] : undefined });
}

/** Adds the pages in order. `following` is the first provider that was not searched. */
function merge(
  searched: readonly Searched[],
  { limit, following }: { limit: number; following: Provider | undefined },
): VenueList {
  const data: VenueList['data'][number][] = [];
  const missing: Failed[] = [];
  let next_cursor = following ? toCursor(following) : null;
  for (const [index, each] of searched.entries()) {
    if ('error' in each) {
      missing.push(each);
      continue;
    }
    const { provider, page } = each;
    if (data.length + page.data.length > limit) {
      next_cursor = toCursor(provider);
      break;
    }
    data.push(...page.data);
    if (page.has_more) {
      next_cursor = toCursor(provider, page.next_cursor ?? '');
      break;
    }
    const after = searched[index + 1];
    if (data.length === limit && after) {
      next_cursor = toCursor(after.provider);
      break;
    }
  }
  const [failed] = missing;
  if (failed && missing.length === searched.length) throw new Refusal('search_failed', { cause: failed.error });
  const missing_providers = missing.length > 0 ? missing.map(({ provider }) => provider.name) : undefined;
  const fields = { object: 'list' as const, data, has_more: next_cursor !== null, next_cursor, missing_providers };
  // JSON leaves out a field that is undefined.
  return fields satisfies EveryField<VenueList> as VenueList;
}

async function searchProvider(
  provider: Provider,
  search: VenueSearch & { readonly limit: number },
  { clock, context }: SearchUsing,
): Promise<Searched> {
  try {
    const page = await withDeadline(clock, limits.search_timeout_seconds, () => provider.searchVenues(search, context));
    const { data, has_more, next_cursor } = page;
    if (data.length > search.limit) throw new Error(`The provider returned ${data.length} venues on one page.`);
    if (has_more && (next_cursor?.length ?? maxCursorLength) > maxCursorLength - tagLength) {
      throw new Error('The provider returned no next_cursor, or one that is too long.');
    }
    return { provider, page };
  } catch (error) {
    // The cursor is the caller's mistake, which no other provider can correct.
    if (search.cursor !== undefined && error instanceof Refusal && error.code === 'invalid_request') throw error;
    return { provider, error };
  }
}

/** The start of a provider's venues, or the page of this provider with its own cursor. */
function toCursor({ name }: Provider, cursor = ''): string {
  return tagOf(name) + cursor;
}

function findStart(providers: readonly Provider[], cursor: string): { index: number; cursor?: string } {
  const tag = cursor.slice(0, tagLength);
  const index = providers.findIndex(({ name }) => tagOf(name) === tag);
  if (index === -1) throw foreignCursor();
  const own = cursor.slice(tagLength);
  return { index, ...(own !== '' && { cursor: own }) };
}

function foreignCursor(): Refusal {
  const details = [{ in: 'body', path: '/cursor', message: 'is not a next_cursor of this search' }] as const;
  return new Refusal('invalid_request', { details });
}
