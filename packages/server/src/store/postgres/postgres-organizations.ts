import type { Sealing } from '../sealing.ts';
import type { Organizations } from '../store.ts';
import { sealingUnavailable } from '../sealing-unavailable.ts';
import { sealCreation } from '../seal-store.ts';
import { openPool } from './connection/database.ts';
import { requireKey, requireNewest } from './connection/migrate-database.ts';
import { postgresOrganizations } from './organizations.ts';
import { withClient } from './connection/with-client.ts';

/**
 * Opens only the organizations and API keys of the database at `url`, and migrates nothing. Without `sealing` no organization
 * can be created.
 * Throws a StoreError if the database cannot be used, is at another migration, or is sealed with another key.
 */
export async function openPostgresOrganizations(
  url: string,
  { sealing }: { sealing?: Sealing | undefined } = {},
): Promise<Organizations & AsyncDisposable> {
  await withClient(url, async (client, name) => {
    await requireNewest(client, name);
    if (sealing) await requireKey(client, { sealing, name });
  });
  const database = openPool(url, { connections: 1 });
  const organizations = postgresOrganizations(database);
  return {
    ...organizations,
    createOrganization: sealCreation(organizations, sealing ?? sealingUnavailable),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}
