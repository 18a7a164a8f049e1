import type { Session } from '@booking-service/contract';
import type { Clock } from '../time/clock.ts';
import { Refusal } from '../domain/refusal.ts';
import { sessionAt } from '../domain/session.ts';
import type { Caller, SessionChange, Store, StoredSession } from '../store/store.ts';

interface Using {
  readonly store: Pick<Store, 'findSession' | 'changeSession'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** After a lost race the change is decided again. A session has fewer attempts than this. */
const maxRaces = 20;

/** Returns the caller's session at this moment, and its stored form. Throws not_found for a session of another organization. */
export async function getOwnSession(
  id: string,
  { organization }: Caller,
  { store, clock }: Using,
): Promise<{ stored: StoredSession; session: Session }> {
  const stored = await store.findSession({ organization_id: organization.id, id });
  if (!stored) throw new Refusal('not_found', { message: `There is no session ${id}.` });
  return { stored, session: sessionAt(stored.session, clock.now()) };
}

/** Reads the caller's session, and stores the change that `decide` returns; `decide` may also throw a refusal. */
export async function changeOwnSession(
  id: string,
  caller: Caller,
  { store, clock }: Using,
  decide: (session: Session) => Omit<SessionChange, 'before'>,
): Promise<StoredSession> {
  for (let race = 0; race < maxRaces; race += 1) {
    const { stored, session } = await getOwnSession(id, caller, { store, clock });
    const changed = await store.changeSession({ before: stored, ...decide(session) });
    if (changed) return changed;
  }
  throw new Refusal('service_unavailable', {
    message: `Session ${id} has too many changes at the same time. Send the request again.`,
  });
}
