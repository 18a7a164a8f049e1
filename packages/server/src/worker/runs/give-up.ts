/**
 * Ends a run whose provider, or card service, failed for too long (STA-14):
 *  processing, requires_action  the booking fails with provider_failed, or payment_outcome_unknown, and a run releases it
 *  confirmed                    the modification is dropped; the booking does not change
 *  failed, cancelled, expired   the release is dropped; the status does not change
 * In the last two cases provider and service may disagree about the booking. Each is logged with a code of its own.
 * What is owed at the card service is never given up: its run is repeated until it is done (CRD-8).
 */
import type { Logger } from 'pino';
import { runs } from '@booking-service/contract';
import { errorLine, errorText } from '@booking-service/kernel/log';
import type { Clock } from '@booking-service/kernel/time';
import { bookingAt } from '../../domain/booking.ts';
import { withReading } from '../../domain/payment.ts';
import { personalFields } from '../../domain/personal-data.ts';
import type { Observer } from '../../log/observer.ts';
import { isPaymentRun } from '../../domain/payment.ts';
import type { ClaimedRun, Failing, StoredBooking } from '../../store/store.ts';
import type { CallNotes } from './note-calls.ts';
import { CardServiceError, failedCall, isPaid } from './pay-booking.ts';
import type { NewOutcome, Outcomes } from './store-outcome.ts';

/** `error` is the error of the last call, `failing` the failures in a row. */
export type GiveUp = (
  run: ClaimedRun,
  stored: StoredBooking,
  why: { readonly error: unknown; readonly failing: Failing },
) => Promise<void>;

export interface GiveUpOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly outcomes: Pick<Outcomes, 'finish'>;
  readonly record: (outcome: NewOutcome) => Promise<void>;
  readonly postpone: (run: ClaimedRun, due_at: Date, because: Failing) => Promise<void>;
  readonly notes: Pick<CallNotes, 'note'>;
  readonly log: Logger;
  readonly observer: Pick<Observer, 'gaveUp'>;
}

export function createGiveUp({ clock, outcomes, record, postpone, notes, log, observer }: GiveUpOptions): GiveUp {
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
    if (isPaymentRun(run)) {
      noteEnd('failed');
      const due_at = new Date(clock.now().getTime() + runs.release.longest_delay_seconds * 1000);
      await postpone(run, due_at, { ...failing, error: errorText(line.err) });
      observer.gaveUp({ work: 'payment' });
      const message =
        'the card service failed for too long: it still has money to return; the run is repeated until it has';
      log.error({ ...line, code: 'run_payment_unsettled' }, message);
    } else if (status === 'processing' || status === 'requires_action') {
      noteEnd('given_up');
      const isUnknown = error instanceof CardServiceError && isPaid(stored);
      const failed = isUnknown ? { ...stored, booking: withReading(stored.booking, { status: 'unknown' }) } : stored;
      const outcome = {
        outcome: 'failed',
        error_code: isUnknown ? 'payment_outcome_unknown' : 'provider_failed',
      } as const;
      const next = { step: run.step, due_at: clock.now().toISOString() };
      await record({ run, stored: failed, outcome, next });
      observer.gaveUp({ work: 'booking' });
      log.error({ ...line, code: 'run_booking_given_up' }, 'the provider failed for too long: the booking has failed');
    } else if (status === 'confirmed') {
      noteEnd('given_up');
      await outcomes.finish(run, stored);
      observer.gaveUp({ work: 'modification' });
      const message =
        'the provider failed for too long: it may have applied the modification, which the booking does not have';
      log.error({ ...line, code: 'run_modification_given_up' }, message);
    } else {
      noteEnd('given_up');
      await outcomes.finish(run, stored);
      observer.gaveUp({ work: 'release' });
      const message = 'the provider failed for too long: it may still hold the booking, which has ended';
      log.error({ ...line, code: 'run_release_given_up' }, message);
    }
  };
}
