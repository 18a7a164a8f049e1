/**
 * Guards the calls of a run. A call has no effect here after its deadline, or after the run was given back; guard-calls.ts follows up on
 * it. The calls of a run end together before its lease does: the deadlines of three calls are longer than a lease, and another worker
 * would then begin the same work.
 */
import { type Clock, DeadlineError, withDeadline } from '@booking-service/kernel/time';
import type { Logger } from 'pino';
import { runs } from '@booking-service/contract';
import { currentOrigin, errorLine } from '@booking-service/kernel/log';
import type { ClaimedRun, NewRun, Store, StoredBooking } from '../../store/store.ts';
import { runWorkOf } from '../../domain/run-schedule.ts';
import type { Observer } from '../../log/observer.ts';

/**
 * Passes on the result of a provider call while the worker still holds the run. Rejects if the run was given back.
 * `creates` names what the call may create at the provider. Such a call is followed up if it ends late. Default: nothing.
 */
export type GuardCall = <T>(call: Promise<T>, creates?: 'booking' | 'modification') => Promise<T>;

interface CallGuardsOptions {
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** The runs that a stop gave back. */
  readonly givenBack: { has(run: ClaimedRun): boolean };
  readonly lateCalls: Pick<LateCalls, 'watch' | 'followUp'>;
}

/** The time for which a run is claimed. */
export const lease_ms = 60_000;
/** The end of a lease in which no call is in progress, so that the outcome is stored while the lease holds. */
const storing_ms = 5000;

/** Returns a function that creates the guard of a run whose work begins. */
export function createCallGuards({ clock, givenBack, lateCalls }: CallGuardsOptions): (run: ClaimedRun) => GuardCall {
  return (run) => {
    const end_ms = clock.now().getTime() + lease_ms - storing_ms;
    return async (call, creates) => {
      try {
        const left_seconds = Math.max(0, end_ms - clock.now().getTime()) / 1000;
        const result = await withDeadline(clock, left_seconds, () => call);
        if (!givenBack.has(run)) return result;
        if (creates) void lateCalls.followUp(run, result);
      } catch (error) {
        if (creates && error instanceof DeadlineError && error.late) lateCalls.watch(run, error.late);
        else if (creates && givenBack.has(run)) void lateCalls.followUp(run);
        throw error;
      }
      throw new Error('The run was given back.');
    };
  };
}

// Late calls: provider calls that continue after the service stopped waiting for them.
//
// Terms:
//  - A call is *late* if it passed its deadline, or if a stop gave its run back. It may still create something.
//  - A *follow-up* is the run that keeps or releases what a late call created.
//
// The state of the booking at the end of a late call determines the follow-up:
//  - The booking still waits for its provider: none. The run is retried with the same reference, so there is one booking.
//  - The booking has ended: a run that releases it once more. The first release may have come before the late call ended.
//  - The modification was given up: the same run again, with the same reference.
// A late call that fails may have created something too. Only a call that the provider refused created nothing.

interface LateCalls {
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

interface LateCallsOptions {
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
