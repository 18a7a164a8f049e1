import { type Session, limits, type Card } from '@booking-service/contract';
import type { Clock } from '@booking-service/kernel/time';
import { Refusal } from '../../domain/contract.ts';
import { sessionAt, addCreation, forgottenBefore, nextCreation, normalizeDestination } from '../../domain/session.ts';
import type { Caller, SessionChange, Store, StoredSession } from '../../store/store.ts';
import type { Channel, CodeSender } from '../../providers/integrations.ts';
import type { ModePorts, PortsOf } from '../../providers/ports.ts';
import type { CallContext } from '../../providers/provider.ts';

interface Using {
  readonly store: Pick<Store, 'findSession' | 'changeSession'>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * After a lost race the change is decided again. A session has fewer attempts than this, and a destination has fewer sessions before the
 * limit refuses the next one.
 */
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

/**
 * Returns the code sender. Throws cardservice_disabled without one, because there are no sessions then, and if it does not send by the
 * channel.
 */
export function getCodeSender({ codes }: Pick<ModePorts, 'codes'>, channel?: Channel): CodeSender {
  if (!codes)
    throw new Refusal('cardservice_disabled', { message: 'Sessions are not enabled here: no code can be sent.' });
  if (channel !== undefined && codes.channels?.includes(channel) === false) {
    throw new Refusal('cardservice_disabled', { message: `Sessions by ${channel} are not enabled here.` });
  }
  return codes;
}

/** Throws service_unavailable for an error of the code sender or the card vault. */
export function refuseUnavailable(cause: unknown): never {
  const message = 'The card service does not respond. Send the request again later.';
  throw new Refusal('service_unavailable', { message, cause });
}

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

/**
 * Returns the card of a verified session. Throws session_not_verified, and reconnect_required if no card is linked to the
 * session, or no longer.
 */
export async function readCard(
  { session, card_reference }: StoredSession,
  { portsOf, context }: { readonly portsOf: PortsOf; readonly context: CallContext },
): Promise<Card> {
  const { cards } = portsOf(context);
  if (!cards)
    throw new Refusal('cardservice_disabled', { message: 'Cards are not enabled here: there is no card vault.' });
  if (session.status !== 'verified') throw new Refusal('session_not_verified');
  if (card_reference === null) throw new Refusal('reconnect_required');
  const card = await cards.readCard(card_reference, context).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'reconnect_required') throw error;
    return refuseUnavailable(error);
  });
  return { object: 'card', ...card, session_id: session.id };
}
