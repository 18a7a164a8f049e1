import { join } from 'node:path';
import { dashboardSessions } from '../access/dashboard-sessions.ts';
import { readRateWindow, toUsage } from '../access/sqlite-callers.ts';
import type { AdminStore } from '../admin-store.ts';
import { sealingUnavailable, type Sealing } from '../sealing.ts';
import { sealAdminStore } from '../seal-store.ts';
import type { EngineAdminStore } from '../store.ts';
import { sqliteHistoryRemoval } from '../upkeep/sqlite-history.ts';
import type { Upkeep } from '../upkeep/upkeep.ts';
import { openBeside } from './file/open-beside.ts';
import { requireKey } from './file/open-database.ts';
import { sqliteStatements } from './sqlite-statements.ts';
import { prepareSharedOn } from './statement.ts';

/**
 * Opens the part for administration of the store in `folder`, also while a server runs on it; see openBeside. Without `sealing` no
 * signing secret can be written or read.
 * Throws a StoreError if there is no database, or if it is at another migration or sealed with another key.
 */
export function openSqliteAdmin(
  folder: string,
  { sealing }: { sealing?: Sealing | undefined } = {},
): AdminStore & AsyncDisposable {
  const db = openBeside(folder, (opened, file) => {
    if (sealing) requireKey(opened, file, sealing);
  });
  const { reads, writes } = sqliteStatements(db);
  const engine: EngineAdminStore = {
    ...reads,
    ...writes,
    readUsage: async (of) =>
      toUsage(
        await reads.findListedOrganization(of.organization_id),
        readRateWindow(join(folder, 'rate-windows.db'), of),
      ),
  };
  const store = sealAdminStore(engine, sealing ?? sealingUnavailable);
  return { ...store, [Symbol.asyncDispose]: async () => db.close() };
}

/**
 * Opens the store in `folder` to remove what is over, also while a server runs on it. Throws a StoreError if there is no
 * database, or if it is at another migration.
 */
export function openSqliteUpkeep(folder: string): Upkeep & AsyncDisposable {
  const db = openBeside(folder);
  const { writes } = dashboardSessions(prepareSharedOn(db));
  return {
    ...sqliteHistoryRemoval(db).writes,
    removeDashboardSessions: (removal) => writes.removeDashboardSessions(removal),
    [Symbol.asyncDispose]: async () => db.close(),
  };
}
