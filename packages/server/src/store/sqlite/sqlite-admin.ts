import { join } from 'node:path';
import type { AdminStore } from '../admin-store.ts';
import type { Sealing } from '../sealing.ts';
import { sealingUnavailable } from '../sealing-unavailable.ts';
import { sealAdminStore, type EngineAdminStore } from '../seal-store.ts';
import { openBeside } from './file/open-beside.ts';
import { requireKey } from './file/open-database.ts';
import { readRateWindow, toUsage } from '../access/sqlite-rate-windows.ts';
import { sqliteStatements } from './sqlite-statements.ts';

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
  const statements = sqliteStatements(db);
  const engine: EngineAdminStore = {
    ...statements,
    readUsage: async (of) =>
      toUsage(
        await statements.findListedOrganization(of.organization_id),
        readRateWindow(join(folder, 'rate-windows.db'), of),
      ),
  };
  const store = sealAdminStore(engine, sealing ?? sealingUnavailable);
  return { ...store, [Symbol.asyncDispose]: async () => db.close() };
}
