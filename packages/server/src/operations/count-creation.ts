import { limits } from '@booking-service/contract';
import type { Clock } from '../time/clock.ts';
import { normalizeDestination } from '../domain/normalize-destination.ts';
import { Refusal } from '../domain/refusal.ts';
import { addCreation, forgottenBefore, nextCreation } from '../domain/session-creations.ts';
import type { Caller, Store } from '../store/store.ts';

/** Each lost race is a session that another request created, so the limit refuses this one long before. */
const maxRaces = 20;

/**
 * Counts a new session for this destination. Throws rate_limited if there were too many, with the seconds until the next one is
 * allowed (SES-4). Runs before the code is sent, and counts a session even if sending fails.
 */
export async function countCreation(
  destination: string,
  { organization }: Caller,
  {
    store,
    clock,
  }: {
    readonly store: Pick<Store, 'findSessionCreations' | 'changeSessionCreations'>;
    readonly clock: Pick<Clock, 'now'>;
  },
): Promise<void> {
  const of = { organization_id: organization.id, destination: normalizeDestination(destination) };
  for (let race = 0; race < maxRaces; race += 1) {
    const before = await store.findSessionCreations(of);
    const now = clock.now();
    const next = nextCreation(before, now);
    if (next) {
      const seconds = Math.ceil((next.getTime() - now.getTime()) / 1000);
      throw new Refusal('rate_limited', { headers: { [limits.headers.retry_after]: String(seconds) } });
    }
    const after = addCreation(before, now);
    if (await store.changeSessionCreations({ ...of, before, after, forget_before: forgottenBefore(now) })) return;
  }
  throw new Refusal('service_unavailable', {
    message: 'Too many sessions are created for this destination at the same time. Send the request again.',
  });
}
