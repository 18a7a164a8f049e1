import type { Card } from '@booking-service/contract';
import { Refusal } from '../domain/refusal.ts';
import type { CallContext } from '../providers/call-context.ts';
import type { PortsOf } from '../providers/ports.ts';
import type { StoredSession } from '../store/store.ts';
import { callCardSessions, getCardSessions } from './card-sessions.ts';

/** Returns the card of a verified session. Throws session_not_verified, or the refusal of the card service. */
export async function readCard(
  { session, card_reference }: StoredSession,
  { portsOf, context }: { readonly portsOf: PortsOf; readonly context: CallContext },
): Promise<Card> {
  const sessions = getCardSessions(portsOf(context));
  if (card_reference === null) throw new Refusal('session_not_verified');
  const card = await callCardSessions(() => sessions.readCard(card_reference, context));
  return { object: 'card', ...card, session_id: session.id };
}
