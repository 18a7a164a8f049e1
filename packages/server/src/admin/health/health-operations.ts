import type { AdminOperations, Liveness, NotReady, Readiness } from '@booking-service/contract/admin';
import type { EveryField } from '@booking-service/kernel/contract';
import type { Metrics } from '../metrics/metrics.ts';
import { stateOperations, type ReportedServer } from './state-operations.ts';

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
