import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Observer } from '../../log/observer.ts';
import { createReportMetrics } from './report-metrics.ts';
import { metricFamilies, prefix } from './metric-family.ts';
import { createStoreMetrics, type StoreMetricsOptions } from './store-metrics.ts';

/** Counts the reports of a server, for Prometheus. */
export interface Metrics {
  /** The observer to pass to createBookingServer. */
  readonly observer: Observer;
  /** Returns all metrics in Prometheus' text format, with the current workload of the store. */
  text(): Promise<string>;
}

export interface MetricsOptions extends StoreMetricsOptions {
  /** The version of the program that embeds the server. Default: unknown. */
  readonly version?: string;
}

/** Gauges of prom-client whose names end like those of counters. Their sums by type are metrics of prom-client, too. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/**
 * Creates metrics in a registry of their own, together with the metrics of the process. Labels have only values of the contract and
 * of this program, the names of the configured providers, and the ids of at most 20 organizations, so their number is bounded and none
 * contains a value that a caller sent.
 */
export function createMetrics({ version = 'unknown', ...source }: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix });
  for (const name of misnamed) registry.removeSingleMetric(prefix + name);
  metricFamilies(registry)
    .gauge({
      name: 'build_info',
      help: 'The versions of the service and of Node.js. The value is 1.',
      labels: ['version', 'node'],
    })
    .set({ version, node: process.version }, 1);
  const observer = createReportMetrics(registry);
  const readStore = createStoreMetrics(registry, source);
  return {
    observer,
    async text() {
      await readStore();
      return registry.metrics();
    },
  };
}
