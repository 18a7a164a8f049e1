import type { DatabaseSync } from 'node:sqlite';
import type { NextDue } from './due-work.ts';
import type { Store } from '../store.ts';
import { prepareOn } from '../sqlite/statement.ts';

/** The next due time of each kind of work. */
export function sqliteNextDue(db: DatabaseSync): Pick<Store, 'findNextDue'> {
  const prepare = prepareOn(db);
  const select = prepare.read(`
    SELECT
      (SELECT min(due_at) FROM (
        SELECT min(due_at) AS due_at FROM runs WHERE ready = 0 AND lease_until IS NULL
        UNION ALL SELECT * FROM (SELECT due_at FROM runs WHERE ready = 1 LIMIT 1) AS ready
        UNION ALL SELECT * FROM (SELECT due_at FROM runs WHERE ready = 0 AND lease_until IS NOT NULL LIMIT 1) AS leased
      ) AS next) AS runs,
      (SELECT min(next_turn_at) FROM delivery_queues WHERE slow = 0 AND next_turn_at IS NOT NULL) AS deliveries,
      (SELECT min(next_turn_at) FROM delivery_queues WHERE slow = 1 AND next_turn_at IS NOT NULL) AS slow_deliveries,
      (SELECT min(expires_at) FROM bookings WHERE status = 'requires_action') AS expiries`);
  return {
    async findNextDue() {
      // A query of subqueries always returns one row, with these columns.
      return { ...select.get() } as unknown as NextDue;
    },
  };
}
