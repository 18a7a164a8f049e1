import { runs } from '@booking-service/contract';
import type { BookingStatus } from '@booking-service/contract';

/** What a run does: takes a booking further, or undoes one that ended. */
export type RunWork = 'booking' | 'release';

export function runWorkOf(status: BookingStatus): RunWork {
  return status === 'failed' || status === 'cancelled' || status === 'expired' ? 'release' : 'booking';
}

interface Failed {
  readonly work: RunWork;
  /** How many calls in a row failed. */
  readonly times: number;
  /** When the first of them failed. */
  readonly since: string;
}

/** When a run is due again whose provider failed at `now`, or undefined where the service gives up (STA-14). */
export function nextRun({ work, times, since }: Failed, now: Date): Date | undefined {
  const { give_up_after_seconds } = work === 'release' ? runs.release : runs;
  const end = Date.parse(since) + give_up_after_seconds * 1000;
  if (now.getTime() >= end) return undefined;
  // The last call is made when the time is over, whatever the delay.
  return new Date(Math.min(now.getTime() + retryDelay_seconds(work, times) * 1000, end));
}

/** The delay after so many failures in a row. */
export function retryDelay_seconds(work: RunWork, times: number): number {
  const { first_delay_seconds, factor, longest_delay_seconds } = runs.retry;
  const longest = work === 'release' ? runs.release.longest_delay_seconds : longest_delay_seconds;
  return Math.min(first_delay_seconds * factor ** (times - 1), longest);
}

/** When to ask again a provider that is not done, or undefined where it has taken too long since the step began (STA-14). */
export function nextLook({ began, seconds }: { began: string; seconds: number }, now: Date): Date | undefined {
  const end = Date.parse(began) + runs.pending_for_at_most_seconds * 1000;
  if (now.getTime() >= end) return undefined;
  return new Date(Math.min(now.getTime() + Math.max(1, seconds) * 1000, end));
}
