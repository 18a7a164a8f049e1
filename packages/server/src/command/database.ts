import type { Sealing } from '../store/sealing.ts';
import type { Settings } from './settings/settings.ts';
import { nameOfDatabase } from '../store/postgres/connection/database-url.ts';
import { openPostgresOrganizations } from '../store/postgres/postgres-organizations.ts';
import { migratePostgresStore, openPostgresStore } from '../store/postgres/postgres-store.ts';
import { openSqliteOrganizations } from '../store/sqlite/sqlite-organizations.ts';
import { migrateSqliteStore, openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import type { StoreError } from '../store/store-error.ts';
import type { Organizations, Store } from '../store/store.ts';

/** Where a command finds what is kept: a PostgreSQL database where one is named, else the data folder. */
export type Place = Pick<Settings, 'data' | 'database'>;

/** The place in words, without a secret. */
export function nameOfPlace({ data, database }: Place): string {
  return database === undefined ? data : nameOfDatabase(database);
}

/** Opens all of it, at the newest migration. */
export async function openStore(
  { data, database }: Place,
  { sealing, onLost }: { sealing: Sealing; onLost: (error: StoreError) => void },
): Promise<Store> {
  const options = { sealing, migrate: 'never' } as const;
  return database === undefined ? openSqliteStore(data, { ...options, onLost }) : openPostgresStore(database, options);
}

/** Opens the organizations and their keys, beside the servers that work on it. */
export async function openOrganizations(
  { data, database }: Place,
  sealing?: Sealing,
): Promise<Organizations & AsyncDisposable> {
  return database === undefined
    ? openSqliteOrganizations(data, { sealing })
    : openPostgresOrganizations(database, { sealing });
}

/** Makes it, or brings it to the newest migration. */
export async function migrateStore({ data, database }: Place, sealing: Sealing): Promise<{ from: number; to: number }> {
  return database === undefined ? migrateSqliteStore(data, { sealing }) : migratePostgresStore(database, { sealing });
}
