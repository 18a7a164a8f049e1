/**
 * Late calls: provider calls that continue after the service stopped waiting for them.
 *
 * Terms:
 *  - A call is *late* if it passed its deadline, or if a stop gave its run back. It may still create something.
 *  - A *follow-up* is the run that keeps or releases what a late call created.
 *
 * The state of the booking at the end of a late call determines the follow-up:
 *  - The booking still waits for its provider: none. The run is retried with the same reference, so there is one booking.
 *  - The booking has ended: a run that releases it once more. The first release may have come before the late call ended.
 *  - The modification was given up: the same run again, with the same reference.
 * A late call that fails may have created something too. Only a call that the provider refused created nothing.
 */
import type { Logger } from 'pino';
import { runs } from '@booking-service/contract';
import { currentOrigin, errorLine } from '@booking-service/kernel/log';
import type { Clock } from '@booking-service/kernel/time';
import { runWorkOf } from '../../domain/run-schedule.ts';
import type { Observer } from '../../log/observer.ts';
import type { ClaimedRun, NewRun, Store, StoredBooking } from '../../store/store.ts';

export interface LateCalls {
  /** Follows up the call when it ends. Never rejects. */
  watch(run: ClaimedRun, call: Promise<unknown>): void;
  /** Stores the follow-up of a late call that has ended. `result` is undefined if the call failed. Never rejects. */
  followUp(run: ClaimedRun, result?: unknown): Promise<void>;
  /**
   * Stores a release for each ended booking whose call is still in progress, because this process will not see the call end.
   * Never rejects.
   */
  storeReleases(): Promise<void>;
}

export interface LateCallsOptions {
  readonly store: Pick<Store, 'findBooking' | 'changeBooking'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  readonly observer: Pick<Observer, 'late'>;
  /** Polls for due runs. */
  readonly wake: () => void;
}

/** The number of times that a booking is read again because it changed meanwhile. */
const maxReads = 5;

export function createLateCalls({ store, clock, log, observer, wake }: LateCallsOptions): LateCalls {
  /** The time at which each call passed its deadline, by run, oldest first. */
  const inProgress = new Map<ClaimedRun, number>();

  async function followUp(run: ClaimedRun, result: unknown, due_at: Date = clock.now()): Promise<void> {
    const { organization_id, booking_id } = run;
    if (createdNothing(result)) return;
    try {
      for (let reads = 0; reads < maxReads; reads += 1) {
        const stored = await store.findBooking({ organization_id, id: booking_id });
        const next = stored && findFollowUp(stored, { run, result, due_at });
        if (!next) return;
        const { booking } = stored;
        if (await store.changeBooking({ before: stored, booking, events: [], origin: currentOrigin(), run: next })) {
          const work = next.changes ? 'modification' : 'release';
          observer.late({ work });
          const line = { code: 'late_provider_call', booking_id, organization_id, work };
          log.warn(line, 'a provider call continued after its booking was settled; a new run follows it up');
          wake();
          return;
        }
      }
    } catch (error) {
      log.error({ err: errorLine(error), booking_id }, 'could not follow up a late provider call');
    }
  }

  /** Removes calls that have not ended by the time at which their run would be given up. */
  function removeOld(now: number): void {
    for (const [run, since] of inProgress) {
      if (now - since < runs.give_up_after_seconds * 1000) return;
      inProgress.delete(run);
    }
  }

  return {
    watch(run, call) {
      const now = clock.now().getTime();
      removeOld(now);
      inProgress.set(run, now);
      const end = (result?: unknown) => {
        inProgress.delete(run);
        void followUp(run, result);
      };
      call.then(end, () => end());
    },
    followUp: (run, result) => followUp(run, result),
    async storeReleases() {
      const due_at = new Date(clock.now().getTime() + runs.retry.longest_delay_seconds * 1000);
      for (const run of inProgress.keys()) await followUp(run, undefined, due_at);
    },
  };
}

/** Returns whether the provider refused, so that there is nothing to follow up. */
function createdNothing(result: unknown): boolean {
  const outcome = typeof result === 'object' && result !== null && 'outcome' in result ? result.outcome : undefined;
  return outcome === 'failed' || outcome === 'refused' || outcome === 'unsupported';
}

function findFollowUp(
  { booking, step, working }: StoredBooking,
  { run, result, due_at: due }: { run: ClaimedRun; result: unknown; due_at: Date },
): NewRun | undefined {
  const due_at = due.toISOString();
  // A new step, so that a release in progress, which may have come too early, does not complete this run when it ends.
  if (runWorkOf(booking.status) === 'release') return { step: step + 1, due_at };
  const { changes } = run;
  const isGivenUp = changes && result !== undefined && booking.status === 'confirmed' && !working && step === run.step;
  return isGivenUp ? { step, changes, due_at } : undefined;
}
