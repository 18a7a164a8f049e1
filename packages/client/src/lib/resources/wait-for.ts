import { sleep } from '../transport/bounded.ts';
import type { DataWithResponse, Call } from './call.ts';
import type { Clock } from '../transport/clock.ts';
import { DeadlineError, EndedError } from '../errors.ts';
import { statusesAfter } from '../../generated/tables.ts';
import type { CallOptions } from '../options.ts';
import type { Booking, BookingStatus } from './resources.ts';
import { retryWait } from '../transport/retry-policy.ts';

/** Options of {@link Bookings.waitFor}. */
export interface WaitOptions<Status extends BookingStatus> extends Omit<CallOptions, 'retries'> {
  /** The status to wait for, or several. */
  readonly until: Status | readonly Status[];
  /** How long to wait, in milliseconds. Default 60,000. */
  readonly deadline?: number;
}

/** What waiting needs: reading, and time. */
export interface WaitContext {
  readonly get: (id: string, options: CallOptions) => Call<Booking>;
  readonly clock: Clock;
  readonly random: () => number;
}

const after: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(statusesAfter));

/** Reads a booking, again and again, until its status is one of those awaited, or can no longer become one. */
export async function waitFor<Status extends BookingStatus>(
  id: string,
  { until, deadline = 60_000, ...options }: WaitOptions<Status>,
  { get, clock, random }: WaitContext,
): Promise<DataWithResponse<Booking & { readonly status: Status }>> {
  const awaited: readonly string[] = [until].flat();
  const end = clock.now() + deadline;
  for (let look = 1; ; look += 1) {
    const answer = await get(id, { ...options, deadline: end - clock.now(), retries: Infinity }).withResponse();
    const booking = answer.data;
    const { status } = booking;
    // Its status is among those awaited.
    if (awaited.includes(status)) return answer as DataWithResponse<Booking & { readonly status: Status }>;
    const later = after.get(status) ?? awaited;
    const left_ms = end - clock.now();
    const isOver = !awaited.some((each) => later.includes(each));
    if (isOver || left_ms < 500) {
      const message = `${id} is ${status}, not ${awaited.join(' or ')}.`;
      throw new (isOver ? EndedError : DeadlineError)(message, { ...answer, booking });
    }
    // The last looks come closer, so that the deadline is neither missed nor wasted.
    await sleep(Math.min(retryWait(look, 0.5, random), left_ms / 2), { clock, signal: options.signal });
  }
}
