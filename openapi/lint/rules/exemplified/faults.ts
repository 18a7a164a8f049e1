import type { Fault } from '../../fault.ts';

export const exemplifiedFaults: readonly Fault[] = [
  {
    fault: 'a request body without an example',
    file: 'paths/v1_bookings.yaml',
    set: { '/post/requestBody/content/application~1json/examples': undefined },
    at: 'paths/v1_bookings.yaml#/post/requestBody/content/application~1json',
    message: 'This request body has no named example',
  },
  {
    fault: 'a response without an example',
    file: 'paths/v1_sessions_card.yaml',
    set: { '/get/responses/200/content/application~1json/examples': {} },
    at: 'paths/v1_sessions_card.yaml#/get/responses/200/content/application~1json/examples',
    message: 'This 200 response has no named example',
  },
  {
    fault: 'a webhook without an example',
    file: 'webhooks/booking.failed.yaml',
    set: { '/post/requestBody/content/application~1json/examples': undefined },
    at: 'webhooks/booking.failed.yaml#/post/requestBody/content/application~1json',
    message: 'This request body has no named example',
  },
  {
    fault: 'a parameter without an example',
    file: 'components/parameters.yaml',
    set: { '/IdempotencyKey/example': undefined },
    at: 'components/parameters.yaml#/IdempotencyKey',
    message: 'The parameter Idempotency-Key has no example',
  },
  {
    fault: 'a header without an example',
    file: 'components/headers.yaml',
    set: { '/Allow/example': undefined },
    at: 'components/headers.yaml#/Allow',
    message: 'The header Allow has no example',
  },
];
