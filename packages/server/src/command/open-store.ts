import type { Sealing } from '../store/sealing.ts';
import type { Settings } from './settings/settings.ts';
import { nameOfDatabase } from '../store/postgres/connection/database-url.ts';
import { openPostgresOrganizations } from '../store/postgres/postgres-organizations.ts';
import { migratePostgresStore, openPostgresStore } from '../store/postgres/postgres-store.ts';
import { openSqliteOrganizations } from '../store/sqlite/sqlite-organizations.ts';
import { migrateSqliteStore, openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import type { StoreError } from '../store/store-error.ts';
import type { Organizations, Store } from '../store/store.ts';

/** Where the data is: in the PostgreSQL database if one is set, else in the data folder. */
export type StoreLocation = Pick<Settings, 'data' | 'database'>;

/** Returns the folder or the database, without a password. */
export function describeLocation({ data, database }: StoreLocation): string {
  return database === undefined ? data : nameOfDatabase(database);
}

/** Opens the whole store. Throws a StoreError unless it is at the newest migration. */
export async function openStore(
  { data, database }: StoreLocation,
  { sealing, onLost }: { sealing: Sealing; onLost: (error: StoreError) => void },
): Promise<Store> {
  const options = { sealing, migrate: 'never' } as const;
  return database === undefined ? openSqliteStore(data, { ...options, onLost }) : openPostgresStore(database, options);
}

/** Opens the organizations and their keys. Servers may use the same store at the same time. */
export async function openOrganizations(
  { data, database }: StoreLocation,
  sealing?: Sealing,
): Promise<Organizations & AsyncDisposable> {
  return database === undefined
    ? openSqliteOrganizations(data, { sealing })
    : openPostgresOrganizations(database, { sealing });
}

/** Creates the store, or brings it to the newest migration. */
export async function migrateStore(
  { data, database }: StoreLocation,
  sealing: Sealing,
): Promise<{ from: number; to: number }> {
  return database === undefined ? migrateSqliteStore(data, { sealing }) : migratePostgresStore(database, { sealing });
}
