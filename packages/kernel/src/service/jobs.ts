import type { Logger } from 'pino';
import type { EveryField } from '../every-field.ts';
import { errorLine } from '../log/error-line.ts';
import type { StatementValue } from '../store/commit/commit.ts';
import type { SharedStatement } from '../store/shared-statement.ts';
import type { Clock } from '../time/clock.ts';
import { contextFor, type ContextOptions, type HandlerContext, type Owner } from './handlers.ts';

/** The argument of a job, which works for all organizations. */
export interface JobContext extends Pick<HandlerContext, 'now' | 'newId' | 'query'> {
  /** Returns the context for the rows of one organization, with its commits. */
  readonly for: (owner: Owner) => HandlerContext;
}

/**
 * Work that a service does when time has passed, such as a change of state that is due. Every instance runs it, so two may find the same
 * rows: let its statement change a row only in the state that it read (`UPDATE … WHERE state = …`).
 */
export interface Job {
  /** Seconds between two runs. The first begins at the start of the service. */
  readonly every_seconds: number;
  readonly run: (context: JobContext) => Promise<void>;
}

/** Runs the jobs. A failed run is logged, and the next one comes at its time. */
export function createJobs(
  jobs: Readonly<Record<string, Job>>,
  { log, clock, ...options }: ContextOptions & { readonly log: Pick<Logger, 'error'>; readonly clock: Clock },
): { start(): void; stop(): Promise<void> } {
  let tickers: { stop(): Promise<void> }[] = [];
  const context = {
    now: () => clock.now(),
    newId: options.newId,
    query: <Row>(statement: SharedStatement, values: readonly StatementValue[]) =>
      options.store.query<Row>(statement, values),
    for: (owner) => contextFor(owner, { ...options, clock }),
  } satisfies EveryField<JobContext>;

  return {
    start() {
      tickers = Object.entries(jobs).map(([job, { every_seconds, run }]) => {
        const ticker = clock.every(every_seconds * 1000, async () => {
          try {
            await run(context);
          } catch (error) {
            log.error({ job, err: errorLine(error) }, 'a job failed; it runs again at its next time');
          }
        });
        ticker.wake();
        return ticker;
      });
    },
    async stop() {
      const stopping = tickers;
      tickers = [];
      await Promise.all(stopping.map((ticker) => ticker.stop()));
    },
  };
}
