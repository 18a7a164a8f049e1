/**
 * Guards the calls of a run. A call has no effect here after its deadline, or after the run was given back; late-calls.ts follows up on
 * it. The calls of a run end together before its lease does: the deadlines of three calls are longer than a lease, and another worker
 * would then begin the same work.
 */
import { type Clock, DeadlineError, withDeadline } from '@booking-service/kernel/time';
import type { ClaimedRun } from '../../store/store.ts';
import type { LateCalls } from './late-calls.ts';

/**
 * Passes on the result of a provider call while the worker still holds the run. Rejects if the run was given back.
 * `creates` names what the call may create at the provider. Such a call is followed up if it ends late. Default: nothing.
 */
export type GuardCall = <T>(call: Promise<T>, creates?: 'booking' | 'modification') => Promise<T>;

export interface CallGuardsOptions {
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
