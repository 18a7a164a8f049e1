/** The health of the service: its measurement, and the operations that show it to operators. */
import type { KeyMode } from '@booking-service/contract';
import type { Logger } from 'pino';
import type { LaneAge } from '@booking-service/kernel';
import { errorLine } from '@booking-service/kernel/log';
import { BusyError, busyReasons } from '@booking-service/kernel/store';
import { type Clock, systemClock, withDeadline } from '@booking-service/kernel/time';
import type {
  AdminOperations,
  CallError,
  DatabaseHealth,
  Liveness,
  NotReady,
  ProviderList,
  ProviderState,
  QueueHealth,
  Readiness,
  ServiceHealth,
} from '@booking-service/contract/admin';
import type { EveryField } from '@booking-service/kernel/contract';
import type { Reports } from '../../log/observer.ts';
import type { Store } from '../../store/store.ts';
import { stuckBefore } from '../../domain/run-schedule.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { toWholeList } from '../operations/lists.ts';

export interface Health {
  /** True if the service can serve requests. With several cells, those of one cell suffice. */
  readonly ready: boolean;
  /** The reasons why the service, or one of its cells, is not ready. */
  readonly not_ready: readonly {
    readonly check: 'database' | 'migration' | 'server' | 'worker';
    readonly message: string;
  }[];
  /** The state of each provider, by kind of call. A provider that fails does not make the service unready: the others work. */
  readonly providers: readonly MeasuredProvider[];
}

/** A provider, with its circuits and its calls in progress, for calls of one mode. */
interface MeasuredProvider {
  readonly name: string;
  readonly mode: KeyMode;
  readonly kinds: readonly {
    readonly call: Reports['providerCalled']['call'];
    readonly circuit: 'closed' | 'open' | 'half_open';
    /** Since when the circuit has not been closed; null if it is. */
    readonly open_since: string | null;
    readonly paused_organizations: number;
    /** The latest failed call; null if none failed since the start. */
    readonly last_error: { readonly at: string; readonly message: string } | null;
  }[];
  readonly calls: number;
}

interface HealthOptions {
  readonly store: CheckedStore & { readonly cells?: { readonly all: readonly CheckedCell[] } };
  readonly log: Pick<Logger, 'error'>;
  readonly state: 'not listening' | 'listening' | 'stopping';
  /** The age of the last record of each lane of the worker. */
  readonly laneAges: readonly (LaneAge & { readonly cell?: string })[];
  readonly providers: readonly MeasuredProvider[];
}

type CheckedStore = Pick<Store, 'readMigration' | 'checkWrite'>;

interface CheckedCell {
  readonly name: string;
  readonly store: CheckedStore;
}

/** Probes wait for 4 seconds and more. They get the reason, not a timeout of their own. */
const maxDatabaseSeconds = 3;
/** The maximum of reasons in the response of /readyz. */
const maxReasons = 8;

/** Checks everything that the server needs for its work. Never rejects. A database that needs more than 3 seconds does not respond. */
export async function checkHealth({ store, log, state, laneAges, providers }: HealthOptions): Promise<Health> {
  const isListening = state === 'listening';
  const databases: readonly { readonly name?: string; readonly store: CheckedStore }[] = store.cells?.all ?? [
    { store },
  ];
  const reasons = await Promise.all(
    databases.map(async ({ name, store: checked }) => {
      const lanes = isListening ? laneAges.filter(({ cell }) => cell === name).flatMap(checkLane) : [];
      const found = await checkDatabaseInTime({ store: checked, log });
      return [...found.map((reason) => ofCell(reason, name)), ...lanes];
    }),
  );
  const server: Health['not_ready'] = isListening ? [] : [{ check: 'server', message: `The server is ${state}.` }];
  return {
    ready: isListening && reasons.some((each) => each.length === 0),
    not_ready: [...reasons.flat(), ...server].slice(0, maxReasons),
    providers,
  };
}

function ofCell(
  { check, message }: Health['not_ready'][number],
  cell: string | undefined,
): Health['not_ready'][number] {
  return { check, message: cell === undefined ? message : `Cell ${cell}: ${message}` };
}

function checkLane({ lane, age_ms, interval_ms, max_age_ms }: LaneAge): Health['not_ready'] {
  if (age_ms <= max_age_ms) return [];
  const seconds = (ms: number) => `${Math.floor(ms / 1000)} s`;
  const message = `The worker's lane for ${lane} has been stalled for ${seconds(age_ms)}; it ticks every ${seconds(interval_ms)}. Restart the service if this continues.`;
  return [{ check: 'worker', message }];
}

interface DatabaseCheck {
  readonly store: CheckedStore;
  readonly log: HealthOptions['log'];
}

/** Checks one database. Never rejects: a database that needs more than 3 seconds does not respond. */
async function checkDatabaseInTime({ store, log }: DatabaseCheck): Promise<Health['not_ready']> {
  try {
    return await withDeadline(systemClock, maxDatabaseSeconds, () => checkDatabase({ store, log }));
  } catch (error) {
    return [notResponding(error, log)];
  }
}

async function checkDatabase({ store, log }: DatabaseCheck): Promise<Health['not_ready']> {
  try {
    const { database, program, serves } = await store.readMigration();
    if (serves) return await checkWrites({ store, log });
    const message = `The database is at migration ${database} and does not serve this version, which needs ${program}. Run booking-service migrate, or the version that fits.`;
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

async function checkWrites({ store, log }: DatabaseCheck): Promise<Health['not_ready']> {
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
interface QueueState {
  readonly kind: 'runs' | 'deliveries';
  readonly due: number;
  readonly oldest_at: string | null;
  /** Stuck work whose provider keeps failing. */
  readonly failing: number;
  /** Stuck work whose provider is pending. */
  readonly pending: number;
}

type ReadStore = Pick<Store, 'readMigration' | 'checkWrite' | 'readWorkload' | 'readRunAges'>;

interface ReadDatabasesOptions {
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

/** The booking server whose state the operations report. */
export interface ReportedServer {
  health(): Promise<Health>;
  readDatabases(): Promise<readonly DatabaseState[]>;
}

/** The operations that show operators the state of the service: its databases, its queues and its providers. */
export function stateOperations({
  server,
  version,
}: {
  readonly server: ReportedServer;
  readonly version: string | undefined;
}): Pick<AdminOperations, 'getHealth' | 'listProviders'> {
  return {
    async getHealth() {
      const databases = (await server.readDatabases()).map(toDatabase);
      const body = { object: 'service_health', version: version ?? null, databases } as const;
      return { status: 200, body: body satisfies EveryField<ServiceHealth> };
    },
    async listProviders() {
      const { providers } = await server.health();
      return { status: 200, body: toWholeList(providers.map(toState)) satisfies EveryField<ProviderList> };
    },
  };
}

function toDatabase({ cell, fault, migration, queues }: DatabaseState): DatabaseHealth {
  const shown = queues && queues.map(toQueue);
  return { cell, fault, migration, queues: shown } satisfies EveryField<DatabaseHealth>;
}

function toQueue({ kind, due, oldest_at, failing, pending }: QueueState): QueueHealth {
  return { kind, due, oldest_at, failing, pending } satisfies EveryField<QueueHealth>;
}

function toCallError({ at, message }: CallError): CallError {
  return { at, message } satisfies EveryField<CallError>;
}

function toState({ name, mode, kinds, calls }: Health['providers'][number]): ProviderState {
  const states = kinds.map(({ call, circuit, open_since, paused_organizations, last_error }) => {
    const shown = {
      call,
      circuit,
      open_since,
      paused_organizations,
      last_error: last_error && toCallError(last_error),
    };
    return shown satisfies EveryField<ProviderState['kinds'][number]>;
  });
  return { name, mode, kinds: states, calls_in_progress: calls } satisfies EveryField<ProviderState>;
}

/** The operations of every admin server: /livez, /readyz, /metrics, /health and /providers. */
export function healthOperations({
  server,
  metrics,
  version,
}: {
  readonly server: ReportedServer;
  readonly metrics: Pick<Metrics, 'text'>;
  readonly version: string | undefined;
}): Pick<AdminOperations, 'getLiveness' | 'getReadiness' | 'getMetrics' | 'getHealth' | 'listProviders'> {
  return {
    ...stateOperations({ server, version }),
    getLiveness: async () => ({
      status: 200,
      body: { object: 'liveness', live: true } satisfies EveryField<Liveness>,
    }),
    async getReadiness() {
      const { ready, not_ready } = await server.health();
      const reasons = not_ready.map((reason) => reason satisfies EveryField<NotReady>);
      // The names of suppliers are not for everyone: listProviders shows them to operators.
      const body = { object: 'readiness', ready, not_ready: reasons } as const;
      return { status: ready ? 200 : 503, body: body satisfies EveryField<Readiness> };
    },
    getMetrics: async () => ({
      status: 200,
      headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
      body: await metrics.text(),
    }),
  };
}
