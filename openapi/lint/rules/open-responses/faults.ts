import type { Fault } from '../../fault.ts';

export const openResponsesFaults: readonly Fault[] = [
  {
    fault: 'a closed answer',
    file: 'components/schemas/Booking.yaml',
    set: { '/additionalProperties': false },
    at: 'components/schemas/Booking.yaml#/',
    says: 'The service sends this object',
  },
  {
    fault: 'a closed webhook',
    file: 'components/schemas/BookingSummary.yaml',
    set: { '/additionalProperties': false },
    at: 'components/schemas/BookingSummary.yaml#/',
    says: 'The service sends this object',
  },
  {
    fault: 'a schema of a request in an answer',
    file: 'components/schemas/Booking.yaml',
    set: { '/properties/guest/$ref': './Guest.yaml' },
    at: 'components/schemas/Guest.yaml#/',
    says: 'give what is sent a schema of its own',
  },
  {
    fault: 'an answer that leaves open whether it is open',
    file: 'components/schemas/Booking.yaml',
    set: { '/additionalProperties': undefined },
    at: 'components/schemas/Booking.yaml#/',
    says: 'set additionalProperties: true',
  },
];
