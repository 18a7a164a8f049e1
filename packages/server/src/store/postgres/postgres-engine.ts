/** The engine of the store on PostgreSQL: the kernel's methods, joined with those of bookings. */
import {
  type Database,
  jsonArgument,
  migratePostgres,
  openPostgresEngine,
  postgresKernel,
  prepareSharedOn,
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
import { requestColumns, requestLog, type RequestLogWrites, valuesToInsert } from '../requests/requests.ts';
import { type SessionReads, sessions, type SessionWrites } from '../sessions/sessions.ts';
import { accessTokens } from '../access/access-tokens.ts';
import { auditLog } from '../access/audit-log.ts';
import { bookingReads, claimByArrays } from '../reads/booking-reads.ts';
import { dashboardSessions } from '../access/dashboard-sessions.ts';
import { deliveryIncidents } from '../access/delivery-incidents.ts';
import { members } from '../access/members.ts';
import { callAudited } from '../admin-store.ts';
import { bookingFiles } from '../booking-files.ts';
import { bookingCalls } from '../runs/booking-calls.ts';
import { objectSearch } from '../lists/search-objects.ts';
import { personalData } from '../bookings/personal-data.ts';
import { postgresBookings } from '../bookings/postgres.ts';
import { postgresBookingLists } from '../lists/postgres-booking-lists.ts';
import { postgresDeliveryLists } from '../lists/postgres-delivery-lists.ts';
import { postgresPlaces } from '../cells/places.ts';
import { postgresRuns } from '../runs/postgres.ts';
import { runStates } from '../runs/port.ts';
import type { EngineStore } from '../store.ts';
import { postgresResources, postgresUpkeep } from '../upkeep/postgres-upkeep.ts';
import { createRunNotices, type RunNotices } from './run-notices.ts';

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
