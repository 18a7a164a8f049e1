import type { Fault } from '../../fault.ts';

export const openResponsesFaults: readonly Fault[] = [
  {
    fault: 'a closed response',
    file: 'components/schemas.yaml',
    set: { '/Booking/additionalProperties': false },
    at: 'components/schemas.yaml#/Booking',
    message: 'The service sends this object',
  },
  {
    fault: 'a closed webhook',
    file: 'components/schemas.yaml',
    set: { '/BookingSummary/additionalProperties': false },
    at: 'components/schemas.yaml#/BookingSummary',
    message: 'The service sends this object',
  },
  {
    fault: 'a schema of a request in a response',
    file: 'components/schemas.yaml',
    set: { '/Booking/properties/guest/$ref': '#/Guest' },
    at: 'components/schemas.yaml#/Guest',
    message: 'use another schema for the response',
  },
  {
    fault: 'a response without additionalProperties',
    file: 'components/schemas.yaml',
    set: { '/Booking/additionalProperties': undefined },
    at: 'components/schemas.yaml#/Booking',
    message: 'Set additionalProperties: true',
  },
];
