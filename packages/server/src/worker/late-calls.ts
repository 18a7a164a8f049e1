/**
 * Calls to a provider that went on after the service stopped waiting: past their deadline, or given back by a stop.
 *
 * Until such a call ends, it may still make something. What it made may have been wanted once:
 *  - the booking still waits for its provider: the run is tried again with the same reference, so the provider has one booking
 *  - the booking ended meanwhile: a new run releases it, after the one that released it before the late call ended
 *  - a modification was given up meanwhile: its run is stored again, with the same reference
 * A call that failed late may have made something, too. Only a provider that refuses made nothing.
 */
import type { Logger } from 'pino';
import { runs } from '@booking-service/contract';
import type { Clock } from '../time/clock.ts';
import { runWorkOf } from '../domain/run-schedule.ts';
import { errorLine } from '../log/error-line.ts';
import type { Observer } from '../log/observer.ts';
import type { ClaimedRun, NewRun, Store, StoredBooking } from '../store/store.ts';

export interface LateCalls {
  /** Looks at the call when it ends, in whichever way. Never rejects. */
  watch(run: ClaimedRun, call: Promise<unknown>): void;
  /** Looks at what a call made that ended late. Never rejects. */
  look(run: ClaimedRun, said?: unknown): Promise<void>;
  /** Stores a release for each ended booking that has a call under way: the process will not see how that ends. Never rejects. */
  storeReleases(): Promise<void>;
}

export interface LateCallsOptions {
  readonly store: Pick<Store, 'findBooking' | 'changeBooking'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  readonly observer: Pick<Observer, 'late'>;
  /** Has due runs looked for. */
  readonly wake: () => void;
}

/** A booking that changes while it is looked at is read again, so often at most. */
const tries = 5;

export function createLateCalls({ store, clock, log, observer, wake }: LateCallsOptions): LateCalls {
  /** By run, when its call passed the deadline; the oldest first. */
  const underWay = new Map<ClaimedRun, number>();

  async function look(run: ClaimedRun, said: unknown, due_at: Date = clock.now()): Promise<void> {
    const { booking_id } = run;
    if (madeNothing(said)) return;
    try {
      for (let left = tries; left > 0; left -= 1) {
        const stored = await store.findBooking(booking_id);
        const next = stored && findNextRun(stored, { run, said, due_at });
        if (!next) return;
        if (await store.changeBooking({ before: stored, booking: stored.booking, events: [], run: next })) {
          const work = next.changes ? 'modification' : 'release';
          observer.late({ work });
          const line = { code: 'late_provider_call', booking_id, organization_id: stored.organization_id, work };
          log.warn(line, 'a provider call went on after its booking was settled; a new run follows it');
          wake();
          return;
        }
      }
    } catch (error) {
      log.error({ err: errorLine(error), booking_id }, 'could not look at a late provider call');
    }
  }

  /** What nobody sees the end of is forgotten when its run would be given up. */
  function forgetOld(now: number): void {
    for (const [run, since] of underWay) {
      if (now - since < runs.give_up_after_seconds * 1000) return;
      underWay.delete(run);
    }
  }

  return {
    watch(run, call) {
      const now = clock.now().getTime();
      forgetOld(now);
      underWay.set(run, now);
      const end = (said?: unknown) => {
        underWay.delete(run);
        void look(run, said);
      };
      call.then(end, () => end());
    },
    look: (run, said) => look(run, said),
    async storeReleases() {
      const due_at = new Date(clock.now().getTime() + runs.retry.longest_delay_seconds * 1000);
      for (const run of underWay.keys()) await look(run, undefined, due_at);
    },
  };
}

function madeNothing(said: unknown): boolean {
  const outcome = typeof said === 'object' && said !== null && 'outcome' in said ? said.outcome : undefined;
  return outcome === 'failed' || outcome === 'refused' || outcome === 'unsupported';
}

function findNextRun(
  { booking, step, working }: StoredBooking,
  { run, said, due_at: due }: { run: ClaimedRun; said: unknown; due_at: Date },
): NewRun | undefined {
  const due_at = due.toISOString();
  // A new step: a release that is under way may have come too early, and ends without ending this one.
  if (runWorkOf(booking.status) === 'release') return { step: step + 1, due_at };
  const { changes } = run;
  const isLost = changes && said !== undefined && booking.status === 'confirmed' && !working && step === run.step;
  return isLost ? { step, changes, due_at } : undefined;
}
