import { limits } from '@booking-service/contract';
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
import { postgresBookings } from '../bookings/postgres-bookings.ts';
import { postgresBookingLists } from '../lists/postgres-booking-lists.ts';
import { postgresDeliveryLists } from '../lists/postgres-delivery-lists.ts';
import { joinParts, newestMigrationOf, notFromIndex } from '@booking-service/kernel/store';
import { type Database, postgresKernel, prepareSharedOn } from '@booking-service/kernel/store/postgres';
import { postgresPlaces } from '../cells/places.ts';
import { postgresRequests } from '../requests/postgres-requests.ts';
import { requestLog } from '../requests/requests.ts';
import { postgresRuns } from '../runs/postgres-runs.ts';
import { runStates } from '../runs/run-states.ts';
import { postgresSessionCreations } from '../sessions/postgres-session-creations.ts';
import { sessions } from '../sessions/sessions.ts';
import type { EngineStore } from '../store.ts';
import { postgresUpkeep } from '../upkeep/postgres-upkeep.ts';
import type { RunNotices } from './connection/run-notices.ts';

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
