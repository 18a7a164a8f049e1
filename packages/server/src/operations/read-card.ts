import type { Card } from '@booking-service/contract';
import { Refusal } from '../domain/refusal.ts';
import type { CallContext } from '../providers/call-context.ts';
import type { CardService } from '../providers/card-service.ts';
import type { StoredSession } from '../store/store.ts';
import { callCardSessions, getCardSessions } from './card-sessions.ts';

/** Returns the card of a verified session. Throws session_not_verified, or the refusal of the card service. */
export async function readCard(
  { session, card_reference }: StoredSession,
  { cardService, context }: { readonly cardService: CardService | undefined; readonly context: CallContext },
): Promise<Card> {
  const sessions = getCardSessions(cardService);
  if (card_reference === null) throw new Refusal('session_not_verified');
  const card = await callCardSessions(() => sessions.readCard(card_reference, context));
  return { object: 'card', ...card, session_id: session.id };
}
