/**
 * The provider's work on bookings.
 *
 * A *run* is a row that stands for work the provider still has to be told of; it was written in the same transaction
 * as the change that asked for it. One run is worked on like this:
 *  1. claim    under a lease, its attempt counted; nobody else works on it meanwhile
 *  2. read     the booking, and see what its status asks for
 *  3. call     processing: take the booking a step further · failed, cancelled, expired: undo what was made
 *  4. record   the booking's move, its events and the end of the run, in one transaction that holds only if the booking
 *              is as it was read and the lease is still ours
 *  5. if the booking was moved meanwhile (a cancel won), undo at the provider before the run ends (STA-13)
 * A crash anywhere leaves the run; it is claimed again, and the provider sees the same reference again (STA-12).
 */
import type { Logger } from 'pino';
import { errorCatalogue } from '@booking-service/contract';
import type { Clock } from '../clock.ts';
import { bookingAt, moveBooking, type Move } from '../domain/booking.ts';
import { toEvents } from '../domain/booking-events.ts';
import type { NewId } from '../ids.ts';
import type { CardService } from '../providers/card-service.ts';
import type { Outcome, Provider } from '../providers/provider.ts';
import type { ClaimedRun, Store, StoredBooking } from '../store/store.ts';

const lease_ms = 60_000;
const batch = 50;
const longestDelay_ms = 60_000;

export interface RunOptions {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: NewId;
  readonly providers: readonly Provider[];
  readonly cardService?: CardService | undefined;
  readonly log: Logger;
}

export interface Runs {
  /** Works on every run that is due. Never rejects. */
  runDue(): Promise<void>;
  /** Works on this booking's run, if it has one that is due and free. Never rejects. */
  runNow(booking_id: string): Promise<void>;
}

export function createRuns({ store, clock, newId, providers, cardService, log }: RunOptions): Runs {
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
  };

  async function claimAndWork(booking_id?: string): Promise<number> {
    const now = clock.now();
    const lease_until = new Date(now.getTime() + lease_ms);
    const claim = { now, lease_until, lease_token: newId('lease'), limit: batch, booking_id };
    const runs = await store.claimRuns(claim);
    await Promise.all(runs.map(work));
    return runs.length;
  }

  async function work(run: ClaimedRun): Promise<void> {
    try {
      const stored = await store.findBooking(run.booking_id);
      if (stored?.booking.status === 'processing') await advance(run, stored);
      else await undo(run, stored);
    } catch (error) {
      const delay_ms = Math.min(1000 * 2 ** run.attempt, longestDelay_ms);
      log.warn(
        { err: error, booking_id: run.booking_id, attempt: run.attempt, delay_ms },
        'a run failed and is tried again',
      );
      await store.postponeRun(run, new Date(clock.now().getTime() + delay_ms));
    }
  }

  async function advance(run: ClaimedRun, stored: StoredBooking): Promise<void> {
    const outcome = await settleAndBook(run, stored);
    const now = clock.now();
    if (outcome.outcome === 'pending') {
      await store.postponeRun(run, new Date(now.getTime() + Math.max(1, outcome.retry_after_seconds) * 1000));
      return;
    }
    const moved = moveBooking(stored.booking, toMove(outcome), now);
    if (!moved)
      throw new Error(`The contract has no move of a ${stored.booking.status} booking to ${outcome.outcome}.`);
    const { booking } = moved;
    const events = toEvents(moved.events, booking, newId);
    if (await store.changeBooking({ before: stored, booking, events, finished: run })) return;
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
    if (!(await store.finishRun(run))) {
      log.warn(
        { booking_id: run.booking_id, step: run.step },
        'a run was completed by another worker; this one changed nothing',
      );
    }
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
