import type { DatabaseSync } from 'node:sqlite';
import { isDue, joinParts, newestMigrationOf, type Part } from '@booking-service/kernel/store';
import {
  inTransaction,
  sqliteStatements as kernelStatements,
  migrationOf,
  prepareOn,
  prepareSharedOn,
  toPositional,
} from '@booking-service/kernel/store/sqlite';
import {
  requestColumns,
  requestLog,
  type RequestLogWrites,
  sqliteIndex,
  valuesToInsert,
} from '../requests/requests.ts';
import { type SessionReads, sessions, type SessionWrites } from '../sessions/sessions.ts';
import { type RunAges, runStates, selectRunAges } from '../runs/port.ts';
import { bookingFiles } from '../booking-files.ts';
import {
  type AuditedRun,
  callAudited,
  maxCounted,
  type NextDue,
  type UpkeepReads,
  type Workload,
} from '../admin-store.ts';
import { accessTokens } from '../access/access-tokens.ts';
import { auditLog } from '../access/audit-log.ts';
import { bookingReads } from '../reads/booking-reads.ts';
import { dashboardSessions } from '../access/dashboard-sessions.ts';
import { deliveryIncidents } from '../lists/delivery-lists.ts';
import { members } from '../access/members.ts';
import { bookingCalls } from '../runs/booking-calls.ts';
import { objectSearch } from '../lists/search-objects.ts';
import { personalData } from '../bookings/personal-data.ts';
import { type BookingInsert, sqliteBookings } from '../bookings/sqlite.ts';
import { sqliteBookingLists } from '../lists/sqlite-booking-lists.ts';
import { sqliteDeliveryLists } from '../lists/sqlite-delivery-lists.ts';
import { sqliteRuns } from '../runs/sqlite.ts';
import type { StoreReads, StoreWrites } from '../store.ts';

/** Inserts the rows of many requests in one transaction. */
function sqliteRequests(db: DatabaseSync): Part<object, Pick<RequestLogWrites, 'recordRequests'>> {
  const values = valuesToInsert((_column, index) => `$${index + 1}`);
  const { text, arrange } = toPositional(`INSERT INTO requests (${requestColumns.join(', ')}) VALUES (${values})`);
  const insert = prepareOn(db).write(text);
  return {
    reads: {},
    writes: {
      async recordRequests(requests) {
        inTransaction(db, () => {
          for (const request of requests) insert.run(...arrange(requestColumns.map((column) => request[column])));
        });
      },
    },
  };
}

/** The times at which sessions were created for a destination, which is a digest. */
function sqliteSessionCreations(
  db: DatabaseSync,
): Part<Pick<SessionReads, 'findSessionCreations'>, Pick<SessionWrites, 'changeSessionCreations'>> {
  const prepare = prepareOn(db);
  const select = prepare.read('SELECT recent FROM session_creations WHERE organization_id = ? AND destination = ?');
  const upsert = prepare.write(`
    INSERT INTO session_creations (organization_id, destination, recent, latest)
    VALUES (:organization_id, :destination, :after, :latest)
    ON CONFLICT (organization_id, destination) DO UPDATE SET recent = excluded.recent, latest = excluded.latest
    WHERE recent = :before`);
  // The row that is written stays, as on PostgreSQL.
  const forget = prepare.write(`
    DELETE FROM session_creations WHERE organization_id = :organization_id AND destination IN (
      SELECT destination FROM session_creations
      WHERE organization_id = :organization_id AND latest <= :forget_before AND destination <> :destination
      ORDER BY latest LIMIT 10)`);

  return {
    reads: {
      async findSessionCreations({ organization_id, destination }) {
        const row = select.get(organization_id, destination);
        // changeSessionCreations writes it from an array of strings.
        return row ? (JSON.parse(String(row['recent'])) as string[]) : [];
      },
    },
    writes: {
      async changeSessionCreations({ organization_id, destination, before, after, forget_before }) {
        return inTransaction(db, () => {
          const change = { before: JSON.stringify(before), after: JSON.stringify(after), latest: after.at(-1) ?? '' };
          const { changes } = upsert.run({ organization_id, destination, ...change });
          forget.run({ organization_id, destination, forget_before: forget_before.toISOString() });
          return changes > 0;
        });
      },
    },
  };
}

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
function sqliteUpkeep(db: DatabaseSync): Part<UpkeepReads, object> {
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

/** The methods of the write thread: the writes of the port, and those that other methods of this engine are made of. */
export interface SqliteWrites extends StoreWrites, BookingInsert, AuditedRun {}

/** The methods that run SQL: `reads` on the main thread, on a connection that cannot write, and `writes` on the write thread. */
type SqliteStatements = Part<StoreReads, SqliteWrites>;

/** Prepares every statement of the engine on this connection. */
export function sqliteStatements(db: DatabaseSync): SqliteStatements {
  const prepare = prepareSharedOn(db);
  const { reads, writes } = joinParts(
    kernelStatements(db),
    accessTokens(prepare),
    auditLog(prepare),
    bookingCalls(prepare),
    bookingReads(prepare),
    dashboardSessions(prepare),
    deliveryIncidents(prepare),
    members(prepare),
    objectSearch(prepare),
    personalData(prepare),
    requestLog(prepare, sqliteIndex),
    runStates(prepare),
    sessions(prepare),
    sqliteBookingLists(db),
    sqliteBookings(db),
    sqliteDeliveryLists(db),
    sqliteRequests(db),
    sqliteRuns(db),
    sqliteSessionCreations(db),
    sqliteUpkeep(db),
  );
  return { reads, writes: { ...writes, ...sqliteAudited(db, { ...reads, ...writes }) } };
}

/**
 * Calls a method under an audit entry. On the write thread both are part of the transaction of their group (group-commit.ts). Beside a
 * server, the command that opened the connection makes one call at a time.
 */
function sqliteAudited(db: DatabaseSync, statements: Parameters<typeof callAudited>[0]): AuditedRun {
  return {
    async runAudited(call) {
      if (db.isTransaction) return callAudited(statements, call);
      db.exec('BEGIN IMMEDIATE');
      try {
        const result = await callAudited(statements, call);
        db.exec('COMMIT');
        return result;
      } catch (error) {
        // If the disk is full or fails, SQLite has already undone the transaction.
        if (db.isTransaction) db.exec('ROLLBACK');
        throw error;
      }
    },
  };
}
