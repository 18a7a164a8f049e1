/**
 * The provider's work on bookings.
 *
 * A *run* is a row that stands for work the provider still has to be told of; it was written in the same transaction
 * as the change that asked for it. One run is worked on like this:
 *  1. claim    under a lease, its attempt counted; nobody else works on it meanwhile
 *  2. read     the booking, and see what its status asks for
 *  3. call     the provider, and record what came of it (work-on-booking.ts)
 *  4. what fails is put off, a little longer each time
 * A stop gives back what the provider takes too long for: due again at once, and its outcome, if one comes, is ignored.
 * A crash anywhere leaves the run; it is claimed again, and the provider sees the same reference again (STA-12).
 */
import { systemClock } from '../clock.ts';
import { endsWithin } from '../deadline.ts';
import type { ModificationResult } from '../domain/modification.ts';
import { errorLine } from '../error-line.ts';
import { noObserver } from '../observer.ts';
import type { ClaimedRun, Lease, StoredBooking } from '../store/store.ts';
import { createBookingWork, type BookingWorkOptions } from './work-on-booking.ts';

const lease_ms = 60_000;
const batch = 50;
const longestDelay_ms = 60_000;

export interface RunOptions extends Omit<BookingWorkOptions, 'observer' | 'postpone'> {
  /** Default: nobody. */
  readonly observer?: BookingWorkOptions['observer'];
  /** Told when a run that was put back is due, so that nobody has to look for it before. Default: nobody. */
  readonly postponed?: (due_at: Date) => void;
}

export interface Runs {
  /** Works on every run that is due. Never rejects. */
  runDue(): Promise<void>;
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

export function createRuns(options: RunOptions): Runs {
  const { store, clock, newId, log, observer = noObserver, postponed = () => undefined } = options;
  const bookings = createBookingWork({ ...options, observer, postpone });
  let claims = true;
  const underWay = new Map<ClaimedRun, Promise<unknown>>();
  const claiming = new Set<Promise<unknown>>();
  const givenBack = new WeakSet<ClaimedRun>();

  return {
    async runDue() {
      try {
        while ((await claimAndWork()) === batch);
      } catch (error) {
        log.error({ err: errorLine(error) }, 'could not claim runs');
      }
    },
    async runNow(booking_id) {
      try {
        await claimAndWork(booking_id);
      } catch (error) {
        log.error({ err: errorLine(error), booking_id }, 'could not run a booking at once');
      }
    },
    newLease,
    modifyNow: (run, stored) => work(run, () => bookings.modify({ run, stored, ours: oursOf(run) }), stored),
    start() {
      claims = true;
    },
    async stop({ grace_seconds }) {
      claims = false;
      await Promise.allSettled(claiming);
      if (await endsWithin(systemClock, grace_seconds, Promise.allSettled(underWay.values()))) return;
      for (const run of underWay.keys()) await giveBack(run);
    },
  };

  function newLease(): Lease {
    return { lease_until: new Date(clock.now().getTime() + lease_ms), lease_token: newId('lease') };
  }

  async function claimAndWork(booking_id?: string): Promise<number> {
    if (!claims) return 0;
    const claim = store.claimRuns({ ...newLease(), now: clock.now(), limit: batch, booking_id });
    claiming.add(claim);
    const runs = await claim.finally(() => claiming.delete(claim));
    await Promise.all(runs.map((run) => work(run, () => bookings.work(run, oursOf(run)))));
    return runs.length;
  }

  /** What the work comes to; undefined where it goes wrong, which ends nothing for any other run. */
  async function work<T>(run: ClaimedRun, begin: () => Promise<T>, stored?: StoredBooking): Promise<T | undefined> {
    const working = begin().catch((error: unknown) => putOff(run, error, stored));
    underWay.set(run, working);
    return working.finally(() => underWay.delete(run));
  }

  /** Puts the run back for later. Where not even that can be done, its lease ends and it is claimed again. */
  async function putOff(run: ClaimedRun, error: unknown, stored?: StoredBooking): Promise<undefined> {
    if (givenBack.has(run)) return;
    observer.ran({ outcome: 'error' });
    const { booking_id, attempt, answer } = run;
    const delay_ms = Math.min(1000 * 2 ** attempt, longestDelay_ms);
    try {
      const about = stored ?? (await store.findBooking(booking_id));
      const { organization_id } = about ?? {};
      const err = errorLine(error, { ...about, answer });
      log.warn({ err, booking_id, organization_id, attempt, delay_ms }, 'a run failed and is tried again');
      await postpone(run, new Date(clock.now().getTime() + delay_ms));
    } catch (failure) {
      const line = { err: errorLine(failure), booking_id };
      log.error(line, 'a run could not be put off; it comes again when its lease ends');
    }
  }

  async function postpone(run: ClaimedRun, due_at: Date): Promise<void> {
    if (await store.postponeRun(run, due_at)) postponed(due_at);
  }

  async function giveBack(run: ClaimedRun): Promise<void> {
    givenBack.add(run);
    observer.ran({ outcome: 'given_back' });
    log.warn({ booking_id: run.booking_id }, 'a run is given back: the provider takes longer than the stop waits');
    await store.postponeRun(run, clock.now());
  }

  /** Passes on what a provider says, unless nobody waits for it any more: then nothing may be made of it. */
  function oursOf(run: ClaimedRun) {
    return async <T>(call: Promise<T>): Promise<T> => {
      const said = await call;
      if (givenBack.has(run)) throw new Error('The run was given back.');
      return said;
    };
  }
}
