import type {
  AdminOperations,
  CallError,
  DatabaseHealth,
  ProviderList,
  ProviderState,
  QueueHealth,
  ServiceHealth,
} from '@booking-service/contract/admin';
import type { EveryField } from '@booking-service/kernel/contract';
import type { Health } from './health.ts';
import type { DatabaseState, QueueState } from './read-databases.ts';

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
