import type { DatabaseSync } from 'node:sqlite';
import { accessTokens } from '../admin/access-tokens.ts';
import { apiKeys } from '../admin/api-keys.ts';
import { auditLog } from '../admin/audit-log.ts';
import { dashboardSessions } from '../admin/dashboard-sessions.ts';
import { runStates } from '../run-states.ts';
import { personalData } from '../personal-data.ts';
import { settings } from '../admin/settings.ts';
import { signingSecrets } from '../admin/signing-secrets.ts';
import { deliveryCounts } from '../delivery-counts.ts';
import { testAllowances } from '../test-allowance.ts';
import { sqliteAudited } from './audited.ts';
import { sqliteBookings } from './bookings.ts';
import { sqliteDeliveries } from './deliveries.ts';
import { sqliteDeliveryQueues } from './delivery-queues.ts';
import { sqliteTestEvents } from './events.ts';
import { sqliteBookingLists } from './lists/booking-lists.ts';
import { sqliteDeliveryLists } from './lists/delivery-lists.ts';
import type { SqliteStatements } from './writer/method-sides.ts';
import { sqliteNextDue } from './next-due.ts';
import { sqliteOrganizations } from './organizations.ts';
import { sqliteHistoryRemoval } from './remove-history.ts';
import { sqliteRuns } from './runs.ts';
import { sqliteSessionCreations } from './session-creations.ts';
import { sqliteSessions } from './sessions.ts';
import { prepareSharedOn } from './statement.ts';
import { sqliteWorkload } from './workload.ts';
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
