import type { Fault } from '../../fault.ts';

export const operationIdFaults: readonly Fault[] = [
  {
    fault: 'an operation without operationId',
    file: 'paths/v1_sessions_card.yaml',
    set: { '/get/operationId': undefined },
    at: 'paths/v1_sessions_card.yaml#/get',
    says: 'GET /v1/sessions/card has no operationId',
  },
  {
    fault: 'an operationId in snake_case',
    file: 'paths/v1_sessions_card.yaml',
    set: { '/get/operationId': 'get_card' },
    at: 'paths/v1_sessions_card.yaml#/get/operationId',
    says: 'The operationId get_card is not verb and object',
  },
  {
    fault: 'an operationId that is a verb alone',
    file: 'paths/v1_sessions_card.yaml',
    set: { '/get/operationId': 'get' },
    at: 'paths/v1_sessions_card.yaml#/get/operationId',
    says: 'The operationId get is not verb and object',
  },
  {
    fault: 'a webhook with an operationId that is not its event',
    file: 'webhooks/booking.requires_action.yaml',
    set: { '/post/operationId': 'sendBookingRequiresAction' },
    at: 'webhooks/booking.requires_action.yaml#/post/operationId',
    says: 'set onBookingRequiresAction',
  },
  {
    fault: 'a webhook without an operationId',
    file: 'webhooks/booking.created.yaml',
    set: { '/post/operationId': undefined },
    at: 'webhooks/booking.created.yaml#/post',
    says: 'The webhook booking.created has the operationId nothing',
  },
  {
    fault: 'a path without its version',
    file: 'openapi.yaml',
    set: {
      '/paths/~1v1~1sessions~1card': undefined,
      '/paths/~1sessions~1card': { $ref: 'paths/v1_sessions_card.yaml' },
    },
    at: 'openapi.yaml#/paths/~1sessions~1card',
    says: 'The path /sessions/card does not begin with /v1/',
  },
];
