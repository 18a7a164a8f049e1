import type { KeyMode } from '@booking-service/contract';
import type { Logger } from 'pino';
import { BusyError, busyReasons } from '@booking-service/kernel/store/store-errors';
import { errorLine } from '@booking-service/kernel/log/error-line';
import type { Reports } from '../../log/observer.ts';
import type { Store } from '../../store/store.ts';
import { systemClock, withDeadline } from '@booking-service/kernel/time/clock';
import type { LaneAge } from '@booking-service/kernel/deliveries/lane-activity';

/** The reasons why the service is not ready; none if it is. */
export interface Health {
  readonly not_ready: readonly {
    readonly check: 'database' | 'migration' | 'server' | 'worker';
    readonly message: string;
  }[];
  /** The state of each provider, by kind of call. A provider that fails does not make the service unready: the others work. */
  readonly providers: readonly ProviderState[];
}

/** A provider, with its circuits and its calls in progress, for calls of one mode. */
export interface ProviderState {
  readonly name: string;
  readonly mode: KeyMode;
  readonly kinds: readonly {
    readonly call: Reports['providerCalled']['call'];
    readonly circuit: 'closed' | 'open' | 'half_open';
    readonly paused_organizations: number;
  }[];
  readonly calls: number;
}

export interface HealthOptions {
  readonly store: Pick<Store, 'readMigration' | 'checkWrite'>;
  readonly log: Pick<Logger, 'error'>;
  readonly state: 'not listening' | 'listening' | 'stopping';
  /** The age of the last record of each lane of the worker. */
  readonly laneAges: readonly LaneAge[];
  readonly providers: readonly ProviderState[];
}

/** Probes wait for 4 seconds and more. They get the reason, not a timeout of their own. */
const maxDatabaseSeconds = 3;

/** Checks everything that the server needs for its work. Never rejects. A database that needs more than 3 seconds does not respond. */
export async function checkHealth({ store, log, state, laneAges, providers }: HealthOptions): Promise<Health> {
  const not_ready: Health['not_ready'][number][] = [...(await checkDatabaseInTime({ store, log }))];
  if (state !== 'listening') not_ready.push({ check: 'server', message: `The server is ${state}.` });
  else not_ready.push(...laneAges.flatMap(checkLane));
  return { not_ready, providers };
}

function checkLane({ lane, age_ms, interval_ms, max_age_ms }: LaneAge): Health['not_ready'] {
  if (age_ms <= max_age_ms) return [];
  const seconds = (ms: number) => `${Math.floor(ms / 1000)} s`;
  const message = `The worker's lane for ${lane} has been stalled for ${seconds(age_ms)}; it ticks every ${seconds(interval_ms)}. Restart the service if this continues.`;
  return [{ check: 'worker', message }];
}

async function checkDatabaseInTime({ store, log }: Pick<HealthOptions, 'store' | 'log'>): Promise<Health['not_ready']> {
  try {
    return await withDeadline(systemClock, maxDatabaseSeconds, () => checkDatabase({ store, log }));
  } catch (error) {
    return [notResponding(error, log)];
  }
}

async function checkDatabase({ store, log }: Pick<HealthOptions, 'store' | 'log'>): Promise<Health['not_ready']> {
  try {
    const { database, program } = await store.readMigration();
    if (database === program) return await checkWrites({ store, log });
    const message = `The database is at migration ${database}, this version needs ${program}. Run booking-service migrate, or the version that fits.`;
    return [{ check: 'migration', message }];
  } catch (error) {
    return [notResponding(error, log)];
  }
}

function notResponding(error: unknown, log: HealthOptions['log']): Health['not_ready'][number] {
  log.error({ err: errorLine(error) }, 'the database does not respond');
  return {
    check: 'database',
    message: toMessage(error) ?? 'The database does not respond. See the log for the reason.',
  };
}

async function checkWrites({ store, log }: Pick<HealthOptions, 'store' | 'log'>): Promise<Health['not_ready']> {
  try {
    await store.checkWrite();
    return [];
  } catch (error) {
    log.error({ err: errorLine(error) }, 'the database accepts no writes');
    return [
      { check: 'database', message: toMessage(error) ?? 'The database accepts no writes. See the log for the reason.' },
    ];
  }
}

function toMessage(error: unknown): string | undefined {
  return error instanceof BusyError ? `${error.code}: ${busyReasons[error.code]}` : undefined;
}
