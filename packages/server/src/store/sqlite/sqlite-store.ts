/** The embedded store: the kernel's, joined with the statements of bookings. A process works on a folder alone (openSqlite). */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import {
  DatabaseSync,
  databaseFile,
  limitLogSize,
  makePrivate,
  migrateSqlite,
  migrationOf,
  openFile,
  openSqliteEngine,
  prepareSharedOn,
  readRateWindow,
  requireKey,
  requireNewest,
  requireWritable,
  sqliteArchive,
  sqliteHistoryRemoval,
  type SqliteStatements,
  type SqliteStoreOptions,
  toUsage,
  versionOf,
} from '@booking-service/kernel/store/sqlite';
import { joinParts, type Sealing, sealingUnavailable, StoreError } from '@booking-service/kernel/store';
import { bookingFiles } from '../booking-files.ts';
import type { AdminStore, Resources, Upkeep } from '../admin-store.ts';
import { sqliteBookingCreation } from '../bookings/sqlite.ts';
import { type EngineAdminStore, sealAdminStore, sealStore, type Store, type StoreReads } from '../store.ts';
import { sqliteStatements, type SqliteWrites } from './sqlite-statements.ts';
import { dashboardSessions } from '../access/dashboard-sessions.ts';
import { bookingCalls } from '../runs/booking-calls.ts';
import { requestLog } from '../requests/requests.ts';

export type { SqliteStoreOptions };

/** The module that the write thread loads. It has the extension of this one: .ts from source, .js when built. */
export const statementsModule: URL = new URL(`./sqlite-statements${extname(import.meta.url)}`, import.meta.url);

const statements: SqliteStatements<StoreReads, SqliteWrites> = {
  module: statementsModule,
  prepare: sqliteStatements,
  patient: ['claimRuns', 'postponeRun', 'readyRuns', 'recordRequests'],
  endLeases: 'UPDATE runs SET lease_until = NULL, lease_token = NULL WHERE ready = 0 AND lease_until IS NOT NULL;',
};

/** Opens the store in `folder`. Throws a StoreError if it cannot be used, or if another process has it open. */
export function openSqliteStore(folder: string, options: SqliteStoreOptions): Store {
  const { methods, sealing, guard } = openSqliteEngine(folder, { ...options, ...bookingFiles, statements });
  const { insertBooking, ...engine } = methods;
  const bookings = sqliteBookingCreation({ insertBooking });
  const readResources = guard.method(async () => readFolderResources(folder));
  return sealStore({ ...engine, ...bookings, readResources }, sealing);
}

/**
 * Creates the store in `folder`, or brings an older one to the newest migration. Returns the migration before and after.
 * Throws a StoreError if the store cannot be used, or if another process has it open.
 */
export function migrateSqliteStore(
  folder: string,
  { sealing }: Pick<SqliteStoreOptions, 'sealing'>,
): { from: number; to: number } {
  return migrateSqlite(folder, { sealing, ...bookingFiles });
}

/**
 * Opens the part for administration of the store in `folder`, also while a server runs on it; see openBeside. Without `sealing` no
 * signing secret can be written or read.
 * Throws a StoreError if there is no database, or if it is at another migration or sealed with another key.
 */
export function openSqliteAdmin(
  folder: string,
  { sealing }: { sealing?: Sealing | undefined } = {},
): AdminStore & AsyncDisposable {
  const db = openBeside(folder, (opened, file) => {
    if (sealing) requireKey(opened, file, sealing);
  });
  const { reads, writes } = sqliteStatements(db);
  const engine: EngineAdminStore = {
    ...reads,
    ...writes,
    readUsage: async (of) =>
      toUsage(
        await reads.findListedOrganization(of.organization_id),
        readRateWindow(join(folder, 'rate-windows.db'), of),
      ),
  };
  const store = sealAdminStore(engine, sealing ?? sealingUnavailable);
  return { ...store, [Symbol.asyncDispose]: async () => db.close() };
}

/**
 * Opens the store in `folder` to remove what is over, also while a server runs on it. Throws a StoreError if there is no
 * database, or if it is at another migration.
 */
export function openSqliteUpkeep(folder: string): Upkeep & AsyncDisposable {
  const db = openBeside(folder);
  const prepare = prepareSharedOn(db);
  const { writes } = joinParts(bookingCalls(prepare), dashboardSessions(prepare), requestLog(prepare));
  return {
    ...sqliteHistoryRemoval(db).writes,
    ...sqliteArchive(db),
    removeBookingCalls: (removal) => writes.removeBookingCalls(removal),
    removeDashboardSessions: (removal) => writes.removeDashboardSessions(removal),
    removeRequests: (removal) => writes.removeRequests(removal),
    [Symbol.asyncDispose]: async () => db.close(),
  };
}

/**
 * Opens the database of the store in `folder`, also while a server runs on it: this takes no lock, ends no lease and migrates
 * nothing. `check` may refuse it. Throws a StoreError if there is no database, or if it is at another migration.
 */
export function openBeside(
  folder: string,
  check: (db: DatabaseSync, file: string) => void = () => undefined,
): DatabaseSync {
  const path = databaseFile(folder, bookingFiles);
  if (!existsSync(path)) {
    throw new StoreError(`There is no database in ${folder}. Make one first: booking-service migrate --data ${folder}`);
  }
  return openFile(path, (file) => {
    const db = new DatabaseSync(file, { enableForeignKeyConstraints: true });
    try {
      db.exec('PRAGMA busy_timeout = 5000');
      requireNewest(db, file, bookingFiles);
      check(db, file);
      requireWritable(db);
      db.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
      limitLogSize(db);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

// Copies the database while a server runs on it:
//  1. copy     with VACUUM INTO, in one read transaction: the copy is one consistent state, and no writer waits
//  2. verify   every page, index and reference of the copied file, and its migration
//  3. flush    the file and its folder, which SQLite does not do
//  4. record   the time, in a file of the copied folder
// The copy goes into a new folder, so nothing is overwritten. If a step fails, the folder is removed.

/** Its time of change is that of the last backup. */
const backupFile = 'last-backup';

/** Returns what the database in this folder uses. Opens no file. */
export function readFolderResources(folder: string): Resources {
  const file = databaseFile(folder, bookingFiles);
  const { bavail, bsize } = statfsSync(folder);
  const backup = statSync(join(folder, backupFile), { throwIfNoEntry: false });
  return {
    engine: 'sqlite',
    database_bytes: statSync(file).size,
    wal_bytes: statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    disk_free_bytes: bavail * bsize,
    connections: null,
    last_backup: backup?.mtime ?? 'never',
  };
}

/** Records that a backup of this folder is complete. Returns whether this user may write there. */
function recordBackup(folder: string, to: string): boolean {
  try {
    writeFileSync(makePrivate(join(folder, backupFile)), `${to}\n`);
    return true;
  } catch {
    return false;
  }
}

export interface Backup {
  readonly file: string;
  readonly bytes: number;
  /** The migration of the database and of its copy. */
  readonly migration: number;
  readonly bookings: number;
  /** True if the folder has the time of this backup, which the metrics show. False if this user may not write there. */
  readonly recorded: boolean;
}

/**
 * Copies the database of the store in `folder` into the new folder `to`, which can be opened as a store. The sealing key and
 * the counts of the rate windows are not copied. Throws a StoreError if there is no database, if `to` already exists, or if the
 * copy is damaged.
 */
export function backUpSqliteStore(folder: string, { to }: { to: string }): Backup {
  const source = databaseFile(folder, bookingFiles);
  if (!existsSync(source))
    throw new StoreError(`There is no database in ${folder}. Name its folder with --data FOLDER.`);
  if (existsSync(to))
    throw new StoreError(`${to} already exists. Nothing was changed. Choose a folder that does not exist.`);
  using db = openFile(source, (file) => new DatabaseSync(file, { readOnly: true }));
  const migration = openFile(source, () => versionOf(db, source, bookingFiles));
  if (migration === 0) throw new StoreError(`The database ${source} is empty. There is nothing to copy.`);

  makeFolder(to);
  try {
    const file = makePrivate(databaseFile(to, bookingFiles));
    db.exec('PRAGMA busy_timeout = 5000');
    db.prepare('VACUUM INTO ?').run(file);
    const bookings = verify(file, migration);
    for (const path of [file, to, dirname(resolve(to))]) flush(path);
    return { file, bytes: statSync(file).size, migration, bookings, recorded: recordBackup(folder, resolve(to)) };
  } catch (error) {
    rmSync(to, { recursive: true });
    throw error;
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
    mkdirSync(folder, { mode: 0o700 });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StoreError(`Cannot create the folder ${folder}: ${reason}. Choose a folder that this user can create.`, {
      cause,
    });
  }
}

/** Reads the whole copy and returns its number of bookings. Throws a StoreError if the copy is damaged. */
function verify(file: string, migration: number): number {
  using copy = new DatabaseSync(file, { readOnly: true });
  const faults = [
    ...copy
      .prepare('PRAGMA integrity_check')
      .all()
      .map((row) => String(row['integrity_check'])),
    ...copy
      .prepare('PRAGMA foreign_key_check')
      .all()
      .map((row) => `a row of ${String(row['table'])} refers to a missing row`),
    ...(migrationOf(copy) === migration ? [] : [`its migration is ${migrationOf(copy)}, not ${migration}`]),
  ].filter((fault) => fault !== 'ok');
  if (faults.length === 0) return Number(copy.prepare('SELECT count(*) AS bookings FROM bookings').get()?.['bookings']);
  throw new StoreError(
    `The copy in ${file} is damaged and was removed: ${faults.slice(0, 3).join('; ')}. Check the database and its disk, then try again.`,
  );
}

/** Flushes a file, or the names in a folder, to the disk. */
export function flush(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
