/**
 * The work of one claimed run. The status of its booking determines the work:
 *  processing                   the provider takes the booking one step further
 *  requires_action              the provider reports whether it still holds the booking
 *  confirmed                    the provider modifies the booking (run-modification.ts)
 *  failed, cancelled, expired   the provider releases the booking
 * The new status, its events and the end of the run commit together. They commit only if the booking has not changed since it
 * was read and this worker still holds the lease. If the booking changed (for example, it was cancelled), the provider releases
 * it before the run ends (STA-13).
 *
 * A run does not continue forever (STA-14). If its provider fails or stays pending for too long, the run is given up:
 *  processing, requires_action  the booking fails with provider_failed, and a run releases it, as the provider may have it
 *  confirmed                    the modification is dropped; the booking does not change
 *  failed, cancelled, expired   the release is dropped; the status does not change
 * In the last two cases provider and service may disagree about the booking. Each is logged with a code of its own.
 */
import type { Logger } from 'pino';
import { errorCatalogue, runs, type Booking } from '@booking-service/contract';
import type { Clock } from '@booking-service/kernel/time/clock';
import { personalFields } from '../domain/personal-data.ts';
import {
  bookingAt,
  moveBooking,
  type Move,
  type Moved,
  toEvents,
  type DeliveryDelays,
  type ModificationResult,
} from '../domain/booking.ts';
import { nextPoll, runWorkOf } from '../domain/run-schedule.ts';
import { errorLine } from '@booking-service/kernel/log/error-line';
import type { NewId } from '@booking-service/kernel/ids';
import type { Observer } from '../log/observer.ts';
import { currentOrigin } from '@booking-service/kernel/log/trail';
import type { PortsOf } from '../providers/ports.ts';
import type { Outcome, Provider } from '../providers/provider.ts';
import type { ClaimedRun, NewRun, Store, StoredBooking } from '../store/store.ts';
import { contextOf } from './context-of.ts';
import type { RunReports } from './report-runs.ts';
import { runModification, type GuardCall } from './run-modification.ts';

export interface BookingWork {
  /** Does the work that the booking's status determines. Rejects if the provider fails. */
  work(run: ClaimedRun, guardCall: GuardCall): Promise<unknown>;
  /** Modifies the confirmed booking at its provider. Returns undefined if the run has no changes. */
  modify(modification: {
    run: ClaimedRun;
    stored: StoredBooking;
    guardCall: GuardCall;
  }): Promise<ModificationResult | undefined>;
  /** Ends a run whose provider failed for too long. `error` is the error of its last call. */
  giveUp(run: ClaimedRun, stored: StoredBooking, error: unknown): Promise<void>;
}

export interface BookingWorkOptions {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: NewId;
  readonly portsOf: PortsOf;
  readonly deliveryDelays?: DeliveryDelays | undefined;
  readonly log: Logger;
  readonly observer: Pick<Observer, 'fenced' | 'gaveUp'>;
  readonly reports: Pick<RunReports, 'ended'>;
  /** Postpones a run until `due_at` and polls for it then. `pending`: because the provider is pending. */
  readonly postpone: (run: ClaimedRun, due_at: Date, because?: 'pending') => Promise<void>;
  /** Called after a change with events of the organization. Default: none. */
  readonly onEvents?: (organization_id: string) => void;
}

export function createBookingWork(options: BookingWorkOptions): BookingWork {
  const { store, clock, newId, portsOf, deliveryDelays, observer, reports, postpone, log } = options;
  const { onEvents = () => undefined } = options;
  return {
    async work(run, guardCall) {
      const stored = await findBooking(run);
      if (!stored) return finish(run);
      switch (bookingAt(stored.booking, clock.now()).status) {
        case 'processing':
          return advance(run, stored, guardCall);
        case 'requires_action':
          return checkHold(run, stored, guardCall);
        case 'confirmed':
          return modify({ run, stored, guardCall });
        case 'failed':
        case 'cancelled':
        case 'expired':
          return release(run, stored, guardCall);
      }
    },
    modify,
    giveUp,
  };

  async function advance(run: ClaimedRun, stored: StoredBooking, guardCall: GuardCall): Promise<void> {
    const outcome = await settleAndBook(run, stored, guardCall);
    if (outcome.outcome === 'pending') {
      const due_at = nextPoll({ began: run.began, seconds: outcome.retry_after_seconds }, clock.now());
      if (!due_at) return giveUp(run, stored, new Error('The provider was pending for too long.'));
      reports.ended(run, 'pending');
      return postpone(run, due_at, 'pending');
    }
    const holdCheck = outcome.outcome === 'requires_action' ? outcome.check_hold_after_seconds : undefined;
    const next =
      holdCheck === undefined ? undefined : { step: run.step, due_at: secondsFromNow(holdCheck).toISOString() };
    await record({ run, stored, outcome, next, guardCall });
  }

  async function settleAndBook(run: ClaimedRun, stored: StoredBooking, guardCall: GuardCall): Promise<Outcome> {
    const { booking } = stored;
    const { step, attempt, answer } = run;
    const provider = getProvider(booking);
    if (booking.payment_collection) {
      const { payments } = portsOf(booking);
      const settlement = payments
        ? await guardCall(payments.settle(booking, contextOf(stored)))
        : ({ paid: false, error_code: 'payment_replay_failed' } as const);
      if (!settlement.paid) return { outcome: 'failed', error_code: settlement.error_code };
    }
    const bookingStep = { booking, reference: `${booking.id}/${step}`, step, attempt, answer };
    return guardCall(provider.book(bookingStep, contextOf(stored)), 'booking');
  }

  /** Fails a waiting booking that its provider no longer holds. The provider may drop it before it expires. */
  async function checkHold(run: ClaimedRun, stored: StoredBooking, guardCall: GuardCall): Promise<void> {
    const provider = getProvider(stored.booking);
    if (!provider.checkHold) return finish(run);
    const hold = await guardCall(provider.checkHold(stored.booking, contextOf(stored)));
    if (hold.held) {
      reports.ended(run, 'held');
      await postpone(run, secondsFromNow(hold.check_hold_after_seconds));
    } else {
      const { error_code, error_message } = hold;
      const outcome = { outcome: 'failed', error_code, ...(error_message !== undefined && { error_message }) } as const;
      await record({ run, stored, outcome, guardCall });
    }
  }

  async function modify({
    run,
    stored,
    guardCall,
  }: {
    run: ClaimedRun;
    stored: StoredBooking;
    guardCall: GuardCall;
  }): Promise<ModificationResult | undefined> {
    const { changes } = run;
    if (!changes) {
      await finish(run);
      return undefined;
    }
    const provider = getProvider(stored.booking);
    const result = await runModification({ ...run, changes }, stored, { ...options, provider, guardCall, onEvents });
    reports.ended(run, result.outcome);
    return result;
  }

  /**
   * Commits the transition, its events, the end of this run and the next run. If the booking changed meanwhile, releases it if it
   * has ended.
   */
  async function record({
    run,
    stored,
    outcome,
    next,
    guardCall,
  }: {
    run: ClaimedRun;
    stored: StoredBooking;
    outcome: Settled;
    next?: NewRun | undefined;
    guardCall: GuardCall;
  }): Promise<void> {
    const moved: Moved | undefined = moveBooking(stored.booking, toMove(outcome), clock.now());
    if (!moved) {
      throw new Error(`The contract has no transition from ${stored.booking.status} to ${outcome.outcome}.`);
    }
    const events = toEvents(moved.events, moved.booking, { newId, deliveryDelays });
    const change = {
      before: stored,
      booking: moved.booking,
      events,
      origin: currentOrigin(),
      run: next,
      finished: run,
    };
    if (!(await store.changeBooking(change))) return release(run, await findBooking(run), guardCall);
    if (events.length > 0) onEvents(run.organization_id);
    reports.ended(run, outcome.outcome);
  }

  /** Releases a booking that failed, expired or was cancelled at its provider, and ends the run. */
  async function release(run: ClaimedRun, stored: StoredBooking | undefined, guardCall: GuardCall): Promise<void> {
    const booking = stored && bookingAt(stored.booking, clock.now());
    if (stored && booking && runWorkOf(booking.status) === 'release') {
      await guardCall(getProvider(booking).release(booking, contextOf(stored)));
    }
    await finish(run);
  }

  async function giveUp(run: ClaimedRun, stored: StoredBooking, error: unknown): Promise<void> {
    const { booking, organization_id } = stored;
    const { status } = bookingAt(booking, clock.now());
    const line = {
      booking_id: booking.id,
      organization_id,
      err: errorLine(error, { ...stored, answer: run.answer }, personalFields),
    };
    if (status === 'processing' || status === 'requires_action') {
      const outcome = { outcome: 'failed', error_code: 'provider_failed' } as const;
      const next = { step: run.step, due_at: clock.now().toISOString() };
      await record({ run, stored, outcome, next, guardCall: (call) => call });
      observer.gaveUp({ work: 'booking' });
      log.error({ ...line, code: 'run_booking_given_up' }, 'the provider failed for too long: the booking has failed');
    } else if (status === 'confirmed') {
      await finish(run);
      observer.gaveUp({ work: 'modification' });
      const message =
        'the provider failed for too long: it may have applied the modification, which the booking does not have';
      log.error({ ...line, code: 'run_modification_given_up' }, message);
    } else {
      await finish(run);
      observer.gaveUp({ work: 'release' });
      const message = 'the provider failed for too long: it may still hold the booking, which has ended';
      log.error({ ...line, code: 'run_release_given_up' }, message);
    }
  }

  function findBooking({ organization_id, booking_id }: ClaimedRun): Promise<StoredBooking | undefined> {
    return store.findBooking({ organization_id, id: booking_id });
  }

  async function finish(run: ClaimedRun): Promise<void> {
    if (await store.finishRun(run)) {
      reports.ended(run, 'released');
      return;
    }
    observer.fenced({ work: 'run' });
    const line = { booking_id: run.booking_id, step: run.step };
    log.warn(line, 'another worker completed this run; this worker changed nothing');
  }

  /** Limits the delay to at least one second, to avoid a busy loop, and at most pending_for_at_most_seconds. */
  function secondsFromNow(seconds: number): Date {
    return new Date(clock.now().getTime() + Math.min(Math.max(1, seconds), runs.pending_for_at_most_seconds) * 1000);
  }

  /** Returns the provider of the side that took the booking. The other side is never a substitute (MOD-1). */
  function getProvider(booking: Booking): Provider {
    const { provider: name, livemode } = booking;
    const provider = portsOf(booking).providers.find((candidate) => candidate.name === name);
    if (provider) return provider;
    const [side, mode] = livemode ? ['live side', 'live'] : ['test side', 'test'];
    throw new Error(
      `No supplier named ${name} has a ${side}. Configure it: its ${mode} bookings make no progress until then.`,
    );
  }
}

type Settled = Exclude<Outcome, { outcome: 'pending' }>;

function toMove(outcome: Settled): Move {
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
