/**
 * The records of runs: a line for each one in the log, and its calls in the database.
 *
 * Keeps the calls of runs that did not succeed at once, for the timeline of their booking. A run notes them while it works, and stores
 * them with one statement after its end. A run that succeeds at the first attempt notes nothing, so it costs no statement. A process that
 * is killed between the two loses what its runs noted, and a store that fails too: that is logged, and changes no booking.
 */
import type { Logger } from 'pino';
import { errorLine, inSpan, type Tracing } from '@booking-service/kernel/log';
import type { Clock, Ticker } from '@booking-service/kernel/time';
import { delivery } from '@booking-service/contract';
import { type Removal, removeInSteps } from '@booking-service/kernel';
import { keptSince } from '@booking-service/kernel/store';
import type { BookingCall, ClaimedRun, RunOf, Store, StoredBooking } from '../../store/store.ts';
import type { BookingCallWrites } from '../../store/runs/booking-calls.ts';
import type { CallContext } from '../../providers/provider.ts';
import type { Observer, Reports } from '../../log/observer.ts';

export type CallName = BookingCall['call'];

/** The facts that a run notes about a call. */
interface NotedCall extends Pick<BookingCall, 'call' | 'outcome'> {
  /** Default: none. */
  readonly error?: string | undefined;
  /** Default: the call returned no money. */
  readonly amount_refunded?: number;
  /** The time of the change that the call made, so that the two are in order. Default: now. */
  readonly at?: string;
}

export interface CallNotes {
  /** Starts to measure the time of the run. */
  begin(run: ClaimedRun): void;
  note(run: ClaimedRun, call: NotedCall): void;
  /** Notes a call that succeeded, unless it was the first attempt. `at`: as in a note. */
  noteSuccess(run: ClaimedRun, call: CallName, at?: string): void;
  /** Stores what the run noted. Never rejects. */
  store(run: ClaimedRun): Promise<void>;
}

interface CallNotesOptions {
  readonly store: Pick<Store, 'recordBookingCalls'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'warn'>;
}

export function createCallNotes({ store, clock, log }: CallNotesOptions): CallNotes {
  const begun = new WeakMap<ClaimedRun, number>();
  const noted = new WeakMap<ClaimedRun, BookingCall[]>();

  function note(run: ClaimedRun, { call, outcome, error, amount_refunded, at }: NotedCall): void {
    const begun_ms = begun.get(run);
    const calls = noted.get(run) ?? [];
    noted.set(run, calls);
    calls.push({
      at: at ?? clock.now().toISOString(),
      provider: isPaymentCall(call) ? null : run.provider,
      call,
      attempt: run.attempt,
      outcome,
      duration_ms: begun_ms === undefined ? null : Math.round(performance.now() - begun_ms),
      error: error ?? null,
      amount_refunded: amount_refunded ?? null,
    });
  }

  return {
    begin: (run) => void begun.set(run, performance.now()),
    note,
    noteSuccess(run, call, at) {
      if (run.attempt > 1) note(run, { call, outcome: 'succeeded', ...(at !== undefined && { at }) });
    },
    async store(run) {
      const calls = noted.get(run);
      if (calls) await storeCalls(run, calls, { store, log });
    },
  };
}

/** Stores calls of a booking. Never rejects. */
export async function storeCalls(
  { organization_id, booking_id }: RunOf,
  calls: readonly BookingCall[],
  { store, log }: Pick<CallNotesOptions, 'store' | 'log'>,
): Promise<void> {
  try {
    await store.recordBookingCalls({ organization_id, booking_id, calls });
  } catch (error) {
    log.warn({ err: errorLine(error), organization_id, booking_id }, 'could not store the calls of a booking');
  }
}

function isPaymentCall(call: CallName): boolean {
  return call === 'read_payment' || call === 'capture' || call === 'void' || call === 'refund';
}

interface CallRemoval extends Pick<Removal, 'clock' | 'log'> {
  readonly store: Pick<BookingCallWrites, 'removeBookingCalls'>;
  /** Default: that of the contract. */
  readonly retention_days: number | undefined;
}

/** Removes the old calls of bookings every hour, as old as the events that are removed (DLV-14). Returns the ticker. Never rejects. */
export function startCallRemoval({ store, clock, log, retention_days = delivery.retention_days }: CallRemoval): Ticker {
  return removeInSteps({
    clock,
    log,
    rows: 'calls of bookings',
    async removeSome({ now }) {
      const { hasMore } = await store.removeBookingCalls({ before: keptSince(now, { retention_days }) });
      return hasMore ? 'more' : undefined;
    },
  });
}

/** Returns on whose behalf the work on this booking calls a port. */
export function contextOf({
  organization_id,
  booking,
}: Pick<StoredBooking, 'organization_id' | 'booking'>): CallContext {
  return { organization_id, livemode: booking.livemode };
}

type RunOutcome = Reports['ran']['outcome'];

/** Writes one line about each run that a worker has worked on, and reports it to the observer. */
export interface RunReports {
  /** Starts to measure the time of the run. */
  begin(run: ClaimedRun): void;
  /** The fields of each line about this run. */
  fieldsOf(run: ClaimedRun): RunFields;
  /** The run ended or was postponed. */
  ended(run: ClaimedRun, outcome: RunOutcome): void;
}

interface RunFields extends Pick<
  ClaimedRun,
  'booking_id' | 'organization_id' | 'provider' | 'step' | 'attempt' | 'request_id'
> {
  readonly duration_ms: number | undefined;
}

/** The provider may be pending for days and is polled meanwhile. These lines would bury the others. */
const quiet: ReadonlySet<RunOutcome> = new Set(['pending', 'held']);

export function createRunReports({ log, observer }: { log: Logger; observer: Pick<Observer, 'ran'> }): RunReports {
  const begun = new WeakMap<ClaimedRun, number>();

  function fieldsOf(run: ClaimedRun): RunFields {
    const { booking_id, organization_id, provider, step, attempt, request_id } = run;
    const begun_ms = begun.get(run);
    const duration_ms = begun_ms === undefined ? undefined : Math.round(performance.now() - begun_ms);
    return { booking_id, organization_id, request_id, provider, step, attempt, duration_ms };
  }

  return {
    begin: (run) => void begun.set(run, performance.now()),
    fieldsOf,
    ended(run, outcome) {
      observer.ran({ outcome });
      const line = { ...fieldsOf(run), outcome };
      if (quiet.has(outcome)) log.debug(line, 'a run continues later');
      else log.info(line, 'a run ended');
    },
  };
}

/** Works on a run in a span of the trace that its request belongs to. Without tracing, only works on it. */
export function traceRun<T>(run: ClaimedRun, tracing: Tracing | undefined, work: () => Promise<T>): Promise<T> {
  if (!tracing) return work();
  const { traceparent, request_id, organization_id, booking_id, provider, step, attempt } = run;
  const attributes = {
    'booking_service.organization_id': organization_id,
    'booking_service.booking_id': booking_id,
    'booking_service.request_id': request_id ?? undefined,
    'booking_service.provider': provider,
    'booking_service.step': step,
    'booking_service.attempt': attempt,
  };
  return inSpan(tracing, { name: 'run', kind: 'internal', parent: traceparent, attributes }, work);
}
