import type { MetricsOptions } from '../../src/index.ts';

/** The reads of the metrics from a store without work. */
export const emptyStore: MetricsOptions['store'] = {
  readWorkload: async () => ({
    due_deliveries: 0,
    oldest_due_delivery: null,
    due_runs: 0,
    oldest_transaction_seconds: 0,
  }),
  readRunAges: async () => ({ oldest_run: null, oldest_processing: null, stuck_failing: 0, stuck_pending: 0 }),
  readResources: async () => ({
    engine: 'sqlite',
    database_bytes: 4096,
    wal_bytes: 0,
    disk_free_bytes: 1e9,
    connections: null,
    last_backup: 'never',
  }),
};
