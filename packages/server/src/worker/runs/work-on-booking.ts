/**
 * The work of one claimed run. The status of its booking determines the work:
 *  processing                   the provider takes the booking one step further, between two steps of its payment (pay-booking.ts)
 *  requires_action              the provider reports whether it still holds the booking
 *  confirmed                    the provider modifies the booking (run-modification.ts)
 *  failed, cancelled, expired   the provider releases the booking
 * A debt at the card service is a run of its own (pay-booking.ts), so the two do not wait for each other.
 *
 * The new status, its events and the end of the run commit together. They commit only if the booking has not changed since it
 * was read and this worker still holds the lease. A change that came meanwhile is never lost: ending or postponing the run makes it due
 * at once for the changed booking. So a cancelled one is released at the provider (STA-13).
 *
 * A run does not continue forever (STA-14): give-up.ts.
 */
import type { Logger } from 'pino';
import { runs, type Booking } from '@booking-service/contract';
import type { NewId } from '@booking-service/kernel/contract';
import type { Clock } from '@booking-service/kernel/time';
import { currentOrigin } from '@booking-service/kernel/log';
import { bookingAt, type DeliveryDelays, moveBooking } from '../../domain/booking.ts';
import {
  approvalEnd,
  awaitsApproval,
  findDifference,
  isUndecided,
  lastLook,
  type PaidBooking,
  paymentDebt,
  paymentDifferences,
  toRepair,
  waitsForProvider,
  withReading,
  withRefundDue,
  withSettlement,
} from '../../domain/payment.ts';
import { type ModificationResult, nextPoll } from '../../domain/run-schedule.ts';
import type { Observer } from '../../log/observer.ts';
import type { PortsOf } from '../../providers/ports.ts';
import type { Outcome, Provider } from '../../providers/provider.ts';
import { isPaymentRun } from '../../domain/payment.ts';
import type { ClaimedRun, Failing, NewRun, Store, StoredBooking } from '../../store/store.ts';
import { type CallName, type CallNotes, contextOf, type RunReports } from './note-calls.ts';
import { createGiveUp, createOutcomes, type GiveUp, type NewOutcome } from './store-outcome.ts';
import type { GuardCall } from './guard-calls.ts';
import { createBookingPayments, isPaid, type PaymentStep, type StoredPaid } from './pay-booking.ts';
import { nextSweep } from '../read-bookings.ts';
import { runModification } from './run-modification.ts';

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
  giveUp: GiveUp;
}

export interface BookingWorkOptions {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: NewId;
  readonly portsOf: PortsOf;
  readonly deliveryDelays?: DeliveryDelays | undefined;
  readonly log: Logger;
  readonly observer: Pick<Observer, 'fenced' | 'gaveUp'>;
  readonly reports: Pick<RunReports, 'ended' | 'fieldsOf'>;
  readonly notes: Pick<CallNotes, 'note' | 'noteSuccess'>;
  /** Postpones a run until `due_at` and polls for it then. `because`: the failures so far, or that the provider is pending. */
  readonly postpone: (run: ClaimedRun, due_at: Date, because?: Failing | 'pending') => Promise<void>;
  /** Polls for due runs. */
  readonly onDue: () => void;
  /** Called after a change with events of the organization. Default: none. */
  readonly onEvents?: (organization_id: string) => void;
}

/** A card service that is at work on an approval is asked again after this time. */
const pendingApproval_seconds = 10;

export function createBookingWork(options: BookingWorkOptions): BookingWork {
  const { store, clock, log, portsOf, reports, notes, postpone, onDue, onEvents = () => undefined } = options;
  const payments = createBookingPayments({ clock, portsOf });
  const outcomes = createOutcomes({ ...options, onDue, onEvents });
  const { findBooking, finish, finishPaid } = outcomes;
  const giveUp = createGiveUp({ ...options, outcomes, record });
  return {
    async work(run, guardCall) {
      const stored = await findBooking(run);
      if (!stored) return finish(run, undefined);
      if (isPaymentRun(run)) return pay(run, stored, guardCall);
      switch (bookingAt(stored.booking, clock.now()).status) {
        case 'processing':
          return advance(run, stored, guardCall);
        case 'requires_action':
          return isPaid(stored) && awaitsApproval(stored.booking)
            ? checkApproval(run, stored, guardCall)
            : checkHold(run, stored, guardCall);
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

  async function advance(run: ClaimedRun, found: StoredBooking, guardCall: GuardCall): Promise<void> {
    // A continue came after the claim. Its own run has the next step.
    if (run.step < found.step) return beginAnew(run);
    const ready = await requireApproval(run, found, guardCall);
    if (!ready) return;
    const booked = await book(run, ready, guardCall);
    const { stored, outcome, call } =
      booked.outcome === 'confirmed' && isPaid(ready)
        ? await capture(ready, booked, guardCall)
        : { stored: ready, outcome: booked, call: 'book' as const };
    if (outcome.outcome === 'pending') {
      const due_at = nextPoll({ began: run.began, seconds: outcome.retry_after_seconds }, clock.now());
      if (!due_at) {
        const error = new Error('The provider was pending for too long.');
        return giveUp(run, stored, { error, failing: { times: 1, since: run.began } });
      }
      // The provider is polled, maybe for days: only the first of these responses in a row is kept.
      if (run.attempt === 1 || run.failing) notes.note(run, { call: 'book', outcome: 'pending' });
      reports.ended(run, 'pending');
      return postpone(run, due_at, 'pending');
    }
    const holdCheck = outcome.outcome === 'requires_action' ? outcome.check_hold_after_seconds : undefined;
    // The card may be refused after the provider has booked.
    const isRefused = outcome.outcome === 'failed' && booked.outcome === 'confirmed';
    const after = isRefused ? 0 : holdCheck;
    const next = after === undefined ? undefined : { step: run.step, due_at: secondsFromNow(after).toISOString() };
    await startSweep(stored, outcome);
    await record({ run, stored, outcome, call, next });
  }

  /** Before the booking is confirmed, so that a crash leaves no confirmed booking without its sweep. */
  async function startSweep({ organization_id, booking }: StoredBooking, { outcome }: Outcome): Promise<void> {
    const due_at = outcome === 'confirmed' ? nextSweep(getProvider(booking), clock.now()) : undefined;
    if (!due_at) return;
    const mode = booking.livemode ? 'live' : 'test';
    const of = { organization_id, booking_id: booking.id, provider: booking.provider, mode } as const;
    await store.requestRead({ ...of, cause: 'sweep', due_at });
  }

  /** Returns the booking if its provider may book it. Otherwise ends the run and returns undefined. */
  async function requireApproval(
    run: ClaimedRun,
    stored: StoredBooking,
    guardCall: GuardCall,
  ): Promise<StoredBooking | undefined> {
    if (!isPaid(stored)) return stored;
    const before = stored.booking.payment.status;
    const approval = await payments.approve(stored, guardCall);
    if (approval.step === 'waits') {
      const next_action = { type: 'authorize_payment', url: approval.url } as const;
      const outcome = { outcome: 'requires_action', next_action, expires_at: approvalEnd(stored.booking) } as const;
      const next = lookAt(stored.booking, run.step);
      await record({ run, stored: approval.stored, outcome, call: 'read_payment', next });
      return undefined;
    }
    if (approval.step !== 'done') return endApproval(run, approval).then(() => undefined);
    if (approval.stored.booking.payment.status === before) return stored;
    const saved = await store.changeBooking({ before: stored, booking: approval.stored.booking, events: [] });
    if (!saved) await beginAnew(run);
    return saved;
  }

  /** Ends a run whose payment is not approved, and has no page on which it still can be. */
  async function endApproval(
    run: ClaimedRun,
    approval: Exclude<PaymentStep, { step: 'done' | 'waits' }>,
  ): Promise<void> {
    if (approval.step === 'failed') {
      const outcome = { outcome: 'failed', error_code: approval.error_code } as const;
      return record({ run, stored: approval.stored, outcome, call: 'read_payment' });
    }
    reports.ended(run, 'pending');
    return postpone(run, secondsFromNow(pendingApproval_seconds), 'pending');
  }

  /** Takes up a booking whose payment the person has approved, without a continue (CRD-10). */
  async function checkApproval(run: ClaimedRun, stored: StoredPaid, guardCall: GuardCall): Promise<void> {
    const approval = await payments.approve(stored, guardCall);
    if (approval.step === 'waits') {
      const next = lookAt(stored.booking, run.step);
      if (next === undefined || clock.now().getTime() >= Date.parse(next.due_at)) return finish(run, stored, 'held');
      reports.ended(run, 'held');
      return postpone(run, new Date(next.due_at));
    }
    if (approval.step !== 'done') return endApproval(run, approval);
    const now = clock.now();
    const moved = moveBooking(approval.stored.booking, { trigger: 'provider', to: 'processing' }, now);
    if (!moved) throw new Error(`The contract has no transition from ${stored.booking.status} to processing.`);
    const next = { step: run.step + 1, due_at: now.toISOString() };
    const change = { before: stored, booking: moved.booking, events: [], run: next, finished: run };
    if (!(await store.changeBooking({ ...change, origin: currentOrigin() }))) return beginAnew(run);
    notes.noteSuccess(run, 'read_payment', moved.booking.updated);
    reports.ended(run, 'approved');
    onDue();
  }

  /** The run that reads the payment before its approval ends; undefined if the card service sends no events. */
  function lookAt(booking: PaidBooking, step: number): NewRun | undefined {
    return portsOf(booking).payments?.readEvent && { step, due_at: lastLook(booking) };
  }

  function book({ step, attempt, answer }: ClaimedRun, stored: StoredBooking, guardCall: GuardCall): Promise<Outcome> {
    const { booking } = stored;
    const bookingStep = { booking, reference: `${booking.id}/${step}`, step, attempt, answer };
    return guardCall(getProvider(booking).book(bookingStep, contextOf(stored)), 'booking');
  }

  /** Takes the payment of a booking that the provider confirmed. If the card service refuses, the booking fails. */
  async function capture(
    paid: StoredPaid,
    outcome: Outcome,
    guardCall: GuardCall,
  ): Promise<{ stored: StoredBooking; outcome: Outcome; call: CallName }> {
    const captured = await payments.capture(paid, guardCall);
    if (captured.step !== 'failed') return { stored: captured.stored, outcome, call: 'book' };
    const { error_code } = captured;
    return { stored: captured.stored, outcome: { outcome: 'failed', error_code }, call: 'capture' };
  }

  /** Fails a waiting booking that its provider no longer holds. The provider may drop it before it expires. */
  async function checkHold(run: ClaimedRun, stored: StoredBooking, guardCall: GuardCall): Promise<void> {
    const provider = getProvider(stored.booking);
    if (!provider.checkHold) return finish(run, stored);
    const hold = await guardCall(provider.checkHold(stored.booking, contextOf(stored)));
    if (hold.held) {
      reports.ended(run, 'held');
      await postpone(run, secondsFromNow(hold.check_hold_after_seconds));
    } else {
      const { error_code, error_message } = hold;
      const outcome = { outcome: 'failed', error_code, ...(error_message !== undefined && { error_message }) } as const;
      await record({ run, stored, outcome, call: 'check_hold' });
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
      await finish(run, stored);
      return undefined;
    }
    const provider = getProvider(stored.booking);
    const result = await runModification(run, stored, {
      ...options,
      changes,
      provider,
      guardCall,
      onEvents,
      finish: (outcome) => finish(run, stored, outcome),
      beginAnew: () => beginAnew(run),
    });
    if (result?.outcome === 'modified') notes.noteSuccess(run, 'modify', result.booking.updated);
    if (result?.outcome === 'refused') notes.note(run, { call: 'modify', outcome: 'refused' });
    return result;
  }

  /** Releases a booking that failed, expired or was cancelled at its provider, and ends the run. */
  async function release(run: ClaimedRun, stored: StoredBooking, guardCall: GuardCall): Promise<void> {
    const booking = bookingAt(stored.booking, clock.now());
    const released = await guardCall(getProvider(booking).release(booking, contextOf(stored)));
    notes.noteSuccess(run, 'release');
    if (!isPaid(stored) || !isUndecided(stored.booking)) return finish(run, stored);
    await finishPaid(run, stored, (paid) => settled(withRefundDue(paid, released?.refund)));
  }

  /** Works on the next debt of the payment. What is left after it is a run of its own, with attempts of its own. */
  async function pay(run: ClaimedRun, stored: StoredBooking, guardCall: GuardCall): Promise<void> {
    if (!isPaid(stored)) return finish(run, stored);
    const debt = paymentDebt(stored.booking);
    if (!debt) return checkPayment(run, stored, guardCall);
    const until = waitsForProvider(stored.booking);
    if (until !== undefined && clock.now().getTime() < Date.parse(until)) return postpone(run, new Date(until));
    // The provider has not stated its part in time. The decision is stored before money moves: the provider may state it meanwhile.
    if (isUndecided(stored.booking)) return finishPaid(run, stored, (paid) => settled(withRefundDue(paid)));
    const reading = debt === 'void' ? await payments.end(stored, guardCall) : await payments.refund(stored, guardCall);
    await finishPaid(run, stored, (paid) => {
      const read = withReading(paid, reading);
      return settled(waitsForProvider(read) === undefined ? withRefundDue(read) : read);
    });
  }

  /** Reads a payment of which an event came, and stores what the card service states. What it then owes is the next run. */
  async function checkPayment(run: ClaimedRun, stored: StoredPaid, guardCall: GuardCall): Promise<void> {
    const reading = await payments.read(stored, guardCall);
    const difference = findDifference(stored.booking, reading);
    if (difference === undefined) return finish(run, stored);
    const { repair } = toRepair(stored.booking, reading);
    const line = { booking_id: run.booking_id, organization_id: run.organization_id, difference, repair };
    log.warn({ ...line, code: 'run_payment_differs' }, paymentDifferences[difference]);
    if (repair === 'by_hand') return finish(run, stored);
    await finishPaid(run, stored, (paid) => {
      const again = toRepair(paid, reading);
      return again.repair === 'by_hand' ? paid : settled(again.booking);
    });
  }

  function settled(booking: PaidBooking): PaidBooking {
    return withSettlement(booking, clock.now());
  }

  /** Limits the delay to at least one second, to avoid a busy loop, and at most pending_for_at_most_seconds. */
  function secondsFromNow(seconds: number): Date {
    return new Date(clock.now().getTime() + Math.min(Math.max(1, seconds), runs.pending_for_at_most_seconds) * 1000);
  }

  /** Stores the outcome. If the booking changed meanwhile, the run is due at once and reads it again. */
  async function record(outcome: NewOutcome): Promise<void> {
    if (!(await outcomes.record(outcome))) await beginAnew(outcome.run);
  }

  function beginAnew(run: ClaimedRun): Promise<void> {
    return postpone(run, clock.now());
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
