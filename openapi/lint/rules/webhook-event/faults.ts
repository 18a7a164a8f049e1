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
    fault: 'webhooks without their signature',
    file: 'behavior/delivery.yaml',
    set: { '/signature/header': 'Other-Signature' },
    at: 'behavior/delivery.yaml#/headers',
    message: 'The headers of x-delivery lack Other-Signature',
  },
  {
    fault: 'a signature that is not required',
    file: 'behavior/delivery.yaml',
    set: { '/headers/ServiceSignature/required': false },
    at: 'behavior/delivery.yaml#/headers/ServiceSignature',
    message: 'Service-Signature is on every delivery',
  },
];
