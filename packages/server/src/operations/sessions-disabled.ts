import { Refusal } from '../domain/refusal.ts';

/** Sessions are the card service's, and no card service of this version has them. */
export function sessionsDisabled(): Refusal {
  return new Refusal('cardservice_disabled', { message: 'The card service offers no verification sessions here.' });
}
