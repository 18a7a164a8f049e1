import { Refusal } from '../domain/refusal.ts';
import type { CardService, CardSessions } from '../providers/card-service.ts';

/** The sessions of the card service. Throws cardservice_disabled where it has none, or there is none. */
export function getCardSessions(cardService: CardService | undefined): CardSessions {
  if (!cardService?.sessions) throw new Refusal('cardservice_disabled');
  return cardService.sessions;
}

/** What the card service answers. What is no refusal of it means that it cannot be asked: service_unavailable. */
export async function askCardSessions<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    throw new Refusal('service_unavailable', { message: 'The card service does not answer.', cause });
  }
}
