import { isDue } from '../due-deliveries.ts';
import { maxCounted, type Store, type Workload } from '../store.ts';
import type { Database, Statement } from './connection/database.ts';

/** First the queues that have waited longest, then the deliveries of each. */
export const selectWorkload: Statement = {
  name: 'select_workload',
  text: `
    SELECT count(*)::integer AS due_deliveries, min(due_at) AS oldest_due_delivery,
      (SELECT count(*)::integer FROM (
        SELECT FROM runs WHERE ready
        UNION ALL SELECT FROM runs WHERE NOT ready AND lease_until IS NULL AND due_at <= $1
        UNION ALL SELECT FROM runs WHERE NOT ready AND lease_until IS NOT NULL
        LIMIT ${maxCounted}) AS run) AS due_runs
    FROM (
      SELECT d.due_at
      FROM (SELECT organization_id FROM delivery_queues WHERE oldest_due_at <= $1 ORDER BY oldest_due_at) AS q
      CROSS JOIN LATERAL (
        SELECT d.due_at FROM deliveries d WHERE d.organization_id = q.organization_id AND ${isDue('$1')}
        ORDER BY d.organization_id, d.due_at, d.number LIMIT ${maxCounted}) AS d
      LIMIT ${maxCounted}) AS due`,
};

/** The due work. */
export function postgresWorkload(database: Database): Pick<Store, 'readWorkload'> {
  return {
    async readWorkload(now) {
      const [row] = await database.query<Workload>(selectWorkload, [now.toISOString()]);
      if (!row) throw new Error('An aggregate returned no row.');
      return row;
    },
  };
}
