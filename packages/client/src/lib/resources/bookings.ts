import { Call } from './call.ts';
import type { Caller } from './caller.ts';
import type { CallError, EndedError } from '../errors.ts';
import type { CallOptions } from '../options.ts';
import type { Booking, BookingStatus, ContinueBooking, CreateBooking, ModifyBooking } from './resources.ts';
import { waitFor, type WaitContext, type WaitOptions } from './wait-for.ts';

/** Options of {@link Bookings.create}. */
export interface CreateBookingOptions extends CallOptions {
  /**
   * Your own key for this create, 1 to 255 printable ASCII characters (IDM-4). The same key always returns the booking that
   * it first created. Default: a random key for all attempts of this call.
   */
  readonly idempotencyKey?: string;
}

/** Creates, reads and changes bookings. */
export interface Bookings {
  /** Creates a booking. Its status is usually `processing`: wait for it, or receive a webhook. */
  create(booking: CreateBooking, options?: CreateBookingOptions): Call<Booking, CallError<'createBooking'>>;
  /** Returns a booking in its current state. */
  get(id: string, options?: CallOptions): Call<Booking, CallError<'getBooking'>>;
  /** Sends the input that `next_action` requires, with the same type. Not retried if its outcome is unknown: read the booking. */
  continue(id: string, input: ContinueBooking, options?: CallOptions): Call<Booking, CallError<'continueBooking'>>;
  /** Cancels a booking. Not retried if its outcome is unknown: read the booking. */
  cancel(id: string, options?: CallOptions): Call<Booking, CallError<'cancelBooking'>>;
  /** Changes the slot or the party size of a confirmed booking. It stays confirmed. */
  modify(id: string, changes: ModifyBooking, options?: CallOptions): Call<Booking, CallError<'modifyBooking'>>;
  /**
   * Polls a booking until it has an awaited status. Delays are random, from half a second to 8.5 seconds. Fails with an
   * {@link EndedError} as soon as the booking can no longer reach one: it failed, expired or was cancelled.
   */
  waitFor<const Status extends BookingStatus>(
    id: string,
    options: WaitOptions<Status>,
  ): Call<Booking & { readonly status: Status }, CallError<'getBooking'> | EndedError>;
}

export function createBookings(call: Caller, time: Omit<WaitContext, 'get'>): Bookings {
  const get: Bookings['get'] = (id, options) => call('getBooking', options, undefined, id);
  return {
    get,
    create: (body, options) => call('createBooking', options, body),
    continue: (id, body, options) => call('continueBooking', options, body, id),
    cancel: (id, options) => call('cancelBooking', options, undefined, id),
    modify: (id, body, options) => call('modifyBooking', options, body, id),
    waitFor: (id, options) => new Call(waitFor(id, options, { ...time, get })),
  };
}
