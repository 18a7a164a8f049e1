/** The cards of a card service behind HTTP. Each method of the port is one signed POST. */
import type { CardVault } from '../integrations.ts';
import { type CardServiceCalls, createCardServiceCalls, type HttpCardServiceOptions } from './card-service-calls.ts';

/** Creates the card vault. It connects at its first call. Throws if the secret is blank. */
export function createHttpCards(options: HttpCardServiceOptions): CardVault {
  return cardsOf(createCardServiceCalls(options));
}

/** Returns the card vault behind these calls. */
export function cardsOf({ call }: CardServiceCalls): CardVault {
  return {
    async findCard({ session_id, channel, destination }, { livemode, organization_id }) {
      const person = { livemode, organization_id, session_id, channel, destination };
      const { card_reference } = await call('findCard', { operation: 'findCard', ...person });
      return card_reference ?? undefined;
    },
    async readCard(card_reference, { livemode, organization_id }) {
      const body = { operation: 'readCard', livemode, organization_id, card_reference } as const;
      const { brand, last4, exp_month, exp_year } = await call('readCard', body);
      return { brand, last4, exp_month, exp_year };
    },
  };
}
