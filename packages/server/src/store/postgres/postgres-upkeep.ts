import { dashboardSessions } from '../access/dashboard-sessions.ts';
import type { Upkeep } from '../upkeep/history.ts';
import { openPool } from './connection/database.ts';
import { requireNewest } from './connection/migrate-database.ts';
import { withClient } from './connection/with-client.ts';
import { prepareSharedOn } from './prepare-shared.ts';
import { postgresHistoryRemoval } from '../upkeep/postgres-history.ts';

/**
 * Opens the database at `url` to remove what is over, and migrates nothing. Throws a StoreError if the database cannot be used
 * or is at another migration.
 */
export async function openPostgresUpkeep(url: string): Promise<Upkeep & AsyncDisposable> {
  await withClient(url, requireNewest);
  const database = openPool(url, { connections: 1 });
  const sessions = dashboardSessions(prepareSharedOn(database));
  return {
    ...postgresHistoryRemoval(database),
    removeDashboardSessions: (removal) => sessions.removeDashboardSessions(removal),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}
