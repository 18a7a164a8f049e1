/** The engine of the store on PostgreSQL: the kernel's methods, joined with those of bookings. */
import {
  type Database,
  digestOfProgram,
  jsonArgument,
  migratePostgres,
  openPostgresEngine,
  type PooledDatabase,
  postgresKernel,
  prepareSharedOn,
  selectMigration,
  type Statement,
} from '@booking-service/kernel/store/postgres';
import { limits } from '@booking-service/contract';
import {
  joinParts,
  type Migrated,
  newestMigrationOf,
  notFromIndex,
  type PostgresMigrateOptions,
  type PostgresStoreOptions,
} from '@booking-service/kernel/store';
import { bookingFiles } from '../booking-files.ts';
import { type RunAges, runStates, selectRunAges } from '../runs/port.ts';
import {
  callAudited,
  maxCounted,
  type Measured,
  type NextDue,
  type UpkeepReads,
  type Workload,
} from '../admin-store.ts';
import { requestColumns, requestLog, type RequestLogWrites, valuesToInsert } from '../requests/requests.ts';
import { type SessionReads, sessions, type SessionWrites } from '../sessions/sessions.ts';
import { accessTokens } from '../access/access-tokens.ts';
import { auditLog } from '../access/audit-log.ts';
import { bookingReads, claimByArrays } from '../reads/booking-reads.ts';
import { dashboardSessions } from '../access/dashboard-sessions.ts';
import { deliveryIncidents } from '../lists/delivery-lists.ts';
import { members } from '../access/members.ts';
import { bookingCalls } from '../runs/booking-calls.ts';
import { objectSearch } from '../lists/search-objects.ts';
import { personalData } from '../bookings/personal-data.ts';
import { postgresBookings } from '../bookings/postgres.ts';
import { postgresBookingLists } from '../lists/postgres-booking-lists.ts';
import { postgresDeliveryLists } from '../lists/postgres-delivery-lists.ts';
import { postgresPlaces } from '../cells/places.ts';
import { createRunNotices, postgresRuns, type RunNotices } from '../runs/postgres.ts';
import type { EngineStore } from '../store.ts';

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

/** In the order of an index, so that no plan reads the whole table for one row of it. */
export const selectNextDue: Statement = {
  name: 'select_next_due',
  text: `
    SELECT
      (SELECT min(due_at) FROM (
        SELECT min(due_at) AS due_at FROM runs WHERE NOT ready AND lease_until IS NULL
        UNION ALL SELECT * FROM (SELECT due_at FROM runs WHERE ready ORDER BY provider LIMIT 1) AS ready
        UNION ALL SELECT * FROM (
          SELECT due_at FROM runs WHERE NOT ready AND lease_until IS NOT NULL ORDER BY lease_until LIMIT 1) AS leased
      ) AS next) AS runs,
      (SELECT min(expires_at) FROM bookings WHERE status = 'requires_action') AS expiries`,
};
const migration: Statement = { name: 'select_migration', text: selectMigration };

/** The due work, the next due time of each kind of work, and the migration of the database and of the program. */
export function postgresUpkeep(database: Database, program: number): UpkeepReads {
  return {
    async readMigration() {
      const [row] = await database.query<{ version: number; serves: string[] }>(migration);
      if (!row) throw new Error('A query of subqueries returned no row.');
      return { database: row.version, program, serves: row.serves.includes(digestOfProgram(bookingFiles)) };
    },
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
    async findNextDue() {
      const [row] = await database.query<NextDue>(selectNextDue, []);
      if (!row) throw new Error('A query of subqueries returned no row.');
      return row;
    },
  };
}

/** Sizes of files: no table is read. */
const selectSize: Statement = {
  name: 'select_database_size',
  text: `
    SELECT pg_database_size(current_database())::float8 AS database_bytes,
      has_function_privilege('pg_ls_waldir()', 'EXECUTE') AS may_read_wal`,
};
const selectWal: Statement = {
  name: 'select_wal_size',
  text: 'SELECT coalesce(sum(size), 0)::float8 AS wal_bytes FROM pg_ls_waldir()',
};

/** The sizes of the database and of its log, and the connections of its pool. */
export function postgresResources(database: PooledDatabase): Measured {
  return {
    async readResources() {
      const connections = database.readConnections();
      const [size] = await database.query<{ database_bytes: number; may_read_wal: boolean }>(selectSize);
      if (!size) throw new Error('A query without a table returned no row.');
      const [wal] = size.may_read_wal ? await database.query<{ wal_bytes: number }>(selectWal) : [];
      return {
        engine: 'postgres',
        database_bytes: size.database_bytes,
        wal_bytes: wal?.wal_bytes ?? null,
        disk_free_bytes: null,
        connections,
        last_backup: null,
      };
    },
  };
}

const insertRequests: Statement = {
  name: 'record_requests',
  text: `
    INSERT INTO requests (${requestColumns.join(', ')})
    SELECT ${valuesToInsert((column) => column)} FROM json_populate_recordset(NULL::requests, $1)`,
};

/** Inserts the rows of many requests with one statement. */
export function postgresRequests(database: Database): Pick<RequestLogWrites, 'recordRequests'> {
  return {
    async recordRequests(requests) {
      await database.query(insertRequests, [jsonArgument(requests)]);
    },
  };
}

const select: Statement = {
  name: 'select_session_creations',
  text: 'SELECT recent FROM session_creations WHERE organization_id = $1 AND destination = $2',
};
const change: Statement = {
  name: 'change_session_creations',
  text: 'SELECT change_session_creations($1, $2) AS changed',
};

/** The times at which sessions were created for a destination, which is a digest. */
export function postgresSessionCreations(
  database: Database,
): Pick<SessionReads, 'findSessionCreations'> & Pick<SessionWrites, 'changeSessionCreations'> {
  return {
    async findSessionCreations({ organization_id, destination }) {
      const [row] = await database.query<{ recent: string[] }>(select, [organization_id, destination]);
      return row?.recent ?? [];
    },
    async changeSessionCreations({ organization_id, destination, before, after, forget_before }) {
      const creations = { destination, before, after, latest: after.at(-1) ?? '', forget_before };
      const values = [organization_id, jsonArgument(creations)];
      const [row] = await database.query<{ changed: boolean }>(change, values);
      return row?.changed ?? false;
    },
  };
}

export type PostgresStatements = Omit<
  EngineStore,
  'checkWrite' | 'readResources' | 'watchRuns' | typeof Symbol.asyncDispose
>;

/** Returns every method that runs SQL of the engine. `program` is the newest migration of this program. */
export function postgresStatements(
  database: Database,
  notices: Pick<RunNotices, 'notify'>,
  program: number = newestMigrationOf('postgres', bookingFiles),
): PostgresStatements {
  const prepare = prepareSharedOn(database);
  const { reads, writes } = joinParts(
    accessTokens(prepare),
    auditLog(prepare),
    bookingCalls(prepare),
    bookingReads(prepare, claimByArrays),
    dashboardSessions(prepare),
    deliveryIncidents(prepare),
    members(prepare),
    objectSearch(prepare),
    personalData(prepare, notFromIndex),
    requestLog(prepare),
    runStates(prepare),
    sessions(prepare),
  );
  return {
    ...postgresKernel(database, limits),
    ...reads,
    ...writes,
    ...postgresBookings(database, notices),
    ...postgresRequests(database),
    ...postgresRuns(database),
    ...postgresSessionCreations(database),
    ...postgresDeliveryLists(database),
    ...postgresBookingLists(database),
    ...postgresPlaces(database),
    ...postgresUpkeep(database, program),
    runAudited: (call) =>
      database.transaction((inside) => callAudited(postgresStatements(inside, notices, program), call)),
  };
}

/** Opens the store without its sealing. See openPostgresStore. */
export async function openBookingEngine(url: string, options: PostgresStoreOptions): Promise<EngineStore> {
  const { database, writeChecks } = await openPostgresEngine(url, { ...options, ...bookingFiles });
  const notices = createRunNotices(url, database);

  return {
    ...postgresStatements(database, notices),
    ...writeChecks,
    ...postgresResources(database),
    watchRuns: (wake) => notices.watch(wake),
    async [Symbol.asyncDispose]() {
      await notices[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** Migrates the database. See migratePostgresStore. */
export async function migrateBookingEngine(url: string, options: PostgresMigrateOptions): Promise<Migrated> {
  return migratePostgres(url, { ...options, ...bookingFiles });
}
