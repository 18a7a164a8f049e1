/**
 * Copies the database while a server works on it:
 *  1. copy     VACUUM INTO, one read transaction: the copy is the database as it was at one moment, and nobody waits for it
 *  2. verify   the copy, as it stands in its file: every page and index, every reference, the migration
 *  3. flush    the file and its folder: SQLite leaves that to us
 * The copy's folder is made by this, so that nothing is ever overwritten; where a step fails it is taken away again.
 */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivate } from './lock-folder.ts';
import { migrationOf } from './migrations.ts';
import { versionOf } from './open-database.ts';
import { openFile, StoreError } from './store-error.ts';

export interface Backup {
  readonly file: string;
  readonly bytes: number;
  /** The migration that the database, and with it the copy, is at. */
  readonly migration: number;
  readonly bookings: number;
}

/**
 * Copies the database of the store in `folder` into the new folder `to`, which can be opened as a store's. The sealing key is
 * not copied, nor are the counts of the rate windows. Throws a StoreError where there is no database or `to` is there
 * already, and where the copy is found to be damaged.
 */
export function backUpSqliteStore(folder: string, { to }: { to: string }): Backup {
  const source = join(folder, 'booking-service.db');
  if (!existsSync(source))
    throw new StoreError(`There is no database in ${folder}. Name its folder with --data FOLDER.`);
  if (existsSync(to)) throw new StoreError(`${to} is there already, and is left as it is. Name a folder that is not.`);
  using db = openFile(source, (file) => new DatabaseSync(file, { readOnly: true }));
  const migration = openFile(source, () => versionOf(db));
  if (migration === 0) throw new StoreError(`The database ${source} is empty: there is nothing to copy.`);

  makeFolder(to);
  try {
    const file = makePrivate(join(to, 'booking-service.db'));
    db.exec('PRAGMA busy_timeout = 5000');
    db.prepare('VACUUM INTO ?').run(file);
    const bookings = verify(file, migration);
    for (const path of [file, to, dirname(resolve(to))]) flush(path);
    return { file, bytes: statSync(file).size, migration, bookings };
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
    throw new StoreError(`Cannot make the folder ${folder}: ${reason}. Name one that this user may make.`, { cause });
  }
}

/** Reads the whole copy and counts its bookings. Throws a StoreError where it is not what it should be. */
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
      .map((row) => `a row of ${String(row['table'])} refers to one that is not there`),
    ...(migrationOf(copy) === migration ? [] : [`it is at migration ${migrationOf(copy)}, not ${migration}`]),
  ].filter((fault) => fault !== 'ok');
  if (faults.length === 0) return Number(copy.prepare('SELECT count(*) AS bookings FROM bookings').get()?.['bookings']);
  throw new StoreError(
    `The copy in ${file} is damaged and was removed: ${faults.slice(0, 3).join('; ')}. Check the database itself and its disk, then try again.`,
  );
}

function flush(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
