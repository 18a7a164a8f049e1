import { Call, type DataWithResponse } from './call.ts';
import { BookingClientError, type CallError, DeadlineError } from '../errors.ts';
import type { Bookings as BookingOperations } from '../../generated/resources.ts';
import type { Booking, BookingStatus } from './resources.ts';
import { retryWait, sleep } from '../transport/transport.ts';
import { type CallOptions, type Clock, matching } from '../options.ts';
import { statusesAfter } from '../../generated/tables.ts';

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
  return { ...operations, waitFor: (id, options) => new Call(waitFor(id, options, { ...time, ...operations })) };
}

/** `waitFor`: the booking can no longer reach an awaited status. It failed, expired or was cancelled. */
export class EndedError extends BookingClientError {
  static override readonly error = 'EndedError';
  declare readonly name: 'EndedError';
  /** The booking as it is now. */
  declare readonly booking: Booking;
}

/** `waitFor` took longer than its `deadline`. */
export interface WaitDeadlineError extends DeadlineError {
  /** The last booking that `waitFor` read. Undefined if it read none. */
  readonly booking?: Booking;
}

/** Options of {@link Bookings.waitFor}. */
export interface WaitOptions<Status extends BookingStatus> extends Omit<CallOptions, 'retries'> {
  /** The status to wait for, or several. */
  readonly until: Status | readonly Status[];
  /** The maximum wait in milliseconds. Default 60,000. */
  readonly deadline?: number;
}

/** The dependencies of `waitFor`. */
interface WaitContext {
  readonly get: (id: string, options: CallOptions) => Call<Booking>;
  readonly clock: Clock;
  readonly random: () => number;
}

const after: ReadonlyMap<string, readonly string[] | null> = new Map(Object.entries(statusesAfter));

const statuses = new RegExp(`^(${[...after.keys()].join('|')})$`);

/** Polls a booking until it has an awaited status, or can no longer reach one. */
async function waitFor<Status extends BookingStatus>(
  id: string,
  { until, deadline = 60_000, ...options }: Partial<WaitOptions<Status>> = {},
  { get, clock, random }: WaitContext,
): Promise<DataWithResponse<Booking & { readonly status: Status }>> {
  // JavaScript can leave it out, or misspell it.
  const awaited: readonly string[] = [until].flat().map((each) => matching('until', statuses, each));
  const end = clock.now().getTime() + deadline;
  let left_ms = deadline;
  for (let poll = 1; ; poll += 1) {
    const result = await get(id, {
      ...options,
      deadline: left_ms,
      retries: 1e9,
    }).withResponse();
    const booking = result.data;
    const { status } = booking;
    // The check proves the type of the status.
    if (awaited.includes(status)) return result as DataWithResponse<Booking & { readonly status: Status }>;
    const later = after.get(status) ?? awaited;
    left_ms = end - clock.now().getTime();
    const isOver = !awaited.some((each) => later.includes(each));
    if (isOver || left_ms < 500) {
      const message = `${id} is ${status}, not ${awaited.join(' or ')}.`;
      const facts = { ...result, booking };
      throw new (isOver ? EndedError : DeadlineError)(message, facts);
    }
    // Near the deadline the delays get shorter, so that waitFor neither misses it nor ends long before it.
    const wait_ms = Math.min(retryWait(poll, 0.5, random), left_ms / 2);
    await sleep(clock, wait_ms, options.signal);
    left_ms -= wait_ms;
  }
}
