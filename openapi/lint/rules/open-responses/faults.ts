import type { Fault } from '../../fault.ts';

export const openResponsesFaults: readonly Fault[] = [
  {
    fault: 'a closed response',
    file: 'components/schemas/Booking.yaml',
    set: { '/additionalProperties': false },
    at: 'components/schemas/Booking.yaml#/',
    message: 'The service sends this object',
  },
  {
    fault: 'a closed webhook',
    file: 'components/schemas/BookingSummary.yaml',
    set: { '/additionalProperties': false },
    at: 'components/schemas/BookingSummary.yaml#/',
    message: 'The service sends this object',
  },
  {
    fault: 'a schema of a request in a response',
    file: 'components/schemas/Booking.yaml',
    set: { '/properties/guest/$ref': './Guest.yaml' },
    at: 'components/schemas/Guest.yaml#/',
    message: 'use another schema for the response',
  },
  {
    fault: 'a response without additionalProperties',
    file: 'components/schemas/Booking.yaml',
    set: { '/additionalProperties': undefined },
    at: 'components/schemas/Booking.yaml#/',
    message: 'Set additionalProperties: true',
  },
];
