import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Sealing } from '../sealing.ts';
import { sealingUnavailable } from '../sealing-unavailable.ts';
import { sealCreation } from '../seal-store.ts';
import type { Organizations } from '../store.ts';
import { boundLog } from './file/bound-log.ts';
import { requireKey, requireNewest, requireWritable } from './file/open-database.ts';
import { sqliteOrganizations } from './organizations.ts';
import { openFile, StoreError } from './file/store-error.ts';

/**
 * Opens only the organizations and API keys of the store in `folder`, also while a server runs on it: this takes no lock, ends
 * no lease and migrates nothing. Without `sealing` no organization can be created.
 * Throws a StoreError if there is no database, or if it is at another migration or sealed with another key.
 */
export function openSqliteOrganizations(
  folder: string,
  { sealing }: { sealing?: Sealing | undefined } = {},
): Organizations & AsyncDisposable {
  const file = join(folder, 'booking-service.db');
  if (!existsSync(file)) {
    throw new StoreError(`There is no database in ${folder}. Make one first: booking-service migrate --data ${folder}`);
  }
  return openFile(file, () => {
    const db = new DatabaseSync(file, { enableForeignKeyConstraints: true });
    try {
      db.exec('PRAGMA busy_timeout = 5000');
      requireNewest(db, file);
      if (sealing) requireKey(db, file, sealing);
      requireWritable(db);
      db.exec('PRAGMA synchronous = FULL');
      boundLog(db);
      const organizations = sqliteOrganizations(db);
      return {
        ...organizations,
        createOrganization: sealCreation(organizations, sealing ?? sealingUnavailable),
        [Symbol.asyncDispose]: async () => db.close(),
      };
    } catch (error) {
      db.close();
      throw error;
    }
  });
}
