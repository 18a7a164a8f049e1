import { sleep } from './bounded.ts';
import type { Answer } from './call.ts';
import type { Clock } from './clock.ts';
import { DeadlineError, EndedError } from './errors.ts';
import { statusesAfter } from './generated/tables.ts';
import type { CallOptions } from './options.ts';
import type { Booking, BookingStatus } from './resources.ts';

/** Options of {@link Bookings.waitFor}. */
export interface WaitOptions<Status extends BookingStatus> extends Omit<CallOptions, 'retries'> {
  /** The status to wait for, or several. */
  readonly until: Status | readonly Status[];
  /** How long to wait, in milliseconds. Default 60,000. */
  readonly deadline?: number;
  /** Told of the booking whenever its status has changed, and at first: the place to show a `next_action`. */
  readonly onStatus?: (booking: Booking) => void;
}

/** What waiting needs: reading, and time. */
export interface WaitContext {
  readonly get: (id: string, options: CallOptions) => Promise<Answer<Booking>>;
  readonly clock: Clock;
  readonly random: () => number;
}

const after: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(statusesAfter));
const first_ms = 1_000;
const most_ms = 8_000;
/** Less is not worth another look. */
const least_ms = 250;

/** Reads a booking, again and again, until its status is one of those awaited, or can no longer become one. */
export async function waitFor<Status extends BookingStatus>(
  id: string,
  { until, deadline = 60_000, onStatus, ...options }: WaitOptions<Status>,
  { get, clock, random }: WaitContext,
): Promise<Answer<Booking & { readonly status: Status }>> {
  const awaited: readonly string[] = [until].flat();
  const end = clock.now() + deadline;
  let seen: string | undefined;
  for (let look = 0; ; look += 1) {
    const answer = await get(id, { ...options, deadline: end - clock.now(), retries: Infinity });
    const booking = answer.data;
    const { status } = booking;
    if (status !== seen) onStatus?.(booking);
    seen = status;
    // Its status is among those awaited.
    if (awaited.includes(status)) return answer as Answer<Booking & { readonly status: Status }>;
    const later = after.get(status) ?? awaited;
    const left_ms = end - clock.now();
    const message = `Booking ${id} is ${status}, not ${awaited.join(' or ')}.`;
    if (!awaited.some((each) => later.includes(each))) throw new EndedError(message, { ...answer, booking });
    if (left_ms < 2 * least_ms) throw new DeadlineError(message, { ...answer, booking });
    // Half of the span is random, and the last looks come closer, so that the deadline is neither missed nor wasted.
    const span_ms = Math.min(most_ms, first_ms * 2 ** look, left_ms / 2);
    await sleep(span_ms * (1 - random() / 2), { clock, signal: options.signal });
  }
}
