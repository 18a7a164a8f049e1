import type { Fault } from '../../fault.ts';

export const webhookEventFaults: readonly Fault[] = [
  {
    fault: 'a webhook under the name of another type',
    file: 'openapi.yaml',
    set: { '/webhooks/booking.failed/$ref': 'webhooks/booking.created.yaml' },
    at: 'webhooks/booking.created.yaml#/post/requestBody/content/application~1json/schema',
    message: 'The body of booking.failed has the type booking.created',
    also: ['contract/operation-id'],
  },
  {
    fault: 'a webhook without its signature',
    file: 'webhooks/booking.failed.yaml',
    set: { '/post/parameters': [] },
    at: 'webhooks/booking.failed.yaml#/post/parameters',
    message: 'The webhook booking.failed lacks Service-Signature',
  },
  {
    fault: 'a signature that is not required',
    file: 'components/parameters.yaml',
    set: { '/ServiceSignature/required': false },
    at: 'components/parameters.yaml#/ServiceSignature',
    message: 'Service-Signature is on every delivery',
  },
];
