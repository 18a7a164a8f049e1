import { accessTokens } from '../admin/access-tokens.ts';
import { callAudited } from '../admin/admin-store.ts';
import { apiKeys } from '../admin/api-keys.ts';
import { auditLog } from '../admin/audit-log.ts';
import { dashboardSessions } from '../admin/dashboard-sessions.ts';
import { runStates } from '../run-states.ts';
import { personalData } from '../personal-data.ts';
import { settings } from '../admin/settings.ts';
import { signingSecrets } from '../admin/signing-secrets.ts';
import { deliveryCounts } from '../delivery-counts.ts';
import { testAllowances } from '../test-allowance.ts';
import { newestMigrationOf } from '../migration-files.ts';
import type { EngineStore } from '../seal-store.ts';
import { postgresBookings } from './bookings.ts';
import { postgresCallers } from './callers.ts';
import type { Database, Statement } from './connection/database.ts';
import type { RunNotices } from './connection/run-notices.ts';
import { postgresCreateBooking } from './create-booking.ts';
import { postgresDeliveries } from './deliveries.ts';
import { postgresDeliveryQueues } from './delivery-queues.ts';
import { postgresBookingLists } from './lists/booking-lists.ts';
import { postgresDeliveryLists } from './lists/delivery-lists.ts';
import { postgresNextDue } from './next-due.ts';
import { postgresOrganizations } from './organizations.ts';
import { prepareSharedOn } from './prepare-shared.ts';
import { postgresHistoryRemoval } from './remove-history.ts';
import { postgresRuns } from './runs.ts';
import { postgresSessionCreations } from './session-creations.ts';
import { postgresSessions } from './sessions.ts';
import { postgresWorkload } from './workload.ts';

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
