import type { Logger } from 'pino';
import type { Observer, Reports } from '../../log/observer.ts';
import type { ClaimedRun } from '../../store/store.ts';
import { inSpan, type Tracing } from '@booking-service/kernel/log';

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
