import { Refusal } from '../domain/refusal.ts';
import type { CardSessions } from '../providers/card-service.ts';
import type { ModePorts } from '../providers/ports.ts';

/** Returns the sessions of the card service. Throws cardservice_disabled if there is no card service, or if it has no sessions. */
export function getCardSessions({ cardService }: Pick<ModePorts, 'cardService'>): CardSessions {
  if (!cardService?.sessions) throw new Refusal('cardservice_disabled');
  return cardService.sessions;
}

/** Calls the card service and returns its result. Throws its refusal; any other error becomes service_unavailable. */
export async function callCardSessions<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    throw new Refusal('service_unavailable', {
      message: 'The card service does not respond. Send the request again later.',
      cause,
    });
  }
}
