import { access, type OperationRow } from '@booking-service/contract';
import type { Clock } from '../clock.ts';
import { apiKeyDigest } from '../domain/api-key.ts';
import { rateWindowAt } from '../domain/rate-window.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Caller, Store } from '../store/store.ts';
import type { CountedCall } from './meter.ts';

const prefixes = Object.values(access.key_modes).map(({ prefix }) => prefix);
const maxKeyLength = 200;

/**
 * Finds who calls by the Authorization header (AUT-1, AUT-7), and counts the call where its operation is metered: one question
 * to the store, as nothing stands between the two (AUT-11). Throws unauthorized.
 */
export async function authenticate(
  authorization: string | undefined,
  {
    row,
    store,
    clock,
  }: {
    row: Pick<OperationRow, 'metered'>;
    store: Pick<Store, 'authenticate' | 'admit'>;
    clock: Pick<Clock, 'now'>;
  },
): Promise<{ caller: Caller; counted?: CountedCall }> {
  const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (key === undefined || key.length > maxKeyLength || !prefixes.some((prefix) => key.startsWith(prefix))) {
    throw new Refusal('unauthorized');
  }
  const digest = apiKeyDigest(key);
  if (!row.metered) {
    const caller = await store.authenticate(digest);
    if (!caller) throw new Refusal('unauthorized');
    return { caller };
  }
  const window = rateWindowAt(clock.now());
  const admitted = await store.admit({ digest, window_start: window.start });
  if (!admitted) throw new Refusal('unauthorized');
  return { caller: admitted.caller, counted: { calls: admitted.calls, window } };
}
