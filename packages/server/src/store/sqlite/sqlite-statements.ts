import type { DatabaseSync } from 'node:sqlite';
import { accessTokens } from '../access/access-tokens.ts';
import { apiKeys } from '../access/api-keys.ts';
import { auditLog } from '../access/audit-log.ts';
import { dashboardSessions } from '../access/dashboard-sessions.ts';
import { runStates } from '../runs/run-states.ts';
import { personalData } from '../bookings/personal-data.ts';
import { settings } from '../organizations/settings.ts';
import { signingSecrets } from '../organizations/signing-secrets.ts';
import { deliveryCounts } from '../deliveries/delivery-counts.ts';
import { testAllowances } from '../bookings/test-allowance.ts';
import { sqliteAudited } from './audited.ts';
import { sqliteBookings } from '../bookings/sqlite-bookings.ts';
import { sqliteDeliveries } from '../deliveries/sqlite-deliveries.ts';
import { sqliteDeliveryQueues } from '../deliveries/sqlite-delivery-queues.ts';
import { sqliteTestEvents } from '../bookings/sqlite-events.ts';
import { sqliteBookingLists } from '../lists/sqlite-booking-lists.ts';
import { sqliteDeliveryLists } from '../lists/sqlite-delivery-lists.ts';
import type { SqliteStatements } from './writer/method-sides.ts';
import { sqliteNextDue } from '../upkeep/sqlite-next-due.ts';
import { sqliteOrganizations } from '../organizations/sqlite-organizations.ts';
import { sqliteHistoryRemoval } from '../upkeep/sqlite-history.ts';
import { sqliteRuns } from '../runs/sqlite-runs.ts';
import { sqliteSessionCreations } from '../sessions/sqlite-session-creations.ts';
import { sqliteSessions } from '../sessions/sqlite-sessions.ts';
import { prepareSharedOn } from './statement.ts';
import { sqliteWorkload } from '../upkeep/sqlite-workload.ts';
import { sqliteMigration } from './file/migrations.ts';
import { sqliteWriteCheck } from './file/write-check.ts';

/** Prepares every statement of the engine on this connection. */
export function sqliteStatements(db: DatabaseSync): SqliteStatements {
  const prepareShared = prepareSharedOn(db);
  const statements = {
    ...sqliteOrganizations(db),
    ...settings(prepareShared),
    ...testAllowances(prepareShared),
    ...deliveryCounts(prepareShared),
    ...personalData(prepareShared),
    ...signingSecrets(prepareShared),
    ...apiKeys(prepareShared),
    ...sqliteTestEvents(db),
    ...accessTokens(prepareShared),
    ...dashboardSessions(prepareShared),
    ...auditLog(prepareShared),
    ...runStates(prepareShared),
    ...sqliteBookings(db),
    ...sqliteRuns(db),
    ...sqliteSessions(db),
    ...sqliteSessionCreations(db),
    ...sqliteDeliveries(db),
    ...sqliteDeliveryQueues(db),
    ...sqliteDeliveryLists(db),
    ...sqliteBookingLists(db),
    ...sqliteHistoryRemoval(db),
    ...sqliteWorkload(db),
    ...sqliteMigration(db),
    ...sqliteWriteCheck(db),
    ...sqliteNextDue(db),
  };
  return { ...statements, ...sqliteAudited(db, statements) };
}
