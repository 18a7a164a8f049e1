import type { KeyMode } from '@booking-service/contract';
import {
  adminLimits,
  type RequestCount,
  type RequestCountList,
  type FailedRequest,
  type FailedRequestList,
  type RequestEntry,
  type RequestList,
} from '@booking-service/contract/admin';
import type { EveryField } from '@booking-service/kernel/contract';
import { keyModes } from '../../domain/contract.ts';
import { findRequests, toLoggedRequest } from '../../store/lists/request-lists.ts';
import { organizationRequestFilters } from '../../store/lists/list-filters.ts';
import { toTimes } from '../../store/lists/list-page.ts';
import { isIdCursor } from '../../store/lists/list-ranges.ts';
import type { RequestCounts, RequestRow } from '../../store/requests/requests.ts';
import type { AdminContext, AdminHandlers, OwnFields } from '../admin-context.ts';
import { defaultLimit, requireCursor, toListBody, toWholeList } from './lists.ts';

const hour_ms = 3_600_000;
const { hours, requests: limit } = adminLimits.request_counts;

/** The operations on the log of requests of an organization. */
export function requestOperations({
  store,
  clock,
}: Pick<AdminContext, 'store' | 'clock'>): Pick<
  AdminHandlers,
  'listOrganizationRequests' | 'listFailedRequests' | 'countRequests'
> {
  return {
    async listOrganizationRequests({ path: { organization_id }, query }) {
      const { limit: rows = defaultLimit, cursor: given, mode, created_from, created_before, ...filters } = query;
      const cursor = requireCursor(given, (text) => isIdCursor('req', text));
      const times = toTimes({ created_from, created_before });
      const search = { ...filters, ...times, organization_id, modes: modesOf(mode), limit: rows, cursor };
      const listed = await findRequests(store, search, organizationRequestFilters);
      return { status: 200, body: toListBody(listed, toRequestEntry) satisfies EveryField<RequestList> };
    },
    async listFailedRequests({ query: { limit: rows = defaultLimit, cursor: given, created_from, created_before } }) {
      const cursor = requireCursor(given, (text) => isIdCursor('req', text));
      const times = toTimes({ created_from, created_before });
      const listed = await store.listFaultyRequests({ ...times, limit: rows, cursor });
      return { status: 200, body: toListBody(listed, toFailedRequest) satisfies OwnFields<FailedRequestList> };
    },
    async countRequests({ path: { organization_id }, query: { by = 'hour', mode, ...times } }) {
      const { from = new Date(clock.now().getTime() - hours * hour_ms), before } = toTimes(times);
      const counts = modesOf(mode).map((each) =>
        store.countRequests({ organization_id, mode: each, by, from, before, limit }),
      );
      const data = sumByName((await Promise.all(counts)).flat());
      return { status: 200, body: toWholeList(data) satisfies EveryField<RequestCountList> };
    },
  };
}

/** Returns a request as the admin contract shows it. */
export function toRequestEntry(row: RequestRow): RequestEntry {
  return toLoggedRequest(row) satisfies EveryField<RequestEntry>;
}

function toFailedRequest(row: RequestRow): FailedRequest {
  const { organization_id } = row;
  return {
    object: 'failed_request',
    organization_id,
    request: toRequestEntry(row),
  } satisfies EveryField<FailedRequest>;
}

function modesOf(mode: KeyMode | undefined): readonly KeyMode[] {
  return mode === undefined ? keyModes : [mode];
}

/** Adds the counts of the environments. */
function sumByName(counts: readonly RequestCounts[]): RequestCount[] {
  const sums = new Map<string, RequestCount>();
  for (const { name, requests, rate_limited, client_errors, server_errors } of counts) {
    const sum = sums.get(name) ?? { name, requests: 0, rate_limited: 0, client_errors: 0, server_errors: 0 };
    sums.set(name, {
      name,
      requests: sum.requests + requests,
      rate_limited: sum.rate_limited + rate_limited,
      client_errors: sum.client_errors + client_errors,
      server_errors: sum.server_errors + server_errors,
    });
  }
  return [...sums.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
