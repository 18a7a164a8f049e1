import type { Fault } from '../../fault.ts';

export const accessFaults: readonly Fault[] = [
  {
    fault: 'a scope that is not listed',
    file: 'paths/v1_sessions_card.yaml',
    set: { '/get/x-behavior/scope': 'cards:write' },
    at: 'paths/v1_sessions_card.yaml#/get/x-behavior/scope',
    says: 'getCard needs cards:write, which x-access.scopes lacks',
  },
  {
    fault: 'a scope that nothing needs',
    file: 'behavior/access.yaml',
    set: { '/scopes/cards:write': 'Change cards.' },
    at: 'behavior/access.yaml#/scopes/cards:write',
    says: 'No operation needs the scope cards:write',
  },
  {
    fault: 'two modes with one prefix',
    file: 'behavior/access.yaml',
    set: { '/key_modes/live/prefix': 'sk_test_' },
    at: 'behavior/access.yaml#/key_modes/live/prefix',
    says: 'Test and live keys both begin with sk_test_',
  },
  {
    fault: 'an unknown code in the order of refusal',
    file: 'behavior/access.yaml',
    set: { '/refusal_order/3': 'wrong_key' },
    at: 'behavior/access.yaml#/refusal_order/3',
    says: 'wrong_key is not in the catalogue',
  },
  {
    fault: 'a code that is refused for twice',
    file: 'behavior/access.yaml',
    set: { '/refusal_order/12': 'unauthorized' },
    at: 'behavior/access.yaml#/refusal_order/12',
    says: 'unauthorized stands twice in the order of refusal',
    also: ['contract/behavior-schema'],
  },
  {
    fault: 'a replay that has no place in the order of refusal',
    file: 'behavior/access.yaml',
    set: { '/refusal_order/6': 'not_found' },
    at: 'behavior/idempotency.yaml#/replay_step',
    says: 'x-access.refusal_order lacks replay',
  },
  {
    fault: 'a refusal before it is known who calls',
    file: 'behavior/access.yaml',
    set: { '/refusal_order/0': 'org_suspended', '/refusal_order/2': 'unauthorized' },
    at: 'behavior/access.yaml#/refusal_order/0',
    says: 'org_suspended is refused first, before it is known who calls',
  },
];
