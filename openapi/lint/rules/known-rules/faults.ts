import type { Fault } from '../../fault.ts';

export const knownRulesFaults: readonly Fault[] = [
  {
    fault: 'an unknown rule at an operation',
    file: 'paths/v1_sessions_card.yaml',
    set: { '/get/x-behavior/rules/0': 'END-99' },
    at: 'paths/v1_sessions_card.yaml#/get/x-behavior/rules/0',
    says: 'There is no rule END-99',
  },
  {
    fault: 'a rule that is gone while a transition names it',
    file: 'rules.yaml',
    set: { '/STA/STA-13': undefined },
    at: 'behavior/booking-states.yaml#/transitions/7/rules/1',
    says: 'There is no rule STA-13',
  },
];
