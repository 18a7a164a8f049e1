import { maxCounted, type Workload } from './due-work.ts';
import type { Store } from '../store.ts';
import { selectRunAges, type RunAges } from '../runs/stuck-runs.ts';
import type { Database, Statement } from '../postgres/connection/database.ts';

export const selectWorkload: Statement = {
  name: 'select_workload',
  text: `
    SELECT due_deliveries, oldest_due_delivery,
      (SELECT count(*)::integer FROM (
        SELECT 1 FROM runs WHERE ready
        UNION ALL SELECT 1 FROM runs WHERE NOT ready AND lease_until IS NULL AND due_at <= $1
        UNION ALL SELECT 1 FROM runs WHERE NOT ready AND lease_until IS NOT NULL
        LIMIT ${maxCounted}) AS run) AS due_runs
    FROM count_due_deliveries($1, ${maxCounted})`,
};

export const runAges: Statement = {
  name: 'select_run_ages',
  text: selectRunAges({ now: '$1', stuck_before: '$2', ready: 'ready', unready: 'NOT ready' }),
};

/** Prepared transactions stay open without a client. */
const selectOldestTransaction: Statement = {
  name: 'select_oldest_transaction',
  text: `
    SELECT coalesce(extract(epoch FROM clock_timestamp() - min(began)), 0)::float8 AS oldest_transaction_seconds
    FROM (
      SELECT xact_start AS began FROM pg_stat_activity
      WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
        AND (backend_xmin IS NOT NULL OR backend_xid IS NOT NULL)
      UNION ALL
      SELECT prepared FROM pg_prepared_xacts WHERE database = current_database()) AS open`,
};

/** The due work. */
export function postgresWorkload(database: Database): Pick<Store, 'readWorkload' | 'readRunAges'> {
  return {
    async readRunAges({ now, stuck_before }) {
      const [ages] = await database.query<RunAges>(runAges, [now.toISOString(), stuck_before.toISOString()]);
      if (!ages) throw new Error('An aggregate returned no row.');
      return ages;
    },
    async readWorkload(now) {
      // One after the other, so that the second query does not find the transaction of the first.
      const [due] = await database.query<Omit<Workload, 'oldest_transaction_seconds'>>(selectWorkload, [
        now.toISOString(),
      ]);
      const [transactions] =
        await database.query<Pick<Workload, 'oldest_transaction_seconds'>>(selectOldestTransaction);
      if (!due || !transactions) throw new Error('An aggregate returned no row.');
      return { ...due, ...transactions };
    },
  };
}
