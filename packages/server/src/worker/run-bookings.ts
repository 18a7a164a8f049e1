/**
 * The provider's work on bookings.
 *
 * A *run* is a row that stands for work the provider still has to be told of; it was written in the same transaction
 * as the change that asked for it. One run is worked on like this:
 *  1. claim    under a lease, its attempt counted; nobody else works on it meanwhile
 *  2. read     the booking, and see what its status asks for
 *  3. call     processing: take the booking a step further · requires_action: see whether the provider holds it ·
 *              confirmed: modify it (run-modification.ts) · failed, cancelled, expired: undo what was made
 *  4. record   the booking's move, its events and the end of the run, in one transaction that holds only if the booking
 *              is as it was read and the lease is still ours
 *  5. if the booking was moved meanwhile (a cancel won), undo at the provider before the run ends (STA-13)
 * A crash anywhere leaves the run; it is claimed again, and the provider sees the same reference again (STA-12).
 */
import type { Logger } from 'pino';
import { errorCatalogue } from '@booking-service/contract';
import type { Clock } from '../clock.ts';
import { bookingAt, moveBooking, type Move, type Moved } from '../domain/booking.ts';
import { toEvents, type DeliveryDelays } from '../domain/booking-events.ts';
import type { ModificationResult } from '../domain/modification.ts';
import type { NewId } from '../ids.ts';
import type { CardService } from '../providers/card-service.ts';
import type { Outcome, Provider } from '../providers/provider.ts';
import type { ClaimedRun, Lease, NewRun, Store, StoredBooking } from '../store/store.ts';
import { runModification } from './run-modification.ts';

const lease_ms = 60_000;
const batch = 50;
const longestDelay_ms = 60_000;

export interface RunOptions {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: NewId;
  readonly providers: readonly Provider[];
  readonly cardService?: CardService | undefined;
  readonly deliveryDelays?: DeliveryDelays | undefined;
  readonly log: Logger;
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
}

export function createRuns(options: RunOptions): Runs {
  const { store, clock, newId, providers, cardService, deliveryDelays, log } = options;
  return {
    async runDue() {
      try {
        while ((await claimAndWork()) === batch);
      } catch (error) {
        log.error({ err: error }, 'could not claim runs');
      }
    },
    async runNow(booking_id) {
      try {
        await claimAndWork(booking_id);
      } catch (error) {
        log.error({ err: error, booking_id }, 'could not run a booking at once');
      }
    },
    newLease,
    modifyNow: (run, stored) => orTryAgain(run, () => modify(run, stored)),
  };

  function newLease(): Lease {
    return { lease_until: new Date(clock.now().getTime() + lease_ms), lease_token: newId('lease') };
  }

  async function claimAndWork(booking_id?: string): Promise<number> {
    const runs = await store.claimRuns({ ...newLease(), now: clock.now(), limit: batch, booking_id });
    await Promise.all(runs.map(work));
    return runs.length;
  }

  async function work(run: ClaimedRun): Promise<void> {
    await orTryAgain(run, async () => {
      const stored = await store.findBooking(run.booking_id);
      if (!stored) return finish(run);
      switch (bookingAt(stored.booking, clock.now()).status) {
        case 'processing':
          return advance(run, stored);
        case 'requires_action':
          return checkHold(run, stored);
        case 'confirmed':
          return modify(run, stored);
        case 'failed':
        case 'cancelled':
        case 'expired':
          return undo(run, stored);
      }
    });
  }

  /** What the work comes to; where it fails, undefined, and the run is put back for later. */
  async function orTryAgain<T>(run: ClaimedRun, workOn: () => Promise<T>): Promise<T | undefined> {
    try {
      return await workOn();
    } catch (error) {
      const delay_ms = Math.min(1000 * 2 ** run.attempt, longestDelay_ms);
      log.warn(
        { err: error, booking_id: run.booking_id, attempt: run.attempt, delay_ms },
        'a run failed and is tried again',
      );
      await store.postponeRun(run, new Date(clock.now().getTime() + delay_ms));
      return undefined;
    }
  }

  async function advance(run: ClaimedRun, stored: StoredBooking): Promise<void> {
    const outcome = await settleAndBook(run, stored);
    if (outcome.outcome === 'pending') {
      await store.postponeRun(run, secondsFromNow(outcome.retry_after_seconds));
      return;
    }
    const holdCheck = outcome.outcome === 'requires_action' ? outcome.check_hold_after_seconds : undefined;
    const next =
      holdCheck === undefined ? undefined : { step: run.step, due_at: secondsFromNow(holdCheck).toISOString() };
    await record({ run, stored, moved: moveBooking(stored.booking, toMove(outcome), clock.now()), next });
  }

  /** A booking that waits is the provider's to give up, too: it may not hold it until the booking expires. */
  async function checkHold(run: ClaimedRun, stored: StoredBooking): Promise<void> {
    const hold = await getProvider(stored.booking.provider).checkHold?.(stored.booking);
    if (!hold) {
      await finish(run);
    } else if (hold.held) {
      await store.postponeRun(run, secondsFromNow(hold.check_hold_after_seconds));
    } else {
      const move = toMove({ ...hold, outcome: 'failed' });
      await record({ run, stored, moved: moveBooking(stored.booking, move, clock.now()) });
    }
  }

  async function modify(run: ClaimedRun, stored: StoredBooking): Promise<ModificationResult | undefined> {
    const { changes } = run;
    if (changes) {
      return runModification({ ...run, changes }, stored, {
        ...options,
        provider: getProvider(stored.booking.provider),
      });
    }
    await finish(run);
    return undefined;
  }

  /** Commits the move with its events, the end of this run and the next one; what lost a race is undone. */
  async function record(done: {
    run: ClaimedRun;
    stored: StoredBooking;
    moved: Moved | undefined;
    next?: NewRun | undefined;
  }): Promise<void> {
    const { run, stored, moved, next } = done;
    if (!moved) throw new Error(`The contract has no such move of a ${stored.booking.status} booking.`);
    const events = toEvents(moved.events, moved.booking, { newId, deliveryDelays });
    const change = { before: stored, booking: moved.booking, events, run: next, finished: run };
    if (await store.changeBooking(change)) return;
    await undo(run, await store.findBooking(run.booking_id));
  }

  async function settleAndBook({ step, attempt, answer }: ClaimedRun, { booking }: StoredBooking): Promise<Outcome> {
    const provider = getProvider(booking.provider);
    if (booking.payment_collection) {
      const settlement = (await cardService?.settlePayment(booking)) ?? {
        paid: false,
        error_code: 'payment_replay_failed',
      };
      if (!settlement.paid) return { outcome: 'failed', error_code: settlement.error_code };
    }
    return provider.book({ booking, reference: `${booking.id}/${step}`, step, attempt, answer });
  }

  /** Undoes at the provider what a booking that came to nothing may have there, and ends the run. */
  async function undo(run: ClaimedRun, stored: StoredBooking | undefined): Promise<void> {
    const booking = stored && bookingAt(stored.booking, clock.now());
    if (booking?.status === 'cancelled' || booking?.status === 'expired' || booking?.status === 'failed') {
      await getProvider(booking.provider).release(booking);
    }
    await finish(run);
  }

  async function finish(run: ClaimedRun): Promise<void> {
    if (!(await store.finishRun(run))) {
      log.warn(
        { booking_id: run.booking_id, step: run.step },
        'a run was completed by another worker; this one changed nothing',
      );
    }
  }

  /** At least one second: a provider that says none is not asked in a loop. */
  function secondsFromNow(seconds: number): Date {
    return new Date(clock.now().getTime() + Math.max(1, seconds) * 1000);
  }

  function getProvider(name: string): Provider {
    const provider = providers.find((one) => one.name === name);
    if (!provider)
      throw new Error(`No provider is called ${name}. Configure it, or the bookings made with it stand still.`);
    return provider;
  }
}

function toMove(outcome: Exclude<Outcome, { outcome: 'pending' }>): Move {
  switch (outcome.outcome) {
    case 'confirmed':
      return { trigger: 'provider', to: 'confirmed', confirmation_code: outcome.confirmation_code };
    case 'requires_action':
      return { trigger: 'provider', to: 'requires_action', next_action: outcome.next_action };
    case 'failed': {
      const { error_code, error_message = errorCatalogue[error_code].message } = outcome;
      return { trigger: 'provider', to: 'failed', error_code, error_message };
    }
  }
}
