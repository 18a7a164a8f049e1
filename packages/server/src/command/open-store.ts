import type { Sealing } from '@booking-service/kernel/store/sealing';
import type { Settings } from './settings/settings.ts';
import { nameOfDatabase } from '@booking-service/kernel/store/postgres/database-url';
import type { Migrated } from '@booking-service/kernel/store/migration-files';
import type { StoreError } from '@booking-service/kernel/store/store-errors';
import type { Upkeep } from '../store/upkeep/upkeep.ts';
import type { AdminStore, Store } from '../store/store.ts';

// A process loads only the engine that it opens.
const loadSqlite = () => import('../store/sqlite/sqlite-store.ts');
const loadPostgres = () => import('../store/postgres/postgres-store.ts');

/** The location of the data: the PostgreSQL database if one is set, else the data folder. */
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
  if (database === undefined) return (await loadSqlite()).openSqliteStore(data, { ...options, onLost });
  return (await loadPostgres()).openPostgresStore(database, options);
}

/** Opens the part for administration. Servers may use the same store at the same time. */
export async function openAdminStore(
  { data, database }: StoreLocation,
  sealing?: Sealing,
): Promise<AdminStore & AsyncDisposable> {
  if (database === undefined) {
    const { openSqliteAdmin } = await import('../store/sqlite/sqlite-admin.ts');
    return openSqliteAdmin(data, { sealing });
  }
  const { openPostgresAdmin } = await import('../store/postgres/postgres-admin.ts');
  return openPostgresAdmin(database, { sealing });
}

/** Opens the store to remove what is over. Servers may use it at the same time. */
export async function openUpkeep({ data, database }: StoreLocation): Promise<Upkeep & AsyncDisposable> {
  if (database === undefined) {
    const { openSqliteUpkeep } = await import('../store/sqlite/sqlite-admin.ts');
    return openSqliteUpkeep(data);
  }
  const { openPostgresUpkeep } = await import('../store/postgres/postgres-admin.ts');
  return openPostgresUpkeep(database);
}

/** Creates the store, or brings it to the newest migration. */
export async function migrateStore(
  { data, database }: StoreLocation,
  { sealing }: { sealing: Sealing },
): Promise<Migrated> {
  if (database !== undefined) return (await loadPostgres()).migratePostgresStore(database, { sealing });
  return { ...(await loadSqlite()).migrateSqliteStore(data, { sealing }), functions_replaced: false };
}
