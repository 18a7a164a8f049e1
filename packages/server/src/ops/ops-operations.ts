import type { DashboardOperations } from '@booking-service/contract/dashboard';
import type { Health } from '../health.ts';
import type { Metrics } from './metrics.ts';

/** What every operations port answers: /livez, /readyz and /metrics. */
export function opsOperations({
  server,
  metrics,
}: {
  server: { health(): Promise<Health> };
  metrics: Pick<Metrics, 'text'>;
}): Pick<DashboardOperations, 'getLiveness' | 'getReadiness' | 'getMetrics'> {
  return {
    getLiveness: async () => ({ status: 200, body: { object: 'liveness', live: true } }),
    async getReadiness() {
      const { not_ready } = await server.health();
      const ready = not_ready.length === 0;
      return { status: ready ? 200 : 503, body: { object: 'readiness', ready, not_ready } };
    },
    getMetrics: async () => ({ status: 200, body: await metrics.text() }),
  };
}
