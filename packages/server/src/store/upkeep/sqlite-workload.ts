import type { DatabaseSync } from 'node:sqlite';
import { isDue } from '../deliveries/due-deliveries.ts';
import { maxCounted, type Workload } from './due-work.ts';
import type { Store } from '../store.ts';
import { selectRunAges, type RunAges } from '../runs/stuck-runs.ts';
import { prepareOn } from '../sqlite/statement.ts';

/** CROSS JOIN keeps the order: first the queues that have waited longest, then the deliveries of each. */
export const workload: string = `
  SELECT count(*) AS due_deliveries, min(due_at) AS oldest_due_delivery, 0 AS oldest_transaction_seconds,
    (SELECT count(*) FROM (
      SELECT 1 FROM runs WHERE ready = 1
      UNION ALL SELECT 1 FROM runs WHERE ready = 0 AND lease_until IS NULL AND due_at <= :now
      UNION ALL SELECT 1 FROM runs WHERE ready = 0 AND lease_until IS NOT NULL
      LIMIT ${maxCounted})) AS due_runs
  FROM (
    SELECT d.due_at FROM delivery_queues q CROSS JOIN deliveries d ON d.organization_id = q.organization_id
    WHERE q.oldest_due_at <= :now AND ${isDue(':now')}
    ORDER BY q.oldest_due_at LIMIT ${maxCounted})`;

export const runAges: string = selectRunAges({
  now: ':now',
  stuck_before: ':stuck_before',
  ready: 'ready = 1',
  unready: 'ready = 0',
});

/** The due work. */
export function sqliteWorkload(db: DatabaseSync): Pick<Store, 'readWorkload' | 'readRunAges'> {
  const prepare = prepareOn(db);
  const select = prepare.read(workload);
  const selectAges = prepare.read(runAges);
  return {
    async readRunAges({ now, stuck_before }) {
      const at = { now: now.toISOString(), stuck_before: stuck_before.toISOString() };
      // An aggregate always returns one row, with these columns.
      return { ...selectAges.get(at) } as unknown as RunAges;
    },
    async readWorkload(now) {
      // An aggregate always returns one row, with these columns.
      return { ...select.get({ now: now.toISOString() }) } as unknown as Workload;
    },
  };
}
