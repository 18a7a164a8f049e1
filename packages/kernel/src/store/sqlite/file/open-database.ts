/**
 * Opens the database file. Steps 1 to 3 refuse a database before anything is written:
 *  1. Compare its service and its migration with the program's. Another service and a newer migration are refused, and an older one too
 *     unless `migrate` is automatically. A database of an unreleased version is refused.
 *  2. Test the sealing key on the sealed check value.
 *  3. Test that this user can write.
 *  4. Run the missing migrations.
 */
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Sealing } from '../../sealing.ts';
import {
  applicationIdOf,
  foreignDatabase,
  isNewer,
  migrationsAfter,
  newestMigrationOf,
  unreleasedDatabase,
  type ServiceFiles,
} from '../../migration-files.ts';
import { limitLogSize } from './limit-log-size.ts';
import { StoreError } from './sqlite-errors.ts';

/** The sealing, or a function that returns it. `sealed` is whether the database already has a key. */
export type SealingSource = Sealing | ((database: { readonly sealed: boolean }) => Sealing);

export interface OpenedDatabase {
  readonly db: DatabaseSync;
  readonly sealing: Sealing;
  /** The migration before and after. */
  readonly from: number;
  readonly to: number;
}

/** Opens the database file at the newest migration. Creates and migrates it if `migrate` is automatically. */
export function openDatabase(
  file: string,
  {
    sealing: source,
    migrate,
    files,
  }: {
    sealing: SealingSource;
    migrate: 'automatically' | 'never';
    files: ServiceFiles;
  },
): OpenedDatabase {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  try {
    db.exec('PRAGMA busy_timeout = 5000');
    const from = migrate === 'automatically' ? versionOf(db, file, files) : requireNewest(db, file, files);
    const sealed = hasSealing(db);
    const sealing = typeof source === 'function' ? source({ sealed }) : source;
    if (sealed) requireKey(db, file, sealing);
    requireWritable(db);

    // With FULL, a returned commit survives a power cut.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    limitLogSize(db);
    migrateFrom(from, db, { sealing, files });
    return { db, sealing, from, to: newestMigrationOf('sqlite', files) };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Refuses a database that is not at the newest migration, and returns that migration. */
export function requireNewest(db: DatabaseSync, file: string, files: ServiceFiles): number {
  const newest = newestMigrationOf('sqlite', files);
  const version = versionOf(db, file, files);
  if (version === newest) return version;
  throw new StoreError(
    `The database ${file} is at migration ${version}, older than this program (${newest}). Bring it up to date first: ${files.program} migrate --data ${dirname(file)}`,
  );
}

/** Refuses a key other than the one that sealed the secrets of the database. */
export function requireKey(db: DatabaseSync, file: string, sealing: Sealing): void {
  const row = db.prepare('SELECT check_value FROM sealing').get();
  try {
    sealing.open(String(row?.['check_value']), 'check_value');
  } catch (cause) {
    throw new StoreError(
      `The signing secrets in ${file} are sealed with another key than the one given. Nothing was changed. Use the key that sealed them.`,
      { cause },
    );
  }
}

/** Refuses a file that this user cannot write. SQLite would open it and fail at the first write. */
export function requireWritable(db: DatabaseSync): void {
  db.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${migrationOf(db)}; ROLLBACK`);
}

/** Returns the migration of the database. Refuses a database of another service, of a newer program, or of an unreleased version. */
export function versionOf(db: DatabaseSync, file: string, files: ServiceFiles): number {
  requireOwn(db, file, files);
  const [version, newest] = [migrationOf(db), newestMigrationOf('sqlite', files)];
  if (!isNewer(version, newest)) return version;
  throw new StoreError(
    `The database is at migration ${version}, newer than this program supports (${newest}). Run a newer version of the program.`,
  );
}

function hasSealing(db: DatabaseSync): boolean {
  return db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'sealing'`).get() !== undefined;
}

function migrateFrom(
  from: number,
  db: DatabaseSync,
  { sealing, files }: { sealing: Sealing; files: ServiceFiles },
): void {
  db.function('seal', { directOnly: true }, (text, owner) => sealing.seal(String(text), String(owner)));
  const marks = `PRAGMA application_id = ${applicationIdOf(files)}`;
  for (const { version, sql } of migrationsAfter(from, 'sqlite', files)) {
    db.exec(`BEGIN IMMEDIATE; ${sql}; ${marks}; PRAGMA user_version = ${version}; COMMIT`);
  }
}

/** Refuses a database of another service, and one of an unreleased version, which has no application id. */
function requireOwn(db: DatabaseSync, file: string, files: ServiceFiles): void {
  const id = Number(db.prepare('PRAGMA application_id').get()?.['application_id']);
  const fix = 'Choose another data folder.';
  if (id !== 0 && id !== applicationIdOf(files)) throw foreignDatabase(file, files, fix);
  if (id === 0 && migrationOf(db) > 0) throw unreleasedDatabase(file, fix);
}

/** Returns the migration that the database is at, which is its user_version. */
export function migrationOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
}
