/** Stores the outcome of a run. The new state, its events, the end of the run and the next run commit together. */
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { errorCatalogue, runs } from '@booking-service/contract';
import type { NewId } from '@booking-service/kernel/contract';
import { currentOrigin, errorLine, errorText } from '@booking-service/kernel/log';
import type { Clock } from '@booking-service/kernel/time';
import { bookingAt, type DeliveryDelays, type Move, moveBooking, type Moved, toEvents } from '../../domain/booking.ts';
import { isPaymentRun, type PaidBooking, paymentDebt, withReading } from '../../domain/payment.ts';
import type { Observer, Reports } from '../../log/observer.ts';
import type { Outcome } from '../../providers/provider.ts';
import type { ClaimedRun, Failing, NewRun, Store, StoredBooking } from '../../store/store.ts';
import type { CallName, CallNotes, RunReports } from './note-calls.ts';
import { CardServiceError, failedCall, isPaid, type StoredPaid } from './pay-booking.ts';
import { personalFields } from '../../domain/personal-data.ts';

type RunOutcome = Reports['ran']['outcome'];

/** An outcome that is not pending. `expires_at`: the end of the wait, if it began earlier. */
type Settled = Exclude<Outcome, { outcome: 'pending' }> & { readonly expires_at?: string };

export interface NewOutcome {
  readonly run: ClaimedRun;
  readonly stored: StoredBooking;
  readonly outcome: Settled;
  /** The call that decided it; undefined if the service gave the run up. */
  readonly call?: CallName | undefined;
  /** Default: no work is left at the provider. */
  readonly next?: NewRun | undefined;
}

interface Outcomes {
  /** Commits the transition. Returns false if the booking changed meanwhile, or if another worker has the run. */
  readonly record: (outcome: NewOutcome) => Promise<boolean>;
  /** Ends the run that has read this booking. A cancel or an expiry since then makes it due at once. Default outcome: `released`. */
  readonly finish: (run: ClaimedRun, read: StoredBooking | undefined, outcome?: RunOutcome) => Promise<void>;
  /**
   * Ends the run and stores what it changed about the payment. The change is applied again if the booking changed meanwhile: the step is
   * done, so it is not repeated.
   */
  readonly finishPaid: (
    run: ClaimedRun,
    before: StoredPaid,
    change: (booking: PaidBooking) => PaidBooking,
  ) => Promise<void>;
  readonly findBooking: (run: ClaimedRun) => Promise<StoredBooking | undefined>;
}

interface OutcomesOptions {
  readonly store: Pick<Store, 'changeBooking' | 'findBooking' | 'finishRun'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: NewId;
  readonly deliveryDelays?: DeliveryDelays | undefined;
  readonly log: Logger;
  readonly observer: Pick<Observer, 'fenced'>;
  readonly reports: Pick<RunReports, 'ended'>;
  readonly notes: Pick<CallNotes, 'note' | 'noteSuccess'>;
  readonly onEvents: (organization_id: string) => void;
  /** Polls for due runs. */
  readonly onDue: () => void;
}

/** The number of times that a change is applied again because the booking changed meanwhile. */
const maxChanges = 20;

export function createOutcomes(options: OutcomesOptions): Outcomes {
  const { store, clock, newId, deliveryDelays, log, observer, reports, notes, onEvents, onDue } = options;

  async function finish(
    run: ClaimedRun,
    read: StoredBooking | undefined,
    outcome: RunOutcome = 'released',
  ): Promise<void> {
    const ended = await store.finishRun(run, read ?? run);
    if (ended === 'due') onDue();
    if (ended) reports.ended(run, outcome);
    else reportFenced(run);
  }

  function reportFenced(run: ClaimedRun): void {
    observer.fenced({ work: 'run' });
    const line = { booking_id: run.booking_id, step: run.step };
    log.warn(line, 'another worker completed this run; this worker changed nothing');
  }

  return {
    finish,
    async record({ run, stored, outcome, call, next }) {
      const moved: Moved | undefined = moveBooking(stored.booking, toMove(outcome), clock.now());
      if (!moved) {
        throw new Error(`The contract has no transition from ${stored.booking.status} to ${outcome.outcome}.`);
      }
      const { booking } = moved;
      const events = toEvents(moved.events, booking, { newId, deliveryDelays });
      const change = { before: stored, booking, events, origin: currentOrigin(), run: next, finished: run };
      if (!(await store.changeBooking(change))) return false;
      if (events.length > 0) onEvents(run.organization_id);
      const at = booking.updated;
      if (call && outcome.outcome === 'failed') {
        notes.note(run, { call, outcome: 'refused', error: outcome.error_code, at });
      } else if (call) notes.noteSuccess(run, call, at);
      reports.ended(run, outcome.outcome);
      return true;
    },
    async finishPaid(run, found, change) {
      let before: StoredBooking | undefined = found;
      for (let changes = 0; changes < maxChanges && before && isPaid(before); changes += 1) {
        const was = before.booking.payment;
        const changed = change(before.booking);
        const is = changed.payment;
        const isSame = isDeepStrictEqual(was, is);
        const booking = isSame ? before.booking : { ...changed, updated: clock.now().toISOString() };
        if (await store.changeBooking({ before, booking, events: [], finished: run })) {
          if (is.amount_refunded > was.amount_refunded) {
            const amount_refunded = is.amount_refunded;
            notes.note(run, { call: 'refund', outcome: 'succeeded', amount_refunded });
          } else if (is.status !== was.status) notes.note(run, { call: 'void', outcome: 'succeeded' });
          if (paymentDebt(changed)) onDue();
          return reports.ended(run, 'released');
        }
        const { version }: StoredBooking = before;
        before = await findBooking(run);
        if (before?.version === version) break;
      }
      reportFenced(run);
    },
    findBooking,
  };

  function findBooking({ organization_id, booking_id }: ClaimedRun): Promise<StoredBooking | undefined> {
    return store.findBooking({ organization_id, id: booking_id });
  }
}

function toMove(outcome: Settled): Move {
  switch (outcome.outcome) {
    case 'confirmed': {
      const { confirmation_code, documents } = outcome;
      return { trigger: 'provider', to: 'confirmed', confirmation_code, documents };
    }
    case 'requires_action':
      return {
        trigger: 'provider',
        to: 'requires_action',
        next_action: outcome.next_action,
        expires_at: outcome.expires_at,
      };
    case 'failed': {
      const { error_code, error_message = errorCatalogue[error_code].message } = outcome;
      return { trigger: 'provider', to: 'failed', error_code, error_message };
    }
  }
}

// Ends a run whose provider, or card service, failed for too long (STA-14):
//  processing, requires_action  the booking fails with provider_failed, or payment_outcome_unknown, and a run releases it
//  confirmed                    the modification is dropped; the booking does not change
//  failed, cancelled, expired   the release is dropped; the status does not change
// In the last two cases provider and service may disagree about the booking. Each is logged with a code of its own.
// A debt at the card service is never given up: its run is repeated until it is done (CRD-8).

/** `error` is the error of the last call, `failing` the failures in a row. */
export type GiveUp = (
  run: ClaimedRun,
  stored: StoredBooking,
  why: { readonly error: unknown; readonly failing: Failing },
) => Promise<void>;

interface GiveUpOptions {
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
