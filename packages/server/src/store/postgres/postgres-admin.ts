import type { AdminStore } from '../admin-store.ts';
import type { Sealing } from '../sealing.ts';
import { sealingUnavailable } from '../sealing-unavailable.ts';
import { sealAdminStore } from '../seal-store.ts';
import { openPool } from './connection/database.ts';
import { requireKey, requireNewest } from './connection/migrate-database.ts';
import { withClient } from './connection/with-client.ts';
import { postgresStatements } from './postgres-statements.ts';

/**
 * Opens the part for administration of the database at `url`, and migrates nothing. Without `sealing` no signing secret can be written
 * or read.
 * Throws a StoreError if the database cannot be used, is at another migration, or is sealed with another key.
 */
export async function openPostgresAdmin(
  url: string,
  { sealing }: { sealing?: Sealing | undefined } = {},
): Promise<AdminStore & AsyncDisposable> {
  await withClient(url, async (client, name) => {
    await requireNewest(client, name);
    if (sealing) await requireKey(client, { sealing, name });
  });
  const database = openPool(url, { connections: 1 });
  // Runs that an operation stores or makes due wait for the next poll of the instances, two seconds at most.
  const statements = postgresStatements(database, { notify: () => undefined });
  const store = sealAdminStore(statements, sealing ?? sealingUnavailable);
  return { ...store, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
}
