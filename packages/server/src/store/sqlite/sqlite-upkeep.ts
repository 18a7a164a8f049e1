import { dashboardSessions } from '../access/dashboard-sessions.ts';
import type { Upkeep } from '../upkeep/history.ts';
import { openBeside } from './file/open-beside.ts';
import { sqliteHistoryRemoval } from '../upkeep/sqlite-history.ts';
import { prepareSharedOn } from './statement.ts';

/**
 * Opens the store in `folder` to remove what is over, also while a server runs on it. Throws a StoreError if there is no
 * database, or if it is at another migration.
 */
export function openSqliteUpkeep(folder: string): Upkeep & AsyncDisposable {
  const db = openBeside(folder);
  const sessions = dashboardSessions(prepareSharedOn(db));
  return {
    ...sqliteHistoryRemoval(db),
    removeDashboardSessions: (removal) => sessions.removeDashboardSessions(removal),
    [Symbol.asyncDispose]: async () => db.close(),
  };
}
