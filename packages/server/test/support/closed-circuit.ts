import type { Reports } from '../../src/index.ts';

/** The first report of a provider's circuit. */
export const closedCircuit: Reports['circuitChanged'] = {
  provider: 'harbour',
  mode: 'live',
  call: 'book',
  organization_id: undefined,
  state: 'closed',
  before: undefined,
  paused_organizations: 0,
};
