import type {
  AdminOperations,
  Liveness,
  NotReady,
  ProviderList,
  ProviderState,
  Readiness,
} from '@booking-service/contract/admin';
import type { EveryField } from '@booking-service/kernel/every-field';
import type { Health } from './health.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** The operations of every admin server: /livez, /readyz, /metrics and /providers. */
export function healthOperations({
  server,
  metrics,
}: {
  server: { health(): Promise<Health> };
  metrics: Pick<Metrics, 'text'>;
}): Pick<AdminOperations, 'getLiveness' | 'getReadiness' | 'getMetrics' | 'listProviders'> {
  return {
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
    async listProviders() {
      const { providers } = await server.health();
      const body = { object: 'list', data: providers.map(toState) } as const;
      return { status: 200, body: body satisfies EveryField<ProviderList> };
    },
    getMetrics: async () => ({
      status: 200,
      headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
      body: await metrics.text(),
    }),
  };
}

function toState({ name, mode, kinds, calls }: Health['providers'][number]): ProviderState {
  const states = kinds.map((kind) => kind satisfies EveryField<ProviderState['kinds'][number]>);
  return { name, mode, kinds: states, calls_in_progress: calls } satisfies EveryField<ProviderState>;
}
