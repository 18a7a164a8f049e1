import type { Clock } from '../time/clock.ts';
import { apiKeyDigest } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import type { KeyMode, OperationRow, Scope, ServiceContract } from '../contract.ts';
import type { Logger } from 'pino';
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

/** The part of a store that finds the callers of requests, and counts their metered requests. */
export interface CallerStore<C extends Caller = Caller> {
  /** Finds the owner of a key by the key's digest; undefined for an unknown or revoked key. */
  authenticate(digest: string): Promise<C | undefined>;
  /**
   * Finds the owner of a key and counts a metered request in the organization's window that begins at `window_start` (LIM-1).
   * `calls` is the count with this request. Past the limit it stays at limit + 1, and nothing is written.
   */
  admit(request: { digest: string; window_start: string }): Promise<{ caller: C; calls: number } | undefined>;
  /** Stores when keys were last used, at most once in a minute for each key (KeyUses). */
  recordKeyUses(uses: readonly { readonly id: string; readonly at: string }[]): Promise<void>;
}

/** A fixed window of the rate limit, aligned to the clock (LIM-1, LIM-4). */
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

/** The part of an exchange that authentication uses. */
interface Authorizing {
  readonly req: { readonly headers: { readonly authorization?: string | undefined } };
  /** Set to the beginning of the digest of the API key. */
  key_digest: string | undefined;
}

/**
 * Finds the caller by the Authorization header (AUT-1, AUT-7). If the operation is metered, it also counts the request, in the same
 * query, because these two steps follow each other (AUT-11). A key that the service refuses by its text is refused before the query, even
 * if the database contains it. Notes the beginning of the key's digest before the query, so that the log
 * names the key also if the database does not respond. Throws unauthorized.
 */
export async function authenticate<C extends Caller>(
  request: Authorizing,
  {
    contract: { access, limits },
    row,
    store,
    clock,
    keyUses,
    isRefusedKey = () => false,
  }: {
    contract: Pick<ServiceContract, 'access' | 'limits'>;
    row: Pick<OperationRow, 'metered'>;
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
  if (!row.metered) {
    const caller = await store.authenticate(digest);
    if (!caller) throw new Refusal('unauthorized');
    keyUses.note(caller.key.id, clock.now());
    return { caller };
  }
  const now = clock.now();
  const window = rateWindowAt(now, limits);
  const admitted = await store.admit({ digest, window_start: window.start });
  if (!admitted) throw new Refusal('unauthorized');
  keyUses.note(admitted.caller.key.id, now);
  return { caller: admitted.caller, counted: { count: admitted.calls, window } };
}

/** A request that was counted in the organization's window. All keys of an organization share it (LIM-1, ORG-4). */
export interface CountedRequest {
  /** The number of requests in the window, this one included. At most the limit + 1. */
  readonly count: number;
  readonly window: RateWindow;
}

interface Metered {
  /** The headers of every response to this request (LIM-2). */
  readonly headers: Readonly<Record<string, string>>;
  /** Set if the request exceeds the limit. The caller of meter throws it after it has kept the headers (LIM-3). */
  readonly refusal?: Refusal;
}

/** Compares the count with the organization's limit. */
export function meter(
  { organization: { rate_limit } }: Pick<Caller, 'organization'>,
  { count, window }: CountedRequest,
  limits: Pick<ServiceContract['limits'], 'headers'>,
): Metered {
  const reset = String(window.reset_seconds);
  const headers = {
    [limits.headers.limit]: String(rate_limit),
    [limits.headers.remaining]: String(Math.max(0, rate_limit - count)),
    [limits.headers.reset]: reset,
  };
  if (count <= rate_limit) return { headers };
  return { headers, refusal: new Refusal('rate_limited', { headers: { [limits.headers.retry_after]: reset } }) };
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
