/**
 * Records the outcomes of attempts.
 *
 * Steps:
 *  1. gather  outcomes that arrive while a statement is under way wait for the next one, which records all of them
 *  2. record  at most maxStatements statements run at once, so that deliveries leave connections for requests. Only if the database
 *             is slow does a further one begin: while a statement runs, minFurther outcomes must wait for it
 *  3. retry   a statement that fails is repeated until the leases of its deliveries end. Otherwise each webhook of it would be
 *             sent again (DLV-6). If the database was available, one outcome may be at fault, so each is then recorded alone
 */
import type { Logger } from 'pino';
import type { Clock } from '../time/clock.ts';
import { errorLine } from '../log/error-line.ts';
import { leaveTrail } from '../log/trail.ts';
import { BusyError } from '../store/store-errors.ts';
import type { AttemptOutcome, DeliveryWrites } from '../store/deliveries/port.ts';

export interface RecorderOptions {
  readonly store: Pick<DeliveryWrites, 'recordAttempts'>;
  readonly clock: Pick<Clock, 'monotonic_ms'>;
  readonly log: Pick<Logger, 'warn'>;
}

export interface Recorder {
  /**
   * Records the outcome. Returns false if another worker has claimed the delivery meanwhile. Rejects with the last error if it
   * cannot be recorded before its lease ends, at `until_ms` of the monotonic clock.
   */
  record(outcome: AttemptOutcome, until_ms: number): Promise<boolean>;
}

interface Waiting extends PromiseWithResolvers<boolean> {
  readonly outcome: AttemptOutcome;
  readonly until_ms: number;
  /** True if a statement failed that contained it, while the database was available. */
  isSuspect: boolean;
}

const maxStatements = 2;
const minFurther = 10;
/** The number of outcomes that one statement records. */
const maxBatch = 100;
/** The pause after a failure. */
const pause_ms = 100;

export function createRecorder({ store, clock, log }: RecorderOptions): Recorder {
  const waiting: Waiting[] = [];
  let statements = 0;
  let isScheduled = false;

  /** Starts in the next turn of the event loop, so that everything that ends in this one is in the same statement. */
  function schedule(): void {
    if (isScheduled || statements === maxStatements) return;
    if (waiting.length < (statements === 0 ? 1 : minFurther)) return;
    isScheduled = true;
    // One attempt causes it, but it records those of many.
    leaveTrail(() =>
      setImmediate(() => {
        isScheduled = false;
        void recordBatch(takeBatch());
        schedule();
      }),
    );
  }

  function takeBatch(): Waiting[] {
    const suspect = waiting.findIndex(({ isSuspect }) => isSuspect);
    return waiting.splice(0, suspect === -1 ? maxBatch : Math.max(1, Math.min(suspect, maxBatch)));
  }

  async function recordBatch(batch: readonly Waiting[]): Promise<void> {
    statements += 1;
    try {
      const recorded = await store.recordAttempts(batch.map(({ outcome }) => outcome));
      for (const [index, { resolve }] of batch.entries()) resolve(recorded[index] ?? false);
    } catch (error) {
      log.warn({ err: errorLine(error), attempts: batch.length }, 'could not record webhook attempts');
      retry(batch, error);
    } finally {
      statements -= 1;
      schedule();
    }
  }

  function retry(batch: readonly Waiting[], error: unknown): void {
    setTimeout(() => {
      for (const item of batch) {
        item.isSuspect = !(error instanceof BusyError);
        if (clock.monotonic_ms() > item.until_ms) item.reject(error);
        else waiting.push(item);
      }
      schedule();
    }, pause_ms).unref();
  }

  return {
    async record(outcome, until_ms) {
      const item = { ...Promise.withResolvers<boolean>(), outcome, until_ms, isSuspect: false };
      waiting.push(item);
      schedule();
      return item.promise;
    },
  };
}
