/**
 * The provider's work on bookings.
 *
 * A *run* is a row that stands for work the provider still has to do; it was written in the same transaction as the change that
 * asked for it. Claims give each organization its turn at each provider, within the bounds of run-places.ts. A claim follows
 * every run that ends while a bound is reached, so that a place is filled as soon as it is free (DLV-13). One run is worked on
 * like this:
 *  1. claim    under a lease, its attempt counted; no other worker has it meanwhile
 *  2. read     the booking, and see what its status asks for
 *  3. call     the provider, and record what came of it (work-on-booking.ts)
 *  4. what fails is put off, longer each time, and given up in the end (run-schedule.ts, STA-14)
 * A stop gives back what the provider takes too long for, due again at once. A call that ends after its deadline, or after its
 * run was given back, decides nothing; what it may have made is looked at (late-calls.ts).
 * A crash anywhere leaves the run; it is claimed again, and the provider sees the same reference again (STA-12).
 */
import { BusyError } from '../store/busy-error.ts';
import { systemClock, type Clock } from '../time/clock.ts';
import { DeadlineError, endsWithin } from '../time/deadline.ts';
import { bookingAt } from '../domain/booking.ts';
import type { ModificationResult } from '../domain/modification.ts';
import { nextRun, retryDelay_seconds, runWorkOf } from '../domain/run-schedule.ts';
import { errorLine } from '../log/error-line.ts';
import { noObserver, type Observer } from '../log/observer.ts';
import type { ClaimedRun, Failing, Lease, StoredBooking } from '../store/store.ts';
import { createLateCalls } from './late-calls.ts';
import type { Ours } from './run-modification.ts';
import { createRunPlaces, runBounds } from './run-places.ts';
import { createBookingWork, type BookingWorkOptions } from './work-on-booking.ts';

const lease_ms = 60_000;
/** Runs that are marked as ready at once. */
const readyBatch = 500;
/** How long a tick waits for the runs that it began. They go on after it. */
const tick_seconds = 2;

export interface RunOptions extends Omit<BookingWorkOptions, 'observer' | 'postpone' | 'clock'> {
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** Default: nobody. */
  readonly observer?: BookingWorkOptions['observer'] & Pick<Observer, 'late'>;
  /** Told when a run that was put back is due, so that nobody has to look for it before. Default: nobody. */
  readonly postponed?: (due_at: Date) => void;
}

export interface Runs {
  /**
   * A tick: begins to work on every run that is due, as far as there are places. Resolves when these runs have ended, or after
   * two seconds. Never rejects.
   */
  runDue(): Promise<void>;
  /** Looks again for due runs where a tick is under way; false where none is. */
  joinTick(): boolean;
  /** Works on this booking's run, if it has one that is due and free. Never rejects. */
  runNow(booking_id: string): Promise<void>;
  /** A lease for a run that is worked on by whoever stores it. */
  newLease(): Lease;
  /** Works on the modification whose run was stored under such a lease. Undefined where the provider cannot be asked yet. */
  modifyNow(run: ClaimedRun, stored: StoredBooking): Promise<ModificationResult | undefined>;
  /** Lets runs be claimed, as they may be from the beginning. */
  start(): void;
  /** Claims nothing more. Resolves when the work under way has ended; after `grace_seconds` what is left is given back. */
  stop(options: { grace_seconds: number }): Promise<void>;
}

interface ClaimState {
  mayClaim: boolean;
  /** Set while claims are made, one after the other. */
  claiming: Promise<void> | undefined;
  /** Whether one more claim was asked for meanwhile. */
  isClaimAsked: boolean;
  /** Whether something may have fallen due. */
  isReadyAsked: boolean;
  /** Whether the last claim reached a bound, so that it may have left runs. */
  wasFull: boolean;
}

export function createRuns(options: RunOptions): Runs {
  const { store, clock, newId, log, observer = noObserver, postponed = () => undefined } = options;
  const bookings = createBookingWork({ ...options, observer, postpone: (run, due_at) => postpone(run, due_at) });
  const lateCalls = createLateCalls({ store, clock, log, observer, wake: () => postponed(clock.now()) });
  const places = createRunPlaces();
  const state: ClaimState = {
    mayClaim: true,
    claiming: undefined,
    isClaimAsked: false,
    isReadyAsked: false,
    wasFull: false,
  };
  /** The runs that the present tick began. */
  let tick: Set<Promise<unknown>> | undefined;
  const underWay = new Map<ClaimedRun, Promise<unknown>>();
  const claimingOne = new Set<Promise<unknown>>();
  const givenBack = new WeakSet<ClaimedRun>();

  return {
    async runDue() {
      const own = new Set<Promise<unknown>>();
      tick = own;
      await lookForDue();
      if (own.size > 0) await endsWithin(clock, tick_seconds, allEnded(own));
      tick = undefined;
    },
    joinTick() {
      if (tick) void lookForDue();
      return tick !== undefined;
    },
    async runNow(booking_id) {
      if (!state.mayClaim) return;
      try {
        const claim = store.claimRun({ ...newLease(), now: clock.now(), booking_id });
        claimingOne.add(claim);
        const run = await claim.finally(() => claimingOne.delete(claim));
        if (run) await work(run, () => bookings.work(run, oursOf(run)));
      } catch (error) {
        log.error({ err: errorLine(error), booking_id }, 'could not run a booking at once');
      }
    },
    newLease,
    modifyNow: (run, stored) => work(run, () => bookings.modify({ run, stored, ours: oursOf(run) }), stored),
    start() {
      state.mayClaim = true;
    },
    async stop({ grace_seconds }) {
      state.mayClaim = false;
      await Promise.allSettled([state.claiming, ...claimingOne]);
      if (!(await endsWithin(systemClock, grace_seconds, Promise.allSettled(underWay.values())))) {
        for (const run of underWay.keys()) await giveBack(run);
      }
      await lateCalls.storeReleases();
    },
  };

  function newLease(): Lease {
    return { lease_until: new Date(clock.now().getTime() + lease_ms), lease_token: newId('lease') };
  }

  function lookForDue(): Promise<void> {
    state.isReadyAsked = true;
    return claimMore();
  }

  /** Claims as far as there are places. Asked for while claims are made, one more is made after them. Never rejects. */
  function claimMore(): Promise<void> {
    state.isClaimAsked = true;
    state.claiming ??= claimWhileAsked();
    return state.claiming;
  }

  async function claimWhileAsked(): Promise<void> {
    // What is asked for in this turn of the event loop is one claim.
    await Promise.resolve();
    while (state.isClaimAsked && state.mayClaim) {
      state.isClaimAsked = false;
      try {
        if (state.isReadyAsked) await markReady();
        const claim = { ...newLease(), now: clock.now(), turns: places.turns() };
        const { per_provider: limit, per_organization } = runBounds;
        for (const run of await store.claimRuns({ ...claim, limit, per_organization })) begin(run);
        state.wasFull = places.isFull();
      } catch (error) {
        log.error({ err: errorLine(error) }, 'could not claim runs');
      }
    }
    // Within the turn of the event loop that found nothing more asked for.
    state.claiming = undefined;
  }

  /** Marks everything that has fallen due, however much that is: who has much of it hides nothing that others have. */
  async function markReady(): Promise<void> {
    state.isReadyAsked = false;
    while (state.mayClaim && (await store.readyRuns({ now: clock.now(), limit: readyBatch })) === readyBatch);
  }

  function begin(run: ClaimedRun): void {
    places.hadTurn(run);
    const tickOfRun = tick;
    const ended: Promise<unknown> = work(run, () => bookings.work(run, oursOf(run))).then(() => {
      tickOfRun?.delete(ended);
    });
    tickOfRun?.add(ended);
  }

  /** Resolves when the runs of a tick have ended, and no claim is under way that could add another. */
  async function allEnded(own: Set<Promise<unknown>>): Promise<void> {
    while (own.size > 0 || state.claiming) await Promise.all([...own, state.claiming]);
  }

  /** What the work comes to; undefined where it goes wrong, which ends nothing for any other run. */
  async function work<T>(run: ClaimedRun, begun: () => Promise<T>, stored?: StoredBooking): Promise<T | undefined> {
    places.take(run);
    const working = begun().catch((error: unknown) => putOff(run, error, stored));
    underWay.set(run, working);
    const result = await working;
    underWay.delete(run);
    places.free(run);
    // Where the last claim reached no bound, it left no run that could take this place. One under way may not see this place.
    if (state.claiming || state.wasFull) void claimMore();
    return result;
  }

  /** Puts the run back for later, or gives it up. Where not even that can be done, it is claimed again when its lease ends. */
  async function putOff(run: ClaimedRun, error: unknown, known?: StoredBooking): Promise<undefined> {
    if (givenBack.has(run)) return;
    observer.ran({ outcome: 'error' });
    const { booking_id, attempt, answer } = run;
    try {
      const now = clock.now();
      const stored = known ?? (await store.findBooking(booking_id));
      const runWork = runWorkOf(stored ? bookingAt(stored.booking, now).status : 'failed');
      const failing = countFailure(run, error, now);
      const due_at = failing
        ? nextRun({ work: runWork, ...failing }, now)
        : new Date(now.getTime() + retryDelay_seconds(runWork, 1) * 1000);
      if (!due_at && stored) return await bookings.giveUp(run, stored, error).then(() => undefined);
      const err = errorLine(error, { ...stored, answer });
      const delay_ms = (due_at ?? now).getTime() - now.getTime();
      const line = { err, booking_id, organization_id: run.organization_id, attempt, delay_ms };
      log.warn(line, 'a run failed and is tried again');
      await postpone(run, due_at ?? now, failing);
    } catch (failure) {
      const line = { err: errorLine(failure), booking_id };
      log.error(line, 'a run could not be put off; it comes again when its lease ends');
    }
  }

  /** A database that cannot be asked is no failure of the provider. */
  function countFailure({ failing }: ClaimedRun, error: unknown, now: Date): Failing | undefined {
    if (error instanceof BusyError) return failing;
    const { times, since } = failing ?? { times: 0, since: now.toISOString() };
    return { times: times + 1, since };
  }

  async function postpone(run: ClaimedRun, due_at: Date, failing?: Failing): Promise<void> {
    if (await store.postponeRun(run, due_at, failing)) postponed(due_at);
  }

  async function giveBack(run: ClaimedRun): Promise<void> {
    givenBack.add(run);
    observer.ran({ outcome: 'given_back' });
    log.warn({ booking_id: run.booking_id }, 'a run is given back: the provider takes longer than the stop waits');
    await store.postponeRun(run, clock.now(), run.failing);
  }

  /** Passes on what a provider says, unless its time is over or the run was given back: then nothing is decided by it. */
  function oursOf(run: ClaimedRun): Ours {
    return async (call, makes) => {
      try {
        const said = await call;
        if (!givenBack.has(run)) return said;
        if (makes) void lateCalls.look(run, said);
      } catch (error) {
        if (makes && error instanceof DeadlineError && error.late) lateCalls.watch(run, error.late);
        else if (makes && givenBack.has(run)) void lateCalls.look(run);
        throw error;
      }
      throw new Error('The run was given back.');
    };
  }
}
