/**
 * The windows in which calls are counted. Every operation of a contract with x-limits.reads counts in one of two:
 *  metered  each request is one of the organization's rate limit (LIM-1)
 *  reads    each call costs 1, and 1 more for each x-limits.reads.rows_per_unit rows that it may read (LIM-8). The cost follows from the
 *           operation and its query, so it is known, and refused, before anything is read
 */
import { type OperationRow, type ReadRows, Refusal, type ServiceContract } from '../contract.ts';

type Limits = ServiceContract['limits'];

/** A fixed window of a limit, aligned to the clock (LIM-1, LIM-4). */
export interface RateWindow {
  readonly start: string;
  /** Seconds until the window ends, rounded up, at least 1. */
  readonly reset_seconds: number;
}

/** The start of the window that was returned last: requests come in order, so most have the same. */
let last = { start_ms: Number.NaN, start: '' };

/** Returns the window of the instant `now`. */
export function rateWindowAt(now: Date, { window_seconds }: { readonly window_seconds: number }): RateWindow {
  const length_ms = window_seconds * 1000;
  const start_ms = Math.floor(now.getTime() / length_ms) * length_ms;
  if (last.start_ms !== start_ms) last = { start_ms, start: new Date(start_ms).toISOString() };
  return { start: last.start, reset_seconds: Math.ceil((start_ms + length_ms - now.getTime()) / 1000) };
}

/** The counting of an operation: its window, and the cost of a request. */
export interface Counting {
  /** The name of the window. */
  readonly window: string;
  /** The units of the window for each request of the organization's rate limit. */
  readonly units_per_request: number;
  /** Returns the cost of a request with this query. The query is not validated. */
  readonly costOf: (query: string) => number;
}

const metered: Counting = { window: 'requests', units_per_request: 1, costOf: () => 1 };

/** Returns the counting of an operation; undefined if its calls are not counted, because the contract has no window for them. */
export function countingOf(
  row: Pick<OperationRow, 'metered' | 'reads'>,
  { reads, page }: Pick<Limits, 'reads' | 'page'>,
): Counting | undefined {
  if (row.metered) return metered;
  if (!row.reads || !reads) return undefined;
  const costOf = createReadCost(row.reads, { ...reads, ...(page && { page }) });
  return { window: 'reads', units_per_request: reads.units_per_request, costOf };
}

/** The numbers by which reads cost. */
export interface ReadCosts {
  readonly rows_per_unit: number;
  /** The rows that a page with a filter that compares may read. */
  readonly compared_rows: number;
  readonly page?: { readonly default: number; readonly max: number };
}

/** Returns the function that finds the cost of a read from its query: 1, and 1 more for each `rows_per_unit` rows that it may read. */
export function createReadCost(
  { rows, compared = [] }: ReadRows,
  { rows_per_unit, compared_rows, page }: ReadCosts,
): Counting['costOf'] {
  const costOfRows = (count: number): number => 1 + Math.floor(count / rows_per_unit);
  if (typeof rows === 'number' || !page) {
    const cost = costOfRows(typeof rows === 'number' ? rows : 0);
    return () => cost;
  }
  const byDefault = costOfRows(page.default);
  return (query) => {
    if (query === '') return byDefault;
    const sent = new URLSearchParams(query);
    const compares = [...sent.keys()].some((name) => compared.includes(name.replace(/\[.*$/s, '')));
    if (compares) return costOfRows(compared_rows);
    // A limit that the contract forbids is refused later, and reads nothing.
    const limits = sent.getAll('limit').map(Number);
    return costOfRows(Math.max(...(limits.length > 0 ? limits : [page.default]).map((each) => bounded(each, page))));
  };
}

function bounded(limit: number, page: { readonly default: number; readonly max: number }): number {
  return limit >= 1 && limit <= page.max ? limit : page.default;
}

/** A call that was counted in a window. All keys of an organization share its windows (LIM-1, ORG-4). */
export interface CountedRequest {
  /** The units of the window. */
  readonly limit: number;
  /** The units that were used, with those of this call. Once the window is full, they stay at the limit and the cost. */
  readonly count: number;
  readonly cost: number;
  readonly window: RateWindow;
}

/** Compares the count with the limit. A call passes if any unit was left before it. */
export function meter(
  { limit, count, cost, window }: CountedRequest,
  names: Limits['headers'],
): {
  /** The headers of every response to this request (LIM-2, LIM-8). */
  readonly headers: Readonly<Record<string, string>>;
  /** Set if the request exceeds the limit. The caller of meter throws it after it has kept the headers (LIM-3). */
  readonly refusal?: Refusal;
} {
  const reset = String(window.reset_seconds);
  const headers = {
    [names.limit]: String(limit),
    [names.remaining]: String(Math.max(0, limit - count)),
    [names.reset]: reset,
  };
  if (count - cost < limit) return { headers };
  return { headers, refusal: new Refusal('rate_limited', { headers: { [names.retry_after]: reset } }) };
}

/** The number of requests of one organization that this process serves at the same time. One more gets 429 (LIM-7). */
export const maxInProgress = 256;

/**
 * Counts the requests in progress by organization. Requests wait for suppliers, for the database and for their own bodies, and each
 * holds a connection, so an organization whose requests all wait would take every connection of the port.
 */
export interface RequestShares {
  /** Begins a request. Returns whether the organization has no more than its share, this one included. */
  begin(organization_id: string): boolean;
  end(organization_id: string): void;
}

export function createRequestShares(share: number): RequestShares {
  const inProgress = new Map<string, number>();
  return {
    begin(organization_id) {
      const count = (inProgress.get(organization_id) ?? 0) + 1;
      inProgress.set(organization_id, count);
      return count <= share;
    },
    end(organization_id) {
      const count = (inProgress.get(organization_id) ?? 0) - 1;
      if (count > 0) inProgress.set(organization_id, count);
      else inProgress.delete(organization_id);
    },
  };
}
