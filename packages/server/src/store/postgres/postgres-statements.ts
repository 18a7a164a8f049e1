import { limits } from '@booking-service/contract';
import { accessTokens } from '../access/access-tokens.ts';
import { apiKeys } from '@booking-service/kernel/store/access/api-keys';
import { auditLog } from '../access/audit-log.ts';
import { dashboardSessions } from '../access/dashboard-sessions.ts';
import { postgresCallers } from '@booking-service/kernel/store/access/postgres-callers';
import { callAudited } from '../admin-store.ts';
import { bookingFiles } from '../booking-files.ts';
import { personalData } from '../bookings/personal-data.ts';
import { postgresBookings } from '../bookings/postgres-bookings.ts';
import { deliveryCounts } from '@booking-service/kernel/store/deliveries/delivery-counts';
import { postgresDeliveries } from '@booking-service/kernel/store/deliveries/postgres-deliveries';
import { postgresDeliveryQueues } from '@booking-service/kernel/store/deliveries/postgres-delivery-queues';
import { postgresBookingLists } from '../lists/postgres-booking-lists.ts';
import { postgresDeliveryLists } from '../lists/postgres-delivery-lists.ts';
import { newestMigrationOf } from '@booking-service/kernel/store/migration-files';
import { organizations } from '@booking-service/kernel/store/organizations/organizations';
import { signingSecrets } from '@booking-service/kernel/store/organizations/signing-secrets';
import { postgresRuns } from '../runs/postgres-runs.ts';
import { runStates } from '../runs/run-states.ts';
import { postgresSessionCreations } from '../sessions/postgres-session-creations.ts';
import { sessions } from '../sessions/sessions.ts';
import { joinParts } from '@booking-service/kernel/store/shared-statement';
import type { EngineStore } from '../store.ts';
import { postgresHistoryRemoval } from '@booking-service/kernel/store/history/postgres-history';
import { postgresUpkeep } from '../upkeep/postgres-upkeep.ts';
import { prepareSharedOn, type Database } from '@booking-service/kernel/store/postgres/database';
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
    apiKeys(prepare),
    auditLog(prepare),
    dashboardSessions(prepare),
    deliveryCounts(prepare),
    organizations(prepare),
    personalData(prepare),
    runStates(prepare),
    sessions(prepare),
    signingSecrets(prepare),
  );
  return {
    ...reads,
    ...writes,
    ...postgresCallers(database, limits),
    ...postgresBookings(database, notices),
    ...postgresRuns(database),
    ...postgresSessionCreations(database),
    ...postgresDeliveries(database),
    ...postgresDeliveryQueues(database),
    ...postgresDeliveryLists(database),
    ...postgresBookingLists(database),
    ...postgresHistoryRemoval(database),
    ...postgresUpkeep(database, program),
    runAudited: (call) =>
      database.transaction((inside) => callAudited(postgresStatements(inside, notices, program), call)),
  };
}
