/**
 * Opens the database file. Every refusal comes before anything is written:
 *  1. its migration is compared with the program's: newer is refused, older too where migrations are not made here
 *  2. the key is tried on the value that was sealed with it
 *  3. the right to write is tried
 *  4. what is missing is migrated
 *  5. files that still hold secrets in clear text from before they were sealed are rewritten without them
 */
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Sealing } from '../../sealing.ts';
import { boundLog } from './bound-log.ts';
import { migrationOf, migrationsAfter, newestMigration } from './migrations.ts';
import { StoreError } from './store-error.ts';

/** The sealing, or what finds it once it is known whether the database is already sealed under some key. */
export type SealingSource = Sealing | ((database: { readonly sealed: boolean }) => Sealing);

export interface OpenedDatabase {
  readonly db: DatabaseSync;
  readonly sealing: Sealing;
  /** The migrations it was at, and is at. */
  readonly from: number;
  readonly to: number;
}

/** Opens (or, unless `migrate` is never, makes) the database file at the newest migration. */
export function openDatabase(
  file: string,
  { sealing: source, migrate }: { sealing: SealingSource; migrate: 'automatically' | 'never' },
): OpenedDatabase {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  try {
    db.exec('PRAGMA busy_timeout = 5000');
    const from = migrate === 'automatically' ? versionOf(db) : requireNewest(db, file);
    const sealed = hasSealing(db);
    const sealing = typeof source === 'function' ? source({ sealed }) : source;
    if (sealed) requireKey(db, file, sealing);
    requireWritable(db);

    // FULL: a commit that was answered survives a power cut, not only a crash of the process.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    boundLog(db);
    const to = migrateFrom(from, db, sealing);
    dropClearText(db);
    return { db, sealing, from, to };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Refuses a database that is not at the newest migration; tells that one. */
export function requireNewest(db: DatabaseSync, file: string): number {
  const [version, newest] = [versionOf(db), newestMigration()];
  if (version === newest) return version;
  throw new StoreError(
    `The database ${file} is at migration ${version}, older than this program (${newest}). Bring it up to date first: booking-service migrate --data ${dirname(file)}`,
  );
}

/** Refuses a key that the database's secrets are not sealed with. */
export function requireKey(db: DatabaseSync, file: string, sealing: Sealing): void {
  const row = db.prepare('SELECT check_value FROM sealing').get();
  try {
    sealing.open(String(row?.['check_value']), 'check_value');
  } catch (cause) {
    throw new StoreError(
      `The signing secrets in ${file} are sealed with another key than the one given. Nothing was changed: give the key that they were sealed with.`,
      { cause },
    );
  }
}

/** Refuses a file that this user may not write: SQLite opens it all the same, and refuses the first write. */
export function requireWritable(db: DatabaseSync): void {
  db.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${migrationOf(db)}; ROLLBACK`);
}

/** The same; a database of a newer program is refused. */
export function versionOf(db: DatabaseSync): number {
  const version = migrationOf(db);
  const newest = newestMigration();
  if (version <= newest) return version;
  throw new StoreError(
    `The database is at migration ${version}, newer than this program knows (${newest}). Run a newer version of the program.`,
  );
}

function hasSealing(db: DatabaseSync): boolean {
  return db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'sealing'`).get() !== undefined;
}

function migrateFrom(from: number, db: DatabaseSync, sealing: Sealing): number {
  db.function('seal', { directOnly: true }, (text, owner) => sealing.seal(String(text), String(owner)));
  let version = from;
  for (const { number, sql } of migrationsAfter(from)) {
    db.exec(`BEGIN IMMEDIATE; ${sql}; PRAGMA user_version = ${number}; COMMIT`);
    version = number;
  }
  return version;
}

/** Rewrites the database and empties its log. Done again at the next opening where it was cut off, or somebody read on. */
function dropClearText(db: DatabaseSync): void {
  if (db.prepare('SELECT 1 FROM sealing WHERE clear_text_gone = 0').get() === undefined) return;
  db.exec('VACUUM');
  const checkpoint = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  if (checkpoint?.['busy'] === 0) db.exec('UPDATE sealing SET clear_text_gone = 1');
}
