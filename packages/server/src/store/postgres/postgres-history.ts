import type { History } from '../history.ts';
import { openPool } from './connection/database.ts';
import { requireNewest } from './connection/migrate-database.ts';
import { withClient } from './connection/with-client.ts';
import { postgresHistoryRemoval } from './remove-history.ts';

/**
 * Opens the database at `url` for the removal of old events, and migrates nothing. Throws a StoreError if the database cannot
 * be used or is at another migration.
 */
export async function openPostgresHistory(url: string): Promise<History & AsyncDisposable> {
  await withClient(url, requireNewest);
  const database = openPool(url, { connections: 1 });
  return { ...postgresHistoryRemoval(database), [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
}
