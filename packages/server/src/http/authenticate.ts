import { access, type OperationRow } from '@booking-service/contract';
import type { Clock } from '../time/clock.ts';
import { apiKeyDigest, isPublicKey } from '../domain/api-key.ts';
import { rateWindowAt } from '../domain/rate-window.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Caller, Store } from '../store/store.ts';
import type { Arrivals } from './arrivals.ts';
import type { KeyUses } from './key-uses.ts';
import type { CountedRequest } from './meter.ts';

const prefixes = Object.values(access.key_modes).map(({ prefix }) => prefix);
const maxKeyLength = 200;
/** How many characters of a digest the log shows. They reveal nothing about a key, which has 192 random bits. */
const shownDigits = 12;

/** The part of an exchange that authentication uses. */
interface Authorizing {
  readonly req: { readonly headers: { readonly authorization?: string | undefined } };
  /** Set to the beginning of the digest of the API key. */
  key_digest: string | undefined;
}

/**
 * Finds the caller by the Authorization header (AUT-1, AUT-7). If the operation is metered, it also counts the request, in the same
 * query, because these two steps follow each other (AUT-11). Outside a sandbox, the sandbox's public keys are refused before the
 * query, even if the database contains them. Notes the beginning of the key's digest before the query, so that the log
 * names the key also if the database does not respond. Throws unauthorized.
 */
export async function authenticate(
  request: Authorizing,
  {
    row,
    store,
    clock,
    keyUses,
    arrivals,
    acceptPublicKeys,
  }: {
    row: Pick<OperationRow, 'metered'>;
    store: Pick<Store, 'authenticate' | 'admit'>;
    clock: Pick<Clock, 'now'>;
    keyUses: Pick<KeyUses, 'note'>;
    arrivals: Arrivals;
    /** True in a sandbox. */
    acceptPublicKeys: boolean;
  },
): Promise<{ caller: Caller; counted?: CountedRequest }> {
  const key = /^Bearer +(\S+) *$/i.exec(request.req.headers.authorization ?? '')?.[1];
  if (key === undefined || key.length > maxKeyLength || !prefixes.some((prefix) => key.startsWith(prefix))) {
    throw new Refusal('unauthorized');
  }
  if (!acceptPublicKeys && isPublicKey(key)) throw new Refusal('unauthorized');
  const digest = apiKeyDigest(key);
  request.key_digest = digest.slice(0, shownDigits);
  const turn = arrivals.enter(digest);
  if (turn) await turn;
  try {
    if (!row.metered) {
      const caller = await store.authenticate(digest);
      if (!caller) throw new Refusal('unauthorized');
      keyUses.note(caller.key.id, clock.now());
      return { caller };
    }
    const now = clock.now();
    const window = rateWindowAt(now);
    const admitted = await store.admit({ digest, window_start: window.start });
    if (!admitted) throw new Refusal('unauthorized');
    keyUses.note(admitted.caller.key.id, now);
    return { caller: admitted.caller, counted: { count: admitted.calls, window } };
  } finally {
    arrivals.leave(digest);
  }
}
