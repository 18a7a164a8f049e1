import { accessTokens } from '../access/access-tokens.ts';
import { callAudited } from '../admin-store.ts';
import { apiKeys } from '../access/api-keys.ts';
import { auditLog } from '../access/audit-log.ts';
import { dashboardSessions } from '../access/dashboard-sessions.ts';
import { runStates } from '../runs/run-states.ts';
import { personalData } from '../bookings/personal-data.ts';
import { settings } from '../organizations/settings.ts';
import { signingSecrets } from '../organizations/signing-secrets.ts';
import { deliveryCounts } from '../deliveries/delivery-counts.ts';
import { testAllowances } from '../bookings/test-allowance.ts';
import { newestMigrationOf } from '../migration-files.ts';
import type { EngineStore } from '../seal-store.ts';
import { postgresBookings } from '../bookings/postgres-bookings.ts';
import { postgresCallers } from '../access/postgres-callers.ts';
import type { Database, Statement } from './connection/database.ts';
import type { RunNotices } from './connection/run-notices.ts';
import { postgresCreateBooking } from '../bookings/postgres-create-booking.ts';
import { postgresDeliveries } from '../deliveries/postgres-deliveries.ts';
import { postgresDeliveryQueues } from '../deliveries/postgres-delivery-queues.ts';
import { postgresBookingLists } from '../lists/postgres-booking-lists.ts';
import { postgresDeliveryLists } from '../lists/postgres-delivery-lists.ts';
import { postgresNextDue } from '../upkeep/postgres-next-due.ts';
import { postgresOrganizations } from '../organizations/postgres-organizations.ts';
import { prepareSharedOn } from './prepare-shared.ts';
import { postgresHistoryRemoval } from '../upkeep/postgres-history.ts';
import { postgresRuns } from '../runs/postgres-runs.ts';
import { postgresSessionCreations } from '../sessions/postgres-session-creations.ts';
import { postgresSessions } from '../sessions/postgres-sessions.ts';
import { postgresWorkload } from '../upkeep/postgres-workload.ts';

export type PostgresStatements = Omit<
  EngineStore,
  'checkWrite' | 'readResources' | 'watchRuns' | typeof Symbol.asyncDispose
>;

const selectMigration: Statement = { name: 'select_migration', text: 'SELECT max(number) AS database FROM migrations' };

/** Returns every method that runs SQL of the engine. `program` is the newest migration of this program. */
export function postgresStatements(
  database: Database,
  notices: Pick<RunNotices, 'notify'>,
  program: number = newestMigrationOf('postgres'),
): PostgresStatements {
  const prepareShared = prepareSharedOn(database);
  return {
    ...postgresOrganizations(database),
    ...settings(prepareShared),
    ...testAllowances(prepareShared),
    ...deliveryCounts(prepareShared),
    ...personalData(prepareShared),
    ...signingSecrets(prepareShared),
    ...apiKeys(prepareShared),
    ...accessTokens(prepareShared),
    ...dashboardSessions(prepareShared),
    ...auditLog(prepareShared),
    ...runStates(prepareShared),
    ...postgresCallers(database),
    ...postgresCreateBooking(database, notices),
    ...postgresBookings(database, notices),
    ...postgresRuns(database),
    ...postgresSessions(database),
    ...postgresSessionCreations(database),
    ...postgresDeliveries(database),
    ...postgresDeliveryLists(database),
    ...postgresBookingLists(database),
    ...postgresDeliveryQueues(database),
    ...postgresHistoryRemoval(database),
    ...postgresWorkload(database),
    ...postgresNextDue(database),
    async readMigration() {
      const [row] = await database.query<{ database: number | null }>(selectMigration);
      return { database: row?.database ?? 0, program };
    },
    runAudited: (call) =>
      database.transaction((inside) => callAudited(postgresStatements(inside, notices, program), call)),
  };
}
