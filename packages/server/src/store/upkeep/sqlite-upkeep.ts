import type { DatabaseSync } from 'node:sqlite';
import { isDue, newestMigrationOf, type Part } from '@booking-service/kernel/store';
import { migrationOf, prepareOn } from '@booking-service/kernel/store/sqlite';
import { type RunAges, selectRunAges } from '../runs/port.ts';
import { bookingFiles } from '../booking-files.ts';
import { maxCounted, type NextDue, type UpkeepReads, type Workload } from './upkeep.ts';

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

const nextDue = `
  SELECT
    (SELECT min(due_at) FROM (
      SELECT min(due_at) AS due_at FROM runs WHERE ready = 0 AND lease_until IS NULL
      UNION ALL SELECT * FROM (SELECT due_at FROM runs WHERE ready = 1 LIMIT 1) AS ready
      UNION ALL SELECT * FROM (SELECT due_at FROM runs WHERE ready = 0 AND lease_until IS NOT NULL LIMIT 1) AS leased
    ) AS next) AS runs,
    (SELECT min(expires_at) FROM bookings WHERE status = 'requires_action') AS expiries`;

/** The due work, the next due time of each kind of work, and the migration. */
export function sqliteUpkeep(db: DatabaseSync): Part<UpkeepReads, object> {
  const prepare = prepareOn(db);
  const select = prepare.read(workload);
  const selectAges = prepare.read(runAges);
  const selectNext = prepare.read(nextDue);
  const program = newestMigrationOf('sqlite', bookingFiles);
  return {
    reads: {
      async readMigration() {
        const database = migrationOf(db);
        return { database, program, serves: database === program };
      },
      async readRunAges({ now, stuck_before }) {
        const at = { now: now.toISOString(), stuck_before: stuck_before.toISOString() };
        // An aggregate always returns one row, with these columns.
        return { ...selectAges.get(at) } as unknown as RunAges;
      },
      async readWorkload(now) {
        // An aggregate always returns one row, with these columns.
        return { ...select.get({ now: now.toISOString() }) } as unknown as Workload;
      },
      async findNextDue() {
        // A query of subqueries always returns one row, with these columns.
        return { ...selectNext.get() } as unknown as NextDue;
      },
    },
    writes: {},
  };
}
