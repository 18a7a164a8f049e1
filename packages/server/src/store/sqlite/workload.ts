import type { DatabaseSync } from 'node:sqlite';
import { delivery as schedule } from '@booking-service/contract';
import type { Store, Workload } from '../store.ts';
import { prepareOn } from './statement.ts';

/** What waits to be done. */
export function sqliteWorkload(db: DatabaseSync): Pick<Store, 'readWorkload'> {
  const prepare = prepareOn(db);
  const select = prepare.read(`
    SELECT count(*) AS due_deliveries, min(d.due_at) AS oldest_due_delivery,
      (SELECT count(*) FROM runs WHERE ready = 1)
        + (SELECT count(*) FROM runs WHERE ready = 0 AND lease_until IS NULL AND due_at <= :now)
        + (SELECT count(*) FROM runs WHERE ready = 0 AND lease_until IS NOT NULL) AS due_runs
    FROM deliveries d JOIN organizations o ON o.id = d.organization_id
    WHERE d.state = 'pending' AND d.attempts < ${schedule.max_attempts} AND d.due_at <= :now
      AND o.webhook_url IS NOT NULL`);
  return {
    async readWorkload(now) {
      // An aggregate always has a row, of these columns.
      return { ...select.get({ now: now.toISOString() }) } as unknown as Workload;
    },
  };
}
