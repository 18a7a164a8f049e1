import type { DatabaseSync } from 'node:sqlite';
import { newestMigrationOf, unreleasedDatabase } from '../../migration-files.ts';

/** Returns the number of the newest migration of this program. A database at this migration has it as its user_version. */
export function newestMigration(): number {
  return newestMigrationOf('sqlite');
}

/** Refuses a database of an unreleased version, which does not have the application id of the first migration. */
export function requireReleased(db: DatabaseSync, file: string): void {
  const id = db.prepare('PRAGMA application_id').get()?.['application_id'];
  if (migrationOf(db) > 0 && id !== 0x426f6f6b) throw unreleasedDatabase(file, 'Choose another data folder.');
}

/** Returns the migration that the database is at. */
export function migrationOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
}
