import { readFileSync, readdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const migrations = new URL('../../../migrations/sqlite/', import.meta.url);

/** Opens (or makes) the database file and brings it to the newest migration. */
export function openDatabase(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  try {
    // FULL: a commit that was answered survives a power cut, not only a crash of the process.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000');
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The migration that the database is at. */
export function migrationOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
}

/** The migrations that this program has, in order. */
export function listMigrations(): string[] {
  return readdirSync(migrations)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
}

function migrate(db: DatabaseSync): void {
  const files = listMigrations();
  const version = migrationOf(db);
  if (version > files.length) {
    throw new Error(
      `The database is at migration ${version}, newer than this program knows (${files.length}). Run a newer version of the program.`,
    );
  }
  for (const [index, name] of files.entries()) {
    if (index < version) continue;
    const sql = readFileSync(new URL(name, migrations), 'utf8');
    db.exec(`BEGIN IMMEDIATE; ${sql}; PRAGMA user_version = ${index + 1}; COMMIT`);
  }
}
