import type { Clock } from '../time/clock.ts';
import { apiKeyDigest } from '../ids.ts';
import { type KeyMode, Refusal, type Scope, type ServiceContract } from '../contract.ts';
import { type CountedRequest, type Counting, rateWindowAt } from './metering.ts';
import { queryOf } from './operation-listener.ts';
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
