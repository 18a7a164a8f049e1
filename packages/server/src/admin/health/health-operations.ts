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
import type { DatabaseState, Health, QueueState } from './health.ts';
import type { Metrics } from '../metrics/metrics.ts';

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
      const body = { object: 'list', data: providers.map(toState) } as const;
      return { status: 200, body: body satisfies EveryField<ProviderList> };
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
