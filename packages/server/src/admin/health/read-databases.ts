import type { Logger } from 'pino';
import { stuckBefore } from '../../domain/run-schedule.ts';
import { errorLine } from '@booking-service/kernel/log';
import { type Clock, systemClock, withDeadline } from '@booking-service/kernel/time';
import type { Store } from '../../store/store.ts';
import { checkDatabaseInTime, maxDatabaseSeconds } from './health.ts';

/** A database of a service with its migration and its queues. */
export interface DatabaseState {
  /** The name of the cell; null if the service has one database. */
  readonly cell: string | null;
  /** Why the database cannot be used; null if it can. */
  readonly fault: string | null;
  /** Null if the database does not respond. */
  readonly migration: { readonly database: number; readonly program: number } | null;
  /** Null if the database does not respond. */
  readonly queues: readonly QueueState[] | null;
}

/** The work of one kind. Each count is bounded, like those of the metrics. */
export interface QueueState {
  readonly kind: 'runs' | 'deliveries';
  readonly due: number;
  readonly oldest_at: string | null;
  /** Stuck work whose provider keeps failing. */
  readonly failing: number;
  /** Stuck work whose provider is pending. */
  readonly pending: number;
}

type ReadStore = Pick<Store, 'readMigration' | 'checkWrite' | 'readWorkload' | 'readRunAges'>;

export interface ReadDatabasesOptions {
  readonly store: ReadStore & {
    readonly cells?: { readonly all: readonly { readonly name: string; readonly store: ReadStore }[] };
  };
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'error'>;
}

/** Reads each database of a service. Never rejects: a database that needs more than 3 seconds does not respond. */
export async function readDatabases({ store, clock, log }: ReadDatabasesOptions): Promise<DatabaseState[]> {
  const databases: readonly { readonly name?: string; readonly store: ReadStore }[] = store.cells?.all ?? [{ store }];
  return Promise.all(
    databases.map(async ({ name, store: each }) => {
      const [reason] = await checkDatabaseInTime({ store: each, log });
      const state = { cell: name ?? null, fault: reason?.message ?? null };
      if (reason?.check === 'database') return { ...state, migration: null, queues: null };
      try {
        return { ...state, ...(await withDeadline(systemClock, maxDatabaseSeconds, () => read(each, clock.now()))) };
      } catch (error) {
        log.error({ err: errorLine(error), cell: name }, 'could not read the queues of a database');
        return { ...state, fault: reason?.message ?? unreadable, migration: null, queues: null };
      }
    }),
  );
}

const unreadable = 'The queues of the database could not be read. See the log for the reason.';

async function read(store: ReadStore, now: Date): Promise<Pick<DatabaseState, 'migration' | 'queues'>> {
  const [{ database, program }, work, ages] = await Promise.all([
    store.readMigration(),
    store.readWorkload(now),
    store.readRunAges({ now, stuck_before: stuckBefore(now) }),
  ]);
  const runs = {
    kind: 'runs',
    due: work.due_runs,
    oldest_at: ages.oldest_run,
    failing: ages.stuck_failing,
    pending: ages.stuck_pending,
  } as const;
  const deliveries = {
    kind: 'deliveries',
    due: work.due_deliveries,
    oldest_at: work.oldest_due_delivery,
    failing: 0,
    pending: 0,
  } as const;
  return { migration: { database, program }, queues: [runs, deliveries] };
}
