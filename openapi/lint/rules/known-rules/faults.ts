import type { Fault } from '../../fault.ts';

export const knownRulesFaults: readonly Fault[] = [
  {
    fault: 'an unknown rule of an operation',
    file: 'paths/v1_sessions_card.yaml',
    set: { '/get/x-behavior/rules/0': 'END-99' },
    at: 'paths/v1_sessions_card.yaml#/get/x-behavior/rules/0',
    message: 'The rule END-99 is not in rules.yaml',
  },
  {
    fault: 'a removed rule that a transition uses',
    file: 'rules.yaml',
    set: { '/STA/STA-13': undefined },
    at: 'behavior/booking-states.yaml#/transitions/7/rules/1',
    message: 'The rule STA-13 is not in rules.yaml',
  },
];
