import { access, type KeyMode, type LoggedRequest } from '@booking-service/contract';
import type { EveryField } from '@booking-service/kernel/contract';
import { type FilterKinds, matcherOf } from './list-filters.ts';
import { type Listed, listMatching, type ListPage } from './list-page.ts';
import type { EventTimes } from './delivery-lists.ts';
import type { FilteredRequest, RequestLogReads, RequestRow } from '../requests/requests.ts';

/** The filters of the log that both contracts have. */
interface RequestFilters {
  readonly status?: number | undefined;
  readonly status_class?: string | undefined;
  readonly operation?: string | undefined;
  readonly error_code?: string | undefined;
  readonly idempotency_key?: string | undefined;
  readonly key_id?: string | undefined;
}

interface RequestSearch extends RequestFilters, EventTimes, ListPage {
  readonly organization_id: string;
  readonly modes: readonly KeyMode[];
}

/** Reads a page of the log of an organization, newest first, by the best index: of a key, of failed requests, or of all. */
export async function findRequests(
  store: Pick<RequestLogReads, 'listRequests'>,
  { organization_id, modes, from, before, limit, cursor, idempotency_key, ...filters }: RequestSearch,
  compared: FilterKinds,
): Promise<Listed<FilteredRequest>> {
  const { status = 0, status_class, error_code } = filters;
  const failed = status >= 400 || status_class === '4xx' || status_class === '5xx' || error_code !== undefined;
  const own = { organization_id, from, before, failed, idempotency_key };
  return listMatching(
    { limit, cursor, matches: matcherOf<FilteredRequest>(compared, filters) },
    async (page) =>
      mergeModes(await Promise.all(modes.map((mode) => store.listRequests({ ...own, ...page, mode }))), page),
    ({ position }) => position,
  );
}

/** Merges the pages of the environments: each begins at the same place. */
function mergeModes(pages: readonly Listed<FilteredRequest>[], { limit }: ListPage): Listed<FilteredRequest> {
  const [only] = pages;
  if (only && pages.length === 1) return only;
  const all = pages.flatMap(({ rows }) => rows).toSorted((a, b) => (a.position < b.position ? 1 : -1));
  const rows = all.slice(0, limit);
  const hasMore = all.length > limit || pages.some(({ next }) => next !== null);
  return { rows, next: hasMore ? (rows.at(-1)?.position ?? null) : null };
}

/** Returns a row of the log as both contracts show it. */
export function toLoggedRequest({
  id,
  created,
  mode,
  operation,
  method,
  path,
  status,
  error_code,
  key_id,
  idempotency_key,
  booking_id,
  latency_ms,
}: RequestRow): LoggedRequest {
  return {
    id,
    object: 'request',
    created,
    livemode: access.key_modes[mode].livemode,
    operation,
    method,
    path,
    status,
    error_code,
    key_id,
    idempotency_key,
    booking_id,
    latency_ms,
  } satisfies EveryField<LoggedRequest>;
}
