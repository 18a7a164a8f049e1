import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Observer } from '../../log/observer.ts';
import { createReportMetrics, metricFamilies, prefix } from './report-metrics.ts';
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
export function createMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix });
  for (const name of misnamed) registry.removeSingleMetric(prefix + name);
  const { observer, readStore } = register(registry, options);
  return {
    observer,
    async text() {
      await readStore();
      return registry.metrics();
    },
  };
}

/** A metric as the docs list it. */
export interface ListedMetric {
  /** Without the prefix. */
  readonly name: string;
  readonly labels: readonly string[];
  readonly help: string;
}

/** Returns the metrics of the service by name, without those of the process and of Node.js. */
export function listMetrics(options: MetricsOptions): readonly ListedMetric[] {
  const registry = new Registry();
  register(registry, options);
  // prom-client returns its metrics, whose type lacks the labels.
  const metrics = registry.getMetricsAsArray() as unknown as readonly (Omit<ListedMetric, 'labels'> & {
    readonly labelNames: readonly string[];
  })[];
  return metrics
    .map(({ name, labelNames, help }) => ({ name: name.slice(prefix.length), labels: labelNames, help }))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

/** Creates the metrics of the service in a registry. */
function register(registry: Registry, { version = 'unknown', ...source }: MetricsOptions) {
  metricFamilies(registry)
    .gauge({
      name: 'build_info',
      help: 'The versions of the service and of Node.js. The value is 1.',
      labels: ['version', 'node'],
    })
    .set({ version, node: process.version }, 1);
  return { observer: createReportMetrics(registry), readStore: createStoreMetrics(registry, source) };
}
