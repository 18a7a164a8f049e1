import { Call } from './call.ts';
import type { CallError, DeadlineError } from '../errors.ts';
import type { Bookings as BookingOperations } from '../../generated/resources.ts';
import type { Booking, BookingStatus } from './resources.ts';
import { waitFor, type EndedError, type WaitContext, type WaitDeadlineError, type WaitOptions } from './wait-for.ts';

/** Creates, reads and changes bookings. */
export interface Bookings extends BookingOperations {
  /**
   * Polls a booking until it has an awaited status. Delays are random, from half a second to 8.5 seconds. Fails with an
   * {@link EndedError} as soon as the booking can no longer reach one: it failed, expired or was cancelled.
   */
  waitFor<const Status extends BookingStatus>(
    id: string,
    options: WaitOptions<Status>,
  ): Call<
    Booking & { readonly status: Status },
    Exclude<CallError<'getBooking'>, DeadlineError> | EndedError | WaitDeadlineError
  >;
}

export function createBookings(operations: BookingOperations, time: Omit<WaitContext, 'get'>): Bookings {
  return {
    ...operations,
    waitFor: (id, options) => new Call(waitFor(id, options, { ...time, ...operations })),
  };
}
