import { type Booking, type BookingStatus, runs } from '@booking-service/contract';

/** The work of a run: it advances a booking, releases one that ended, or does what is owed at the card service. */
export type RunWork = 'booking' | 'release' | 'payment';

/** Returns the work of a run at the provider. */
export function runWorkOf(status: BookingStatus): 'booking' | 'release' {
  return status === 'failed' || status === 'cancelled' || status === 'expired' ? 'release' : 'booking';
}

interface Failed {
  readonly work: RunWork;
  /** The number of consecutive failures. */
  readonly times: number;
  /** The time of the first of these failures. */
  readonly since: string;
}

/** Returns when a run is due again after its provider failed at `now`; undefined if the service gives up (STA-14). */
export function nextRun({ work, times, since }: Failed, now: Date): Date | undefined {
  const { give_up_after_seconds } = work === 'release' ? runs.release : runs;
  const end = Date.parse(since) + give_up_after_seconds * 1000;
  if (now.getTime() >= end) return undefined;
  // The last call is made at the end, even if the delay is longer.
  return new Date(Math.min(now.getTime() + retryDelay_seconds(work, times) * 1000, end));
}

/** Returns the delay after this many consecutive failures. */
export function retryDelay_seconds(work: RunWork, times: number): number {
  const { first_delay_seconds, factor, longest_delay_seconds } = runs.retry;
  const longest = work === 'booking' ? longest_delay_seconds : runs.release.longest_delay_seconds;
  return Math.min(first_delay_seconds * factor ** (times - 1), longest);
}

/** Returns when to call a provider again whose result is pending; undefined if the step has taken too long (STA-14). */
export function nextPoll({ began, seconds }: { began: string; seconds: number }, now: Date): Date | undefined {
  const end = Date.parse(began) + runs.pending_for_at_most_seconds * 1000;
  if (now.getTime() >= end) return undefined;
  return new Date(Math.min(now.getTime() + Math.max(1, seconds) * 1000, end));
}

/** Returns the time before which a run that is stuck at `now` began to fail or to be pending. */
export function stuckBefore(now: Date): Date {
  return new Date(now.getTime() - runs.stuck_after_seconds * 1000);
}

/** A number of calls in each minute of the clock. */
export interface MinuteBudget {
  /** Returns how many calls the present minute still has. */
  left(): number;
  spend(calls: number): void;
}

export function createMinuteBudget(per_minute: number, clock: { readonly now: () => Date }): MinuteBudget {
  let minute = 0;
  let spent = 0;
  return {
    left() {
      const now = Math.floor(clock.now().getTime() / 60_000);
      if (now !== minute) [minute, spent] = [now, 0];
      return per_minute - spent;
    },
    spend(calls) {
      spent += calls;
    },
  };
}

/** The result of a modification. */
export type ModificationResult =
  | { readonly outcome: 'modified'; readonly booking: Booking }
  | { readonly outcome: 'refused'; readonly message?: string }
  | { readonly outcome: 'unsupported' }
  /** The booking changed its status meanwhile, and the modification was undone. */
  | { readonly outcome: 'overtaken'; readonly status: BookingStatus };
