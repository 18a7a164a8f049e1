import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import { errorLine } from './error-line.ts';
import type { Store } from './store/store.ts';

/** Ticks of the delivery worker that may be missing before the server is no longer ready. */
const missingTicks = 3;

/** What stands in the way of working, if something does. */
export interface Health {
  readonly not_ready: readonly {
    readonly check: 'database' | 'migration' | 'server' | 'worker';
    readonly message: string;
  }[];
}

export interface HealthOptions {
  readonly store: Pick<Store, 'readMigration'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'error'>;
  readonly tick_seconds: number;
  readonly state: 'not listening' | 'listening' | 'stopping';
  /** When the delivery worker last showed itself. */
  readonly lastSeen: Date | undefined;
}

/** Looks at what the server needs to do its work. Never rejects. */
export async function checkHealth({
  store,
  clock,
  log,
  tick_seconds,
  state,
  lastSeen,
}: HealthOptions): Promise<Health> {
  const not_ready: Health['not_ready'][number][] = [...(await checkDatabase({ store, log }))];
  if (state !== 'listening') not_ready.push({ check: 'server', message: `The server is ${state}.` });
  else if (lastSeen) {
    const age_seconds = Math.floor((clock.now().getTime() - lastSeen.getTime()) / 1000);
    if (age_seconds > missingTicks * tick_seconds) {
      const message = `The delivery worker was last seen ${age_seconds} s ago; it comes every ${tick_seconds} s.`;
      not_ready.push({ check: 'worker', message });
    }
  }
  return { not_ready };
}

async function checkDatabase({ store, log }: Pick<HealthOptions, 'store' | 'log'>): Promise<Health['not_ready']> {
  try {
    const { database, program } = await store.readMigration();
    if (database === program) return [];
    const message = `The database is at migration ${database}, this program at ${program}: run the version that fits.`;
    return [{ check: 'migration', message }];
  } catch (error) {
    log.error({ err: errorLine(error) }, 'the database does not answer');
    return [{ check: 'database', message: 'The database does not answer; the log says why.' }];
  }
}
