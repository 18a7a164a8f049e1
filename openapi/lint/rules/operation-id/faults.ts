import type { Fault } from '../../fault.ts';

export const operationIdFaults: readonly Fault[] = [
  {
    fault: 'an operation without operationId',
    file: 'paths/v1_sessions_card.yaml',
    set: { '/get/operationId': undefined },
    at: 'paths/v1_sessions_card.yaml#/get',
    message: 'GET /v1/sessions/card has no operationId',
  },
  {
    fault: 'an operationId in snake_case',
    file: 'paths/v1_sessions_card.yaml',
    set: { '/get/operationId': 'get_card' },
    at: 'paths/v1_sessions_card.yaml#/get/operationId',
    message: 'The operationId get_card is not a verb and an object',
  },
  {
    fault: 'an operationId that is only a verb',
    file: 'paths/v1_sessions_card.yaml',
    set: { '/get/operationId': 'get' },
    at: 'paths/v1_sessions_card.yaml#/get/operationId',
    message: 'The operationId get is not a verb and an object',
  },
  {
    fault: 'a webhook with the operationId of another event',
    file: 'webhooks/booking.requires_action.yaml',
    set: { '/post/operationId': 'sendBookingRequiresAction' },
    at: 'webhooks/booking.requires_action.yaml#/post/operationId',
    message: 'set onBookingRequiresAction',
  },
  {
    fault: 'a webhook without an operationId',
    file: 'webhooks/booking.created.yaml',
    set: { '/post/operationId': undefined },
    at: 'webhooks/booking.created.yaml#/post',
    message: 'The webhook booking.created has the operationId nothing',
  },
  {
    fault: 'a path without its version',
    file: 'openapi.yaml',
    set: {
      '/paths/~1v1~1sessions~1card': undefined,
      '/paths/~1sessions~1card': { $ref: 'paths/v1_sessions_card.yaml' },
    },
    at: 'openapi.yaml#/paths/~1sessions~1card',
    message: 'The path /sessions/card does not begin with /v1/',
  },
];
