import type { Store, Workload } from '../store.ts';
import type { Database, Statement } from './database.ts';

const select: Statement = {
  name: 'select_workload',
  text: `
    SELECT count(*)::integer AS due_deliveries, min(d.due_at) AS oldest_due_delivery,
      ((SELECT count(*) FROM runs WHERE ready)
        + (SELECT count(*) FROM runs WHERE NOT ready AND lease_until IS NULL AND due_at <= $1)
        + (SELECT count(*) FROM runs WHERE NOT ready AND lease_until IS NOT NULL))::integer AS due_runs
    FROM deliveries d JOIN organizations o ON o.id = d.organization_id
    WHERE d.state = 'pending' AND d.attempts < d.attempts_allowed AND d.due_at <= $1 AND o.webhook_url IS NOT NULL`,
};

/** What waits to be done. */
export function postgresWorkload(database: Database): Pick<Store, 'readWorkload'> {
  return {
    async readWorkload(now) {
      const [row] = await database.query<Workload>(select, [now.toISOString()]);
      if (!row) throw new Error('An aggregate always has a row.');
      return row;
    },
  };
}
