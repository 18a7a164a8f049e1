import type { NextDue } from './due-work.ts';
import type { Store } from '../store.ts';
import type { Database, Statement } from '../postgres/connection/database.ts';

export const selectNextDue: Statement = {
  name: 'select_next_due',
  text: `
    SELECT
      (SELECT min(due_at) FROM (
        SELECT min(due_at) AS due_at FROM runs WHERE NOT ready AND lease_until IS NULL
        UNION ALL SELECT * FROM (SELECT due_at FROM runs WHERE ready LIMIT 1) AS ready
        UNION ALL SELECT * FROM (SELECT due_at FROM runs WHERE NOT ready AND lease_until IS NOT NULL LIMIT 1) AS leased
      ) AS next) AS runs,
      (SELECT min(next_turn_at) FROM delivery_queues WHERE slow = FALSE AND next_turn_at IS NOT NULL) AS deliveries,
      (SELECT min(next_turn_at) FROM delivery_queues WHERE slow = TRUE AND next_turn_at IS NOT NULL) AS slow_deliveries,
      (SELECT min(expires_at) FROM bookings WHERE status = 'requires_action') AS expiries`,
};

/** The next due time of each kind of work. */
export function postgresNextDue(database: Database): Pick<Store, 'findNextDue'> {
  return {
    async findNextDue() {
      const [row] = await database.query<NextDue>(selectNextDue, []);
      if (!row) throw new Error('A query of subqueries returned no row.');
      return row;
    },
  };
}
