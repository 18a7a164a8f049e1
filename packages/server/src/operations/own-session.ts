import type { Session } from '@booking-service/contract';
import type { Clock } from '../time/clock.ts';
import { Refusal } from '../domain/refusal.ts';
import { sessionAt } from '../domain/session.ts';
import type { Caller, SessionChange, Store, StoredSession } from '../store/store.ts';

interface Using {
  readonly store: Pick<Store, 'findSession' | 'changeSession'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** A session under a lost race is decided again; no session has so many attempts that this could go on. */
const maxRaces = 20;

/** The caller's session as it is now, beside its stored form. Throws not_found for one of another organization. */
export async function getOwnSession(
  id: string,
  { organization }: Caller,
  { store, clock }: Using,
): Promise<{ stored: StoredSession; session: Session }> {
  const stored = await store.findSession(id);
  if (stored?.organization_id !== organization.id) {
    throw new Refusal('not_found', { message: `There is no session ${id}.` });
  }
  return { stored, session: sessionAt(stored.session, clock.now()) };
}

/** Reads the caller's session, has `decide` say what becomes of it (or throw), and stores that. */
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
  throw new Refusal('service_unavailable', { message: `Session ${id} is changed too often at once.` });
}
