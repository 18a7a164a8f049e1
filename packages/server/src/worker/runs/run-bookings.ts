/**
 * Runs: the provider's work on bookings.
 *
 * Terms:
 *  - A *run* is a row that stands for work to do at a provider. The transaction that needs the work writes it.
 *  - A *claim* takes due runs under a lease, while there are places for them (DLV-13).
 *  - A run in progress takes one *place* at its provider and frees it when it ends. Each provider has its own places, so one that hangs
 *    takes none of another. Each organization has a maximum there, so its slow runs leave places for others. Its test and its live runs
 *    share this maximum: the bound separates organizations, and a run that hangs frees its place at its deadline.
 *  - Organizations take *turns* at a provider: the next claim starts after the organization that had the last turn.
 *  - A run is *postponed* if its provider is pending or failed. A stop *gives back* a run whose provider takes too long.
 *
 * Steps of one run:
 *  1. claim    takes the run under a lease and counts the attempt; no other worker has it meanwhile
 *  2. read     reads the booking, whose status determines the work
 *  3. call     calls the provider and stores the outcome (work-on-booking.ts)
 *  4. retry    postpones a run that failed, with backoff, and gives it up in the end (run-schedule.ts, STA-14)
 *  5. refill   if a maximum was reached, the end of each run starts another claim, so a free place is filled immediately
 *
 * Only the worker that holds a run may store its outcome. A call that ends after its deadline, which is never after the lease, or after
 * its run was given back, changes nothing; guard-calls.ts follows up on it. After a crash the run remains. When its lease ends, it is
 * claimed again, and the provider gets the same reference again (STA-12). A worker that was paused for longer than its lease may
 * still call the provider. That call needs no check, because it repeats a reference and its outcome changes nothing.
 */
import { errorLine, errorText, followTrail, leaveTrail, type Tracing, type Trail } from '@booking-service/kernel/log';
import { BusyError } from '@booking-service/kernel/store';
import { type Clock, endsWithin, systemClock } from '@booking-service/kernel/time';
import type { ClaimedRun, Failing, Lease, ProviderTurn, RunOf, RunPlace, StoredBooking } from '../../store/store.ts';
import { personalFields } from '../../domain/personal-data.ts';
import { bookingAt } from '../../domain/booking.ts';
import {
  type ModificationResult,
  nextRun,
  retryDelay_seconds,
  type RunWork,
  runWorkOf,
} from '../../domain/run-schedule.ts';
import { noObserver, type Observer } from '../../log/observer.ts';
import { isPaymentRun } from '../../domain/payment.ts';
import { createCallGuards, createLateCalls, lease_ms } from './guard-calls.ts';
import { createCallNotes, createRunReports, traceRun } from './note-calls.ts';
import { failedCall } from './pay-booking.ts';
import { type BookingWorkOptions, createBookingWork } from './work-on-booking.ts';

/** The number of runs that one statement marks as ready. */
const maxReadyBatch = 500;
/** The time for which a tick waits for the runs that it started. The runs continue after it. */
const maxTick_seconds = 2;

export interface RunOptions extends Omit<
  BookingWorkOptions,
  'observer' | 'reports' | 'notes' | 'postpone' | 'onDue' | 'clock'
> {
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** Default: none. */
  readonly tracing?: Tracing | undefined;
  /** Default: none. */
  readonly observer?: BookingWorkOptions['observer'] & Pick<Observer, 'late' | 'ran'>;
  /** Called with the due time of each run that is postponed. Default: none. */
  readonly onPostponed?: (due_at: Date) => void;
}

export interface Runs {
  /**
   * One tick: starts every due run for which there is a place. Resolves when these runs have ended, or after two seconds.
   * Never rejects.
   */
  runDue(): Promise<void>;
  /** Polls for due runs within the current tick. Returns false if no tick is in progress. */
  joinTick(): boolean;
  /** Returns whether no run at these places could be claimed now. The end of a run then starts a claim. */
  isFullFor(places: readonly RunPlace[]): boolean;
  /** Works on the run of this booking if it is due. Waits for the work if a tick of this process has claimed it. Never rejects. */
  runNow(run: RunOf): Promise<void>;
  /** Returns a lease for a run that its creator works on itself. */
  newLease(): Lease;
  /** Works on a modification whose run was stored under such a lease. Returns undefined if the provider fails. */
  modifyNow(run: ClaimedRun, stored: StoredBooking): Promise<ModificationResult | undefined>;
  /** Allows claims, as they are before the first `stop`. */
  start(): void;
  /** Stops claiming. Resolves when the work in progress has ended. After `grace_seconds` the remaining runs are given back. */
  stop(options: { grace_seconds: number }): Promise<void>;
}

interface ClaimState {
  mayClaim: boolean;
  /** The claims in progress. Claims are made one after the other. */
  claiming: Promise<void> | undefined;
  /** True if another claim was requested meanwhile. */
  isClaimRequested: boolean;
  /** True if runs may have become due since they were last marked as ready. */
  isReadyStale: boolean;
}

export function createRuns(options: RunOptions): Runs {
  const { store, clock, newId, log, tracing, observer = noObserver, onPostponed = () => undefined } = options;
  const reports = createRunReports({ log, observer });
  const notes = createCallNotes({ store, clock, log });
  const onDue = () => onPostponed(clock.now());
  const bookings = createBookingWork({ ...options, observer, reports, notes, postpone, onDue });
  const lateCalls = createLateCalls({ store, clock, log, observer, wake: onDue });
  const places = createRunPlaces();
  const state: ClaimState = {
    mayClaim: true,
    claiming: undefined,
    isClaimRequested: false,
    isReadyStale: false,
  };
  /** The runs that the current tick started. */
  let tick: Set<Promise<unknown>> | undefined;
  const inProgress = new Map<ClaimedRun, Promise<unknown>>();
  const singleClaims = new Set<Promise<unknown>>();
  const givenBack = new WeakSet<ClaimedRun>();
  const guardRun = createCallGuards({ clock, givenBack, lateCalls });

  return {
    async runDue() {
      const started = new Set<Promise<unknown>>();
      tick = started;
      await claimDue();
      const isOpen = started.size > 0 || state.claiming !== undefined;
      if (!isOpen || !(await endsWithin(clock, maxTick_seconds, allEnded(started)))) tick = undefined;
    },
    joinTick() {
      if (tick) void claimDue();
      return tick !== undefined;
    },
    isFullFor: (wanted) => wanted.every((place) => places.isFullFor(place)),
    async runNow({ organization_id, booking_id }) {
      if (!state.mayClaim) return;
      try {
        const claim = store.claimRun({ ...newLease(), now: clock.now(), organization_id, booking_id });
        singleClaims.add(claim);
        const run = await claim.finally(() => singleClaims.delete(claim));
        if (run) await work(run, () => bookings.work(run, guardRun(run)));
        else {
          await state.claiming;
          await [...inProgress].find(([other]) => other.booking_id === booking_id && !isPaymentRun(other))?.[1];
        }
      } catch (error) {
        log.error({ err: errorLine(error), booking_id }, 'could not run a booking immediately');
      }
    },
    newLease,
    modifyNow: (run, stored) => work(run, () => bookings.modify({ run, stored, guardCall: guardRun(run) }), stored),
    start() {
      state.mayClaim = true;
    },
    async stop({ grace_seconds }) {
      state.mayClaim = false;
      await Promise.allSettled([state.claiming, ...singleClaims]);
      if (!(await endsWithin(systemClock, grace_seconds, Promise.allSettled(inProgress.values())))) {
        for (const run of inProgress.keys()) await followTrail(trailOf(run), () => giveBack(run));
      }
      await lateCalls.storeReleases();
    },
  };

  function newLease(): Lease {
    return { lease_until: new Date(clock.now().getTime() + lease_ms), lease_token: newId('lease') };
  }

  function claimDue(): Promise<void> {
    state.isReadyStale = true;
    return requestClaim();
  }

  /** Claims runs for the free places. A request during a claim causes one more claim after it. Never rejects. */
  function requestClaim(): Promise<void> {
    state.isClaimRequested = true;
    // A request may cause it, but it claims the work of many.
    state.claiming ??= leaveTrail(claimWhileRequested);
    return state.claiming;
  }

  async function claimWhileRequested(): Promise<void> {
    // Requests of the same turn of the event loop share one claim.
    await Promise.resolve();
    while (state.isClaimRequested && state.mayClaim) {
      state.isClaimRequested = false;
      try {
        const claim = { ...newLease(), now: clock.now(), turns: places.turns() };
        const { per_provider: limit, per_organization } = maxRuns;
        const claimed = await store.claimRuns({ ...claim, limit, per_organization });
        for (const run of claimed) begin(run);
        // An idle tick is one call: only a claim that found work can have left due runs that are not ready.
        if (state.isReadyStale && (claimed.length > 0 || places.isFull())) await markReady();
        state.isReadyStale = false;
      } catch (error) {
        log.error({ err: errorLine(error) }, 'could not claim runs');
      }
    }
    // In the same turn of the event loop as the last check of isClaimRequested, so no request is lost.
    state.claiming = undefined;
  }

  /**
   * Marks all due runs as ready, however many: a claim does so with one batch of them, and an organization with many due runs
   * must hide no run of another.
   */
  async function markReady(): Promise<void> {
    let marked = maxReadyBatch;
    while (state.mayClaim && marked === maxReadyBatch) {
      marked = await store.readyRuns({ now: clock.now(), limit: maxReadyBatch });
      if (marked > 0) state.isClaimRequested = true;
    }
  }

  function begin(run: ClaimedRun): void {
    places.recordTurn(run);
    const tickOfRun = tick;
    const ended: Promise<unknown> = work(run, () => bookings.work(run, guardRun(run))).then(() => {
      tickOfRun?.delete(ended);
    });
    tickOfRun?.add(ended);
  }

  /**
   * Resolves when the runs of a tick have ended and no claim is in progress that could add another. In the same turn no other
   * run joins the tick: it would belong to no tick, and an advance of the sandbox clock would not wait for it.
   */
  async function allEnded(started: Set<Promise<unknown>>): Promise<void> {
    while (started.size > 0 || state.claiming) await Promise.all([...started, state.claiming]);
    tick = undefined;
  }

  /** Returns the result of the work, or undefined if the work fails. A failure does not affect other runs. */
  async function work<T>(run: ClaimedRun, begun: () => Promise<T>, stored?: StoredBooking): Promise<T | undefined> {
    places.take(run);
    reports.begin(run);
    notes.begin(run);
    const working = followTrail(trailOf(run), async () => {
      const ended = await traceRun(run, tracing, begun).catch((error: unknown) => retryLater(run, error, stored));
      await notes.store(run);
      return ended;
    });
    inProgress.set(run, working);
    const result = await working;
    inProgress.delete(run);
    const wasFull = places.isFull();
    places.free(run);
    // If no maximum was reached, no run waits for this place. A claim in progress may not have seen the place.
    if (state.claiming || wasFull) void requestClaim();
    return result;
  }

  /** Postpones a failed run or gives it up. If neither can be stored, the run is claimed again when its lease ends. */
  async function retryLater(run: ClaimedRun, error: unknown, known?: StoredBooking): Promise<undefined> {
    if (givenBack.has(run)) return;
    observer.ran({ outcome: 'error' });
    const { organization_id, booking_id, answer } = run;
    try {
      const now = clock.now();
      const stored = known ?? (await store.findBooking({ organization_id, id: booking_id }));
      const status = stored ? bookingAt(stored.booking, now).status : 'failed';
      const runWork: RunWork = isPaymentRun(run) ? 'payment' : runWorkOf(status);
      const failing = countFailure(run, error, now);
      const due_at = failing
        ? nextRun({ work: runWork, ...failing }, now)
        : new Date(now.getTime() + retryDelay_seconds(runWork, 1) * 1000);
      if (!due_at && stored && failing)
        return await bookings.giveUp(run, stored, { error, failing }).then(() => undefined);
      const err = errorLine(error, { ...stored, answer }, personalFields);
      const delay_ms = (due_at ?? now).getTime() - now.getTime();
      log.warn({ ...reports.fieldsOf(run), outcome: 'error', delay_ms, err }, 'a run failed and will be retried');
      // A busy database does not mean that the provider failed.
      if (failing !== run.failing) {
        notes.note(run, { call: failedCall(error, status), outcome: 'failed', error: errorText(err) });
      }
      await postpone(run, due_at ?? now, failing && { ...failing, error: errorText(err) });
    } catch (failure) {
      const line = { err: errorLine(failure), booking_id };
      log.error(line, 'could not postpone a run; it is claimed again when its lease ends');
    }
  }

  /** Counts the failure, unless the database was busy: that is not a failure of the provider. */
  function countFailure({ failing }: ClaimedRun, error: unknown, now: Date): Failing | undefined {
    if (error instanceof BusyError) return failing;
    const { times, since } = failing ?? { times: 0, since: now.toISOString() };
    return { times: times + 1, since };
  }

  async function postpone(run: ClaimedRun, due_at: Date, because?: Failing | 'pending'): Promise<void> {
    const due = await store.postponeRun(run, due_at, because);
    if (due) onPostponed(due);
  }

  async function giveBack(run: ClaimedRun): Promise<void> {
    givenBack.add(run);
    observer.ran({ outcome: 'given_back' });
    const line = { ...reports.fieldsOf(run), outcome: 'given_back' };
    log.warn(line, 'a run is given back: its provider takes longer than the grace of the stop');
    await store.postponeRun(run, clock.now(), run.failing);
  }
}

function trailOf({ request_id, traceparent, booking_id }: ClaimedRun): Trail {
  return { request_id, traceparent, subject: { booking_id } };
}

/** The maximum number of runs in progress at one provider, in total and for each organization. */
export const maxRuns = { per_provider: 64, per_organization: 8 } as const;

/** Counts the runs in progress by provider and organization. */
function createRunPlaces() {
  const { per_provider, per_organization } = maxRuns;
  const runsIn = (busy: ReadonlyMap<string, number>) => [...busy.values()].reduce((left, right) => left + right, 0);
  const providers = new Map<string, { after: string; readonly busy: Map<string, number> }>();

  function placesAt(provider: string) {
    const places = providers.get(provider) ?? { after: '', busy: new Map<string, number>() };
    providers.set(provider, places);
    return places;
  }

  function add({ provider, organization_id }: ClaimedRun, change: 1 | -1): void {
    const { busy } = placesAt(provider);
    const runs = (busy.get(organization_id) ?? 0) + change;
    if (runs > 0) busy.set(organization_id, runs);
    else busy.delete(organization_id);
  }

  return {
    take: (run: ClaimedRun) => add(run, 1),
    free: (run: ClaimedRun) => add(run, -1),
    /** The next turn at this provider goes to the organization after that of the run. */
    recordTurn({ provider, organization_id }: ClaimedRun): void {
      placesAt(provider).after = organization_id;
    },
    /** Returns the turns and the places taken, as a claim needs them. */
    turns: (): ProviderTurn[] =>
      [...providers].map(([provider, { after, busy }]) => ({
        provider,
        after,
        busy: [...busy].map(([organization_id, runs]) => ({ organization_id, runs })),
      })),
    /** Returns whether a maximum is reached, so that a claim may leave a ready run unclaimed. */
    isFull: (): boolean =>
      [...providers.values()].some(
        ({ busy }) => runsIn(busy) >= per_provider || [...busy.values()].some((count) => count >= per_organization),
      ),
    /** Returns whether the organization has all of its places at this provider, or the provider none left. */
    isFullFor({ provider, organization_id }: RunPlace): boolean {
      const { busy } = placesAt(provider);
      return (busy.get(organization_id) ?? 0) >= per_organization || runsIn(busy) >= per_provider;
    },
  };
}
