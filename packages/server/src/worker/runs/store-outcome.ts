/** Stores the outcome of a run. The new state, its events, the end of the run and the next run commit together. */
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { errorCatalogue } from '@booking-service/contract';
import type { NewId } from '@booking-service/kernel/ids';
import { currentOrigin } from '@booking-service/kernel/log/trail';
import type { Clock } from '@booking-service/kernel/time/clock';
import { type DeliveryDelays, type Move, moveBooking, type Moved, toEvents } from '../../domain/booking.ts';
import { isFinal } from '../../domain/payment.ts';
import type { Observer } from '../../log/observer.ts';
import type { Outcome } from '../../providers/provider.ts';
import type { ClaimedRun, NewRun, Store, StoredBooking } from '../../store/store.ts';
import type { CallName, CallNotes } from './note-calls.ts';
import { CardServiceError, isPaid } from './pay-booking.ts';
import type { RunReports } from './report-runs.ts';

/** An outcome that is not pending. `expires_at`: the end of the wait, if it began earlier. */
type Settled = Exclude<Outcome, { outcome: 'pending' }> & { readonly expires_at?: string };

export interface NewOutcome {
  readonly run: ClaimedRun;
  readonly stored: StoredBooking;
  readonly outcome: Settled;
  /** The call that decided it; undefined if the service gave the run up. */
  readonly call?: CallName | undefined;
  /** Default: a booking that failed with an open payment gets a run that settles it. */
  readonly next?: NewRun | undefined;
}

export interface Outcomes {
  /** Commits the transition. Returns false if the booking changed meanwhile, or if another worker has the run. */
  readonly record: (outcome: NewOutcome) => Promise<boolean>;
  /** Ends the run. */
  readonly finish: (run: ClaimedRun) => Promise<void>;
  /** Ends the run and stores the state of the payment with it. Rejects if the booking changed meanwhile. */
  readonly finishPaid: (run: ClaimedRun, before: StoredBooking, after: StoredBooking) => Promise<void>;
  readonly findBooking: (run: ClaimedRun) => Promise<StoredBooking | undefined>;
}

export interface OutcomesOptions {
  readonly store: Pick<Store, 'changeBooking' | 'findBooking' | 'finishRun'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: NewId;
  readonly deliveryDelays?: DeliveryDelays | undefined;
  readonly log: Logger;
  readonly observer: Pick<Observer, 'fenced'>;
  readonly reports: Pick<RunReports, 'ended'>;
  readonly notes: Pick<CallNotes, 'note' | 'noteSuccess'>;
  readonly onEvents: (organization_id: string) => void;
}

/** The card service is called again after this time about a payment whose outcome it could not state. */
const unknownDelay_seconds = 60;

export function createOutcomes(options: OutcomesOptions): Outcomes {
  const { store, clock, newId, deliveryDelays, log, observer, reports, notes, onEvents } = options;

  async function finish(run: ClaimedRun): Promise<void> {
    if (await store.finishRun(run)) {
      reports.ended(run, 'released');
      return;
    }
    observer.fenced({ work: 'run' });
    const line = { booking_id: run.booking_id, step: run.step };
    log.warn(line, 'another worker completed this run; this worker changed nothing');
  }

  return {
    finish,
    async record({ run, stored, outcome, call, next = nextOf(run, stored, outcome) }) {
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
    async finishPaid(run, before, after) {
      if (!isPaid(before)) return finish(run);
      // A change also if the payment is the same: a refund that was requested meanwhile must not end with this run.
      const [was, is] = [before.booking.payment, after.booking.payment];
      const isSame = isDeepStrictEqual(was, is);
      const call = is?.status === 'voided' ? 'void' : 'refund';
      const booking = isSame ? before.booking : { ...after.booking, updated: clock.now().toISOString() };
      if (!(await store.changeBooking({ before, booking, events: [], finished: run }))) {
        throw new CardServiceError(call, 'The booking changed while its payment was settled.');
      }
      if (is && is.amount_refunded > was.amount_refunded) {
        notes.note(run, { call, outcome: 'succeeded', amount_refunded: is.amount_refunded });
      } else if (is && is.status !== was.status) notes.note(run, { call, outcome: 'succeeded' });
      reports.ended(run, 'released');
    },
    findBooking: ({ organization_id, booking_id }) => store.findBooking({ organization_id, id: booking_id }),
  };

  /** The run that settles the payment of a booking that failed. */
  function nextOf({ step }: ClaimedRun, stored: StoredBooking, { outcome }: Settled): NewRun | undefined {
    if (outcome !== 'failed' || !isPaid(stored) || isFinal(stored.booking)) return undefined;
    const delay_seconds = stored.booking.payment.status === 'unknown' ? unknownDelay_seconds : 0;
    return { step, due_at: new Date(clock.now().getTime() + delay_seconds * 1000).toISOString() };
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
