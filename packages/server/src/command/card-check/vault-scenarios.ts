/** The scenarios of the cards of a card service. They change nothing. */
import { demand, Unchecked } from '@booking-service/conformance/verdict';
import { randomId } from '@booking-service/kernel/contract';
import { Refusal } from '../../domain/refusal.ts';
import { type Probe, requestScenarios } from '../checks/request-scenarios.ts';
import type { Scenarios, VaultCheck } from './card-check.ts';

const unknown = { channel: 'email', destination: 'unknown.card-check@example.com' } as const;

export const vaultScenarios: Scenarios<VaultCheck> = {
  'unknown person': async ({ cards, context }) => {
    const found = await cards.findCard({ session_id: randomId('ses'), ...unknown }, context);
    demand(found === undefined, 'it has a card of a person who does not exist');
    return 'no card';
  },
  'unknown card': async ({ cards, context }) => {
    const error: unknown = await cards.readCard('no-card-of-this-check', context).then(
      () => undefined,
      (each: unknown) => each,
    );
    demand(error !== undefined, 'it has a card that does not exist');
    if (!(error instanceof Refusal)) throw error;
    demand(error.code === 'reconnect_required', `it refuses with ${error.code}`);
    return 'reconnect_required';
  },
  ...requestScenarios<VaultCheck>(probeOf),
};

/** The probe searches the card of an unknown person. */
function probeOf({ http, context, clock }: VaultCheck): Probe {
  if (!http) throw new Unchecked('only for the type http');
  const { livemode, organization_id } = context;
  const body = { operation: 'findCard', livemode, organization_id, session_id: randomId('ses'), ...unknown };
  const changed = { ...body, destination: 'another@example.com' };
  return { ...http, clock, path: '/cards/find', otherPath: '/payments/open', body, changed, livemode };
}
