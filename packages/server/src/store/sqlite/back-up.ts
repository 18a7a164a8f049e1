/**
 * Copies the database while a server runs on it:
 *  1. copy     with VACUUM INTO, in one read transaction: the copy is one consistent state, and no writer waits
 *  2. verify   every page, index and reference of the copied file, and its migration
 *  3. flush    the file and its folder, which SQLite does not do
 *  4. record   the time, in a file of the copied folder
 * The copy goes into a new folder, so nothing is overwritten. If a step fails, the folder is removed.
 */
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
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFile, makePrivate, migrationOf, openFile, versionOf } from '@booking-service/kernel/store/sqlite';
import { StoreError } from '@booking-service/kernel/store';
import { bookingFiles } from '../booking-files.ts';
import type { Resources } from '../admin-store.ts';

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
