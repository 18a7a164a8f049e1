import type { History } from '../history.ts';
import { openBeside } from './file/open-beside.ts';
import { sqliteHistoryRemoval } from './remove-history.ts';

/**
 * Opens the store in `folder` for the removal of old events, also while a server runs on it. Throws a StoreError if there is no
 * database, or if it is at another migration.
 */
export function openSqliteHistory(folder: string): History & AsyncDisposable {
  const db = openBeside(folder);
  return { ...sqliteHistoryRemoval(db), [Symbol.asyncDispose]: async () => db.close() };
}
