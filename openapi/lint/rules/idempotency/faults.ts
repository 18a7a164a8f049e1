import type { Fault } from '../../fault.ts';

export const idempotencyFaults: readonly Fault[] = [
  {
    fault: 'an operation that does not exist',
    file: 'behavior/idempotency.yaml',
    set: { '/operation': 'makeBooking' },
    at: 'behavior/idempotency.yaml#/operation',
    message: 'The operation makeBooking does not exist',
  },
  {
    fault: 'an operation without the header',
    file: 'paths/v1_bookings.yaml',
    set: { '/post/parameters/0': undefined },
    at: 'paths/v1_bookings.yaml#/post/parameters',
    message: 'createBooking lacks Idempotency-Key',
  },
  {
    fault: 'another length of the key',
    file: 'behavior/idempotency.yaml',
    set: { '/max_length': 100 },
    at: 'components/parameters.yaml#/IdempotencyKey/schema/maxLength',
    message: 'Idempotency-Key has maxLength 255, but x-idempotency has 100',
  },
  {
    fault: 'a missing status for replays',
    file: 'paths/v1_bookings.yaml',
    set: { '/post/responses/200': undefined },
    at: 'paths/v1_bookings.yaml#/post/responses',
    message: 'createBooking has no 200',
  },
  {
    fault: 'a replay without Location',
    file: 'paths/v1_bookings.yaml',
    set: { '/post/responses/200/headers/Location': undefined },
    at: 'paths/v1_bookings.yaml#/post/responses/200/headers',
    message: 'The 200 of createBooking lacks Location',
  },
  {
    fault: 'a replay without Idempotent-Replayed',
    file: 'paths/v1_bookings.yaml',
    set: { '/post/responses/200/headers/Idempotent-Replayed': undefined },
    at: 'paths/v1_bookings.yaml#/post/responses/200/headers',
    message: 'The 200 of a replay lacks Idempotent-Replayed',
  },
  {
    fault: 'a first response with Idempotent-Replayed',
    file: 'paths/v1_bookings.yaml',
    set: {
      '/post/responses/201/headers/Idempotent-Replayed': { $ref: '../components/headers.yaml#/Idempotent-Replayed' },
    },
    at: 'paths/v1_bookings.yaml#/post/responses/201/headers/Idempotent-Replayed',
    message: 'Idempotent-Replayed marks a replay, which this 201 is not',
  },
];
