import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  createSealing,
  type Migrated,
  nameOfDatabase,
  type Sealing,
  type StoreError,
} from '@booking-service/kernel/store';
import { openSealingFile, readSealingFile } from '@booking-service/kernel/store/sqlite';
import { isInFolder, type Settings } from './settings/effective-settings.ts';
import type { Contest } from '../store/cells/home-watch.ts';
import type { Upkeep } from '../store/admin-store.ts';
import type { AdminStore, Store } from '../store/store.ts';
import { environmentVariable } from './settings/settings.ts';
import { StartError } from './start-error.ts';

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
    onContested,
    only,
  }: {
    sealing: Sealing;
    /** See PostgresCellsOptions. */
    only?: string | undefined;
    onLost: (error: StoreError) => void;
    onUnreachable: (cell: { readonly name: string }, error: StoreError) => void;
    onContested: (contest: Contest) => void;
  },
): Promise<Store> {
  const options = { sealing, migrate: 'never' } as const;
  if (cells !== undefined) {
    const { readCells } = await import('./cells-file.ts');
    return (await loadCells()).openPostgresCells(readCells(cells), { ...options, onUnreachable, onContested, only });
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
    const { openSqliteAdmin } = await import('../store/sqlite/sqlite-store.ts');
    return openSqliteAdmin(data, { sealing });
  }
  const { openPostgresAdmin } = await import('../store/postgres/postgres-admin.ts');
  return openPostgresAdmin(database, { sealing });
}

/** Opens the store of one folder or database to remove what is over. Servers may use it at the same time. */
export async function openUpkeep({ data, database }: StoreLocation): Promise<Upkeep & AsyncDisposable> {
  if (database === undefined) {
    const { openSqliteUpkeep } = await import('../store/sqlite/sqlite-store.ts');
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
 * Works in the database, or in one cell after the other, and returns the results. A cell that does not respond is left out; see
 * unavailable-cells.ts. Rejects if none is left.
 */
export async function inEachDatabase<Result>(
  location: StoreLocation,
  work: (location: StoreLocation, cell: string | undefined) => Promise<Result>,
): Promise<Result[]> {
  if (location.cells === undefined) return [await work(location, undefined)];
  const { readCells } = await import('./cells-file.ts');
  const { leaveOut } = await import('../store/cells/merge-pages.ts');
  const { toUnreachable } = await import('../store/moves/cell-states.ts');
  const results: Result[] = [];
  let failure: unknown;
  for (const { name, url } of readCells(location.cells)) {
    try {
      results.push(await work({ ...location, database: url, cells: undefined }, name));
    } catch (error) {
      failure = toUnreachable(error);
      leaveOut(name, failure);
    }
  }
  if (results.length === 0) throw failure;
  return results;
}

/**
 * Returns whether the folder belongs to a sandbox. A sandbox seals its secrets with its own key. The key is in
 * sandbox-sealing.key in the data folder, and only its owner can read it.
 */
export function isSandboxFolder(folder: string): boolean {
  return existsSync(keyFile(folder));
}

/** Returns the sealing of this sandbox folder. Throws a StoreError if its key file is damaged. */
function readSandboxSealing(folder: string): Sealing {
  return readSealingFile(keyFile(folder));
}

/** The same, but creates the key if none exists. Call it with the folder locked, or two processes create two keys. */
export function openSandboxSealing(folder: string, database: { readonly sealed: boolean }): Sealing {
  return openSealingFile(keyFile(folder), database);
}

function keyFile(folder: string): string {
  return join(folder, 'sandbox-sealing.key');
}

/** Returns the sealing of this store: with the sandbox's own key if the folder is a sandbox's, else with the keys of the settings. */
export function findSealing({
  data,
  database,
  cells,
  sealing_key,
  second_sealing_key,
}: Pick<Settings, 'data' | 'database' | 'cells' | 'sealing_key' | 'second_sealing_key'>): Sealing {
  if (isInFolder({ database, cells }) && isSandboxFolder(data)) return readSandboxSealing(data);
  if (sealing_key) {
    if (second_sealing_key === undefined) return createSealing(sealing_key);
    if (!Buffer.from(sealing_key).equals(second_sealing_key)) return createSealing(sealing_key, [second_sealing_key]);
    const [first, second] = [environmentVariable('sealing_key'), environmentVariable('second_sealing_key')];
    throw new StartError(`${first} and ${second} are the same key. Unset the second one, or set it to another key.`, {
      exitCode: 2,
    });
  }
  const variable = environmentVariable('sealing_key');
  throw new StartError(
    `The sealing key is missing: the database stores signing secrets sealed. Set ${variable} to the key that they were sealed with. For a new database, create a key with openssl rand -base64 32 and keep it safe.`,
    { exitCode: 2 },
  );
}
