import type { Fault } from '../../fault.ts';

export const behaviorSchemaFaults: readonly Fault[] = [
  {
    fault: 'a limit of zero',
    file: 'behavior/limits.yaml',
    set: { '/default_limit': 0 },
    at: 'behavior/limits.yaml#/default_limit',
    message: 'x-limits/default_limit is 0, but must be >= 1',
  },
  {
    fault: 'an unknown field in a block',
    file: 'behavior/delivery.yaml',
    set: { '/jitter': true },
    at: 'behavior/delivery.yaml#/jitter',
    message: 'x-delivery has jitter',
  },
  {
    fault: 'a missing block',
    file: 'openapi.yaml',
    set: { '/x-sandbox': undefined },
    at: 'openapi.yaml#/',
    message: 'The block x-sandbox is missing',
  },
  {
    fault: 'a block without a schema',
    file: 'openapi.yaml',
    set: { '/x-colours': { red: 1 } },
    at: 'openapi.yaml#/x-colours',
    message: 'x-colours has no schema',
  },
  {
    fault: 'an operation without x-behavior',
    file: 'paths/v1_sessions_card.yaml',
    set: { '/get/x-behavior': undefined },
    at: 'paths/v1_sessions_card.yaml#/get',
    message: 'x-behavior of getCard is missing',
    also: ['contract/access', 'contract/metered-headers', 'contract/refusals-declared'],
  },
  {
    fault: 'an x-behavior without a flag',
    file: 'paths/v1_sessions_card.yaml',
    set: { '/get/x-behavior/test_allowance': undefined },
    at: 'paths/v1_sessions_card.yaml#/get/x-behavior',
    message: "must have required property 'test_allowance'",
  },
  {
    fault: 'a webhook with x-behavior',
    file: 'webhooks/booking.created.yaml',
    set: { '/post/x-behavior': { metered: false } },
    at: 'webhooks/booking.created.yaml#/post/x-behavior',
    message: 'The webhook booking.created has x-behavior',
  },
];
