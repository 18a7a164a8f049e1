/**
 * Ends a run whose provider, or card service, failed for too long (STA-14):
 *  processing, requires_action  the booking fails with provider_failed, or payment_outcome_unknown, and a run releases it
 *  confirmed                    the modification is dropped; the booking does not change
 *  failed, cancelled, expired   the release is dropped; the status does not change
 * In the last two cases provider and service may disagree about the booking. Each is logged with a code of its own.
 * A refund or a release of money is never given up: its run is repeated until the card service has done it (CRD-8).
 */
import type { Logger } from 'pino';
import { runs } from '@booking-service/contract';
import { errorLine, errorText } from '@booking-service/kernel/log/error-line';
import type { Clock } from '@booking-service/kernel/time/clock';
import { bookingAt } from '../../domain/booking.ts';
import { isFinal, refundDue, withReading } from '../../domain/payment.ts';
import { personalFields } from '../../domain/personal-data.ts';
import type { Observer } from '../../log/observer.ts';
import type { ClaimedRun, Failing, StoredBooking } from '../../store/store.ts';
import type { CallNotes } from './note-calls.ts';
import { type BookingPayments, CardServiceError, failedCall, isPaid, type StoredPaid } from './pay-booking.ts';
import type { GuardCall } from './guard-calls.ts';
import type { NewOutcome, Outcomes } from './store-outcome.ts';

/** `error` is the error of the last call, `failing` the failures in a row. */
export type GiveUp = (
  run: ClaimedRun,
  stored: StoredBooking,
  why: { readonly error: unknown; readonly failing: Failing },
) => Promise<void>;

export interface GiveUpOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly payments: Pick<BookingPayments, 'settle'>;
  readonly outcomes: Pick<Outcomes, 'finish' | 'finishPaid'>;
  readonly record: (outcome: NewOutcome & { readonly guardCall: GuardCall }) => Promise<void>;
  readonly postpone: (run: ClaimedRun, due_at: Date, because: Failing) => Promise<void>;
  readonly notes: Pick<CallNotes, 'note'>;
  readonly log: Logger;
  readonly observer: Pick<Observer, 'gaveUp'>;
}

/** The run has ended for the worker, so nothing may take it back. */
const unguarded: GuardCall = (call) => call;

export function createGiveUp({
  clock,
  payments,
  outcomes,
  record,
  postpone,
  notes,
  log,
  observer,
}: GiveUpOptions): GiveUp {
  return async function giveUp(run, stored, { error, failing }) {
    const { booking, organization_id } = stored;
    const { status } = bookingAt(booking, clock.now());
    const line = {
      booking_id: booking.id,
      organization_id,
      err: errorLine(error, { ...stored, answer: run.answer }, personalFields),
    };
    const noteEnd = (outcome: 'failed' | 'given_up') =>
      notes.note(run, { call: failedCall(error, status), outcome, error: errorText(line.err) });
    if (status === 'processing' || status === 'requires_action') {
      noteEnd('given_up');
      const isUnknown = error instanceof CardServiceError && isPaid(stored);
      const failed = isUnknown ? { ...stored, booking: withReading(stored.booking, { status: 'unknown' }) } : stored;
      const outcome = {
        outcome: 'failed',
        error_code: isUnknown ? 'payment_outcome_unknown' : 'provider_failed',
      } as const;
      const next = { step: run.step, due_at: clock.now().toISOString() };
      await record({ run, stored: failed, outcome, next, guardCall: unguarded });
      observer.gaveUp({ work: 'booking' });
      log.error({ ...line, code: 'run_booking_given_up' }, 'the provider failed for too long: the booking has failed');
    } else if (isPaid(stored) && isOwed(run, stored)) {
      noteEnd('failed');
      const isSettled = !(error instanceof CardServiceError) && (await settleAlone(run, stored));
      if (isSettled) return reportRelease(line);
      const due_at = new Date(clock.now().getTime() + runs.release.longest_delay_seconds * 1000);
      await postpone(run, due_at, { ...failing, error: errorText(line.err) });
      observer.gaveUp({ work: 'payment' });
      const message =
        'the card service failed for too long: it still has money to return; the run is repeated until it has';
      log.error({ ...line, code: 'run_payment_unsettled' }, message);
    } else if (status === 'confirmed') {
      noteEnd('given_up');
      await outcomes.finish(run);
      observer.gaveUp({ work: 'modification' });
      const message =
        'the provider failed for too long: it may have applied the modification, which the booking does not have';
      log.error({ ...line, code: 'run_modification_given_up' }, message);
    } else {
      noteEnd('given_up');
      await outcomes.finish(run);
      reportRelease(line);
    }
  };

  function reportRelease(line: object): void {
    observer.gaveUp({ work: 'release' });
    const message = 'the provider failed for too long: it may still hold the booking, which has ended';
    log.error({ ...line, code: 'run_release_given_up' }, message);
  }

  /** Settles the payment of an ended booking although its provider did not release it. Returns false if that fails, too. */
  async function settleAlone(run: ClaimedRun, stored: StoredPaid): Promise<boolean> {
    if (stored.booking.status === 'confirmed') return false;
    const settled = await payments.settle(stored, undefined, unguarded).catch(() => undefined);
    if (settled) await outcomes.finishPaid(run, stored, settled);
    return settled !== undefined;
  }
}

/** Returns whether a run that failed for too long was to return money. */
function isOwed({ changes }: ClaimedRun, { booking }: StoredPaid): boolean {
  if (booking.status !== 'confirmed') return !isFinal(booking);
  return !changes && refundDue(booking) > booking.payment.amount_refunded;
}
