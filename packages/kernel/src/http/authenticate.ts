/**
 * Finds the caller of a request and counts its call, in one query. Every operation of a contract with x-limits.reads counts in one of two
 * windows:
 *  metered  each request is one of the organization's rate limit (LIM-1)
 *  reads    each call costs 1, and 1 more for each x-limits.reads.rows_per_unit rows that it may read (LIM-8). The cost follows from the
 *           operation and its query, so it is known, and refused, before anything is read
 */
import type { Logger } from 'pino';
import {
  type KeyMode,
  type OperationRow,
  type ReadRows,
  Refusal,
  type Scope,
  type ServiceContract,
} from '../contract.ts';
import type { Clock } from '../time/clock.ts';
import { apiKeyDigest } from '../ids.ts';
import { queryOf } from './operation-listener.ts';
import { errorLine } from '../log/error-line.ts';
import { leaveTrail } from '../log/trail.ts';

const maxKeyLength = 200;
/** The number of characters of a digest in the log. They reveal nothing about a key, which has 192 random bits. */
const shownDigits = 12;

/** The organization and the key of a request, with the fields that the kernel's refusals need. */
export interface Caller {
  readonly organization: { readonly id: string; readonly suspended: boolean; readonly rate_limit: number };
  readonly key: { readonly id: string; readonly mode: KeyMode; readonly scopes: readonly Scope[] };
}

/** The part of a store that finds the callers of requests, and counts their calls. */
export interface CallerStore<C extends Caller = Caller> {
  /** Finds the owner of a key by the key's digest; undefined for an unknown or revoked key. */
  authenticate(digest: string): Promise<C | undefined>;
  /** Finds the owner of a key and counts a call of its organization; see RateCounts of the store. */
  admit(request: {
    readonly digest: string;
    readonly window: string;
    readonly window_start: string;
    readonly units_per_request: number;
    readonly cost: number;
  }): Promise<{ caller: C; calls: number; limit: number } | undefined>;
  /** Stores when keys were last used, at most once in a minute for each key (KeyUses). */
  recordKeyUses(uses: readonly { readonly id: string; readonly at: string }[]): Promise<void>;
}

/** The part of an exchange that authentication uses. */
interface Authorizing {
  readonly req: {
    readonly headers: { readonly authorization?: string | undefined };
    readonly url?: string | undefined;
  };
  /** Set to the beginning of the digest of the API key. */
  key_digest: string | undefined;
}

/**
 * Finds the caller by the Authorization header (AUT-1, AUT-7). If a window counts the operation, it also counts the request, in the same
 * query, because these two steps follow each other (AUT-11). A key that the service refuses by its text is refused before the query, even
 * if the database contains it. Notes the beginning of the key's digest before the query, so that the log
 * names the key also if the database does not respond. Throws unauthorized.
 */
export async function authenticate<C extends Caller>(
  request: Authorizing,
  {
    contract: { access, limits },
    counting,
    store,
    clock,
    keyUses,
    isRefusedKey = () => false,
  }: {
    contract: Pick<ServiceContract, 'access' | 'limits'>;
    /** Undefined if no window counts the operation. */
    counting: Counting | undefined;
    store: Pick<CallerStore<C>, 'authenticate' | 'admit'>;
    clock: Pick<Clock, 'now'>;
    keyUses: Pick<KeyUses, 'note'>;
    /** Returns whether a key is never accepted, such as a key of a sandbox that everybody has. Default: none. */
    isRefusedKey?: ((key: string) => boolean) | undefined;
  },
): Promise<{ caller: C; counted?: CountedRequest }> {
  const key = /^Bearer +(\S+) *$/i.exec(request.req.headers.authorization ?? '')?.[1];
  if (
    key === undefined ||
    key.length > maxKeyLength ||
    !Object.values(access.key_modes).some(({ prefix }) => key.startsWith(prefix))
  ) {
    throw new Refusal('unauthorized');
  }
  if (isRefusedKey(key)) throw new Refusal('unauthorized');
  const digest = apiKeyDigest(key);
  request.key_digest = digest.slice(0, shownDigits);
  if (!counting) {
    const caller = await store.authenticate(digest);
    if (!caller) throw new Refusal('unauthorized');
    keyUses.note(caller.key.id, clock.now());
    return { caller };
  }
  const now = clock.now();
  const window = rateWindowAt(now, limits);
  const { window: name, units_per_request } = counting;
  const cost = counting.costOf(queryOf(request.req));
  const admitted = await store.admit({ digest, window: name, units_per_request, window_start: window.start, cost });
  if (!admitted) throw new Refusal('unauthorized');
  const { caller, calls, limit } = admitted;
  keyUses.note(caller.key.id, now);
  return { caller, counted: { limit, count: calls, cost, window } };
}

/** The maximum time until a use is stored. */
const flush_ms = 5_000;
const minute_ms = 60_000;

/** Records when each API key was last used, to the minute. */
export interface KeyUses {
  /** Notes that the key was used. It writes nothing itself, so a request costs a search in a set. */
  note(key_id: string, now: Date): void;
  /** Stores the noted uses. Resolves when they are stored. Never rejects. */
  flush(): Promise<void>;
}

/**
 * Creates the record. The first use of a key in each minute is kept for at most five seconds and stored together with those of other
 * keys. So a key is written at most once a minute, and a killed process loses the uses of its last five seconds.
 */
export function createKeyUses({
  store,
  clock,
  log,
}: {
  store: Pick<CallerStore, 'recordKeyUses'>;
  clock: Pick<Clock, 'after'>;
  log: Pick<Logger, 'warn'>;
}): KeyUses {
  /** The keys that were used in `minute`. */
  const noted = new Set<string>();
  let minute = Number.NaN;
  let waiting: { readonly id: string; readonly at: string }[] = [];
  let cancel: (() => void) | undefined;

  async function flush(): Promise<void> {
    cancel?.();
    cancel = undefined;
    if (waiting.length === 0) return;
    const uses = waiting;
    waiting = [];
    try {
      await store.recordKeyUses(uses);
    } catch (error) {
      // The next use in another minute is stored again.
      log.warn({ err: errorLine(error) }, 'could not store when API keys were last used');
    }
  }

  return {
    flush,
    note(id, now) {
      const current = Math.floor(now.getTime() / minute_ms);
      if (current !== minute) {
        minute = current;
        noted.clear();
      }
      if (noted.has(id)) return;
      noted.add(id);
      waiting.push({ id, at: now.toISOString() });
      // The uses of many requests are stored together.
      cancel ??= leaveTrail(() => clock.after(flush_ms, () => void flush()));
    },
  };
}

type Limits = ServiceContract['limits'];

/** A fixed window of a limit, aligned to the clock (LIM-1, LIM-4). */
interface RateWindow {
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
interface Counting {
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
interface ReadCosts {
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
interface RequestShares {
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
