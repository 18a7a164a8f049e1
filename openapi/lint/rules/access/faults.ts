import type { Fault } from '../../fault.ts';

export const accessFaults: readonly Fault[] = [
  {
    fault: 'a scope that is not listed',
    file: 'paths/v1_sessions_card.yaml',
    set: { '/get/x-behavior/scope': 'cards:write' },
    at: 'paths/v1_sessions_card.yaml#/get/x-behavior/scope',
    message: 'getCard requires cards:write, which is not in x-access.scopes',
  },
  {
    fault: 'a scope that no operation requires',
    file: 'behavior/access.yaml',
    set: { '/scopes/cards:write': 'Change cards.' },
    at: 'behavior/access.yaml#/scopes/cards:write',
    message: 'No operation requires the scope cards:write',
  },
  {
    fault: 'two modes with one prefix',
    file: 'behavior/access.yaml',
    set: { '/key_modes/live/prefix': 'sk_test_' },
    at: 'behavior/access.yaml#/key_modes/live/prefix',
    message: 'Test and live keys both begin with sk_test_',
  },
  {
    fault: 'an unknown code in the order of refusals',
    file: 'behavior/access.yaml',
    set: { '/refusal_order/3': 'wrong_key' },
    at: 'behavior/access.yaml#/refusal_order/3',
    message: 'wrong_key is not in the catalogue',
  },
  {
    fault: 'a repeated code in the order of refusals',
    file: 'behavior/access.yaml',
    set: { '/refusal_order/12': 'unauthorized' },
    at: 'behavior/access.yaml#/refusal_order/12',
    message: 'unauthorized occurs twice in x-access.refusal_order',
    also: ['contract/behavior-schema'],
  },
  {
    fault: 'a replay without a place in the order of refusals',
    file: 'behavior/access.yaml',
    set: { '/refusal_order/6': 'not_found' },
    at: 'behavior/idempotency.yaml#/replay_step',
    message: 'x-access.refusal_order lacks replay',
  },
  {
    fault: 'a refusal before the check of the key',
    file: 'behavior/access.yaml',
    set: { '/refusal_order/0': 'org_suspended', '/refusal_order/2': 'unauthorized' },
    at: 'behavior/access.yaml#/refusal_order/0',
    message: 'org_suspended comes first in x-access.refusal_order',
  },
];
