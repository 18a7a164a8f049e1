import type { Sealing } from '../sealing.ts';
import { sealingUnavailable } from '../sealing-unavailable.ts';
import { sealCreation } from '../seal-store.ts';
import type { Organizations } from '../store.ts';
import { openBeside } from './file/open-beside.ts';
import { requireKey } from './file/open-database.ts';
import { sqliteOrganizations } from './organizations.ts';

/**
 * Opens only the organizations and API keys of the store in `folder`, also while a server runs on it; see openBeside. Without
 * `sealing` no organization can be created.
 * Throws a StoreError if there is no database, or if it is at another migration or sealed with another key.
 */
export function openSqliteOrganizations(
  folder: string,
  { sealing }: { sealing?: Sealing | undefined } = {},
): Organizations & AsyncDisposable {
  const db = openBeside(folder, (opened, file) => {
    if (sealing) requireKey(opened, file, sealing);
  });
  const organizations = sqliteOrganizations(db);
  return {
    ...organizations,
    createOrganization: sealCreation(organizations, sealing ?? sealingUnavailable),
    [Symbol.asyncDispose]: async () => db.close(),
  };
}
