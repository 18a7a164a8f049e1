import type { DatabaseSync } from 'node:sqlite';
import type { NextDue, Store } from '../store.ts';
import { prepareOn } from './statement.ts';

/** When work falls due next. */
export function sqliteNextDue(db: DatabaseSync): Pick<Store, 'findNextDue'> {
  const prepare = prepareOn(db);
  const select = prepare.read(`
    SELECT
      (SELECT min(due_at) FROM (
        SELECT min(due_at) AS due_at FROM runs WHERE ready = 0 AND lease_until IS NULL
        UNION ALL SELECT * FROM (SELECT due_at FROM runs WHERE ready = 1 LIMIT 1) AS ready
        UNION ALL SELECT * FROM (SELECT due_at FROM runs WHERE ready = 0 AND lease_until IS NOT NULL LIMIT 1) AS leased
      ) AS next) AS runs,
      (SELECT min(coalesce(d.lease_until, d.due_at)) FROM deliveries d JOIN organizations o ON o.id = d.organization_id
        WHERE d.state = 'pending' AND (d.lease_until IS NOT NULL OR o.webhook_url IS NOT NULL)) AS deliveries,
      (SELECT min(expires_at) FROM bookings WHERE status = 'requires_action') AS expiries`);
  return {
    async findNextDue() {
      // A query of subqueries always has a row, of these columns.
      return { ...select.get() } as unknown as NextDue;
    },
  };
}
