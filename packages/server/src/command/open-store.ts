import type { Sealing } from '@booking-service/kernel/store/sealing';
import type { Settings } from './settings/effective-settings.ts';
import { nameOfDatabase } from '@booking-service/kernel/store/postgres/database-url';
import type { Migrated } from '@booking-service/kernel/store/migration-files';
import type { StoreError } from '@booking-service/kernel/store/store-errors';
import type { Upkeep } from '../store/upkeep/upkeep.ts';
import type { AdminStore, Store } from '../store/store.ts';

// A process loads only the engine that it opens.
const loadSqlite = () => import('../store/sqlite/sqlite-store.ts');
const loadPostgres = () => import('../store/postgres/postgres-store.ts');
const loadCells = () => import('../store/postgres/postgres-cells.ts');

/** The location of the data: the cells if there are several databases, the PostgreSQL database if one is set, else the data folder. */
export type StoreLocation = Pick<Settings, 'data' | 'database' | 'cells'>;

/** Returns the folder, the database without a password, or the file with the cells. */
export function describeLocation({ data, database, cells }: StoreLocation): string {
  if (cells !== undefined) return `the cells of ${cells.file}`;
  return database === undefined ? data : nameOfDatabase(database);
}

/** Opens the whole store. Throws a StoreError unless it is at the newest migration. */
export async function openStore(
  { data, database, cells }: StoreLocation,
  {
    sealing,
    onLost,
    onUnreachable,
    only,
  }: {
    sealing: Sealing;
    /** See PostgresCellsOptions. */
    only?: string | undefined;
    onLost: (error: StoreError) => void;
    onUnreachable: (cell: { readonly name: string }, error: StoreError) => void;
  },
): Promise<Store> {
  const options = { sealing, migrate: 'never' } as const;
  if (cells !== undefined) {
    const { readCells } = await import('./cells-file.ts');
    return (await loadCells()).openPostgresCells(readCells(cells), { ...options, onUnreachable, only });
  }
  if (database === undefined) return (await loadSqlite()).openSqliteStore(data, { ...options, onLost });
  return (await loadPostgres()).openPostgresStore(database, options);
}

/** Opens the part for administration. Servers may use the same store at the same time. */
export async function openAdminStore(
  { data, database, cells }: StoreLocation,
  sealing?: Sealing,
): Promise<AdminStore & AsyncDisposable> {
  if (cells !== undefined) {
    const { readCells } = await import('./cells-file.ts');
    return (await loadCells()).openPostgresAdminCells(readCells(cells), { sealing });
  }
  if (database === undefined) {
    const { openSqliteAdmin } = await import('../store/sqlite/sqlite-admin.ts');
    return openSqliteAdmin(data, { sealing });
  }
  const { openPostgresAdmin } = await import('../store/postgres/postgres-admin.ts');
  return openPostgresAdmin(database, { sealing });
}

/** Opens the store of one folder or database to remove what is over. Servers may use it at the same time. */
export async function openUpkeep({ data, database }: StoreLocation): Promise<Upkeep & AsyncDisposable> {
  if (database === undefined) {
    const { openSqliteUpkeep } = await import('../store/sqlite/sqlite-admin.ts');
    return openSqliteUpkeep(data);
  }
  const { openPostgresUpkeep } = await import('../store/postgres/postgres-admin.ts');
  return openPostgresUpkeep(database);
}

/** Creates the store of one folder or database, or brings it to the newest migration. */
export async function migrateStore(
  { data, database }: StoreLocation,
  { sealing }: { sealing: Sealing },
): Promise<Migrated> {
  if (database !== undefined) return (await loadPostgres()).migratePostgresStore(database, { sealing });
  return { ...(await loadSqlite()).migrateSqliteStore(data, { sealing }), functions_replaced: false };
}

/**
 * Returns the location of each database, for a command that works on one after the other: each cell, with its name, or the location
 * itself.
 */
export async function listLocations(location: StoreLocation): Promise<(StoreLocation & { readonly cell?: string })[]> {
  if (location.cells === undefined) return [location];
  const { readCells } = await import('./cells-file.ts');
  return readCells(location.cells).map(({ name, url }) => ({
    ...location,
    cell: name,
    database: url,
    cells: undefined,
  }));
}
