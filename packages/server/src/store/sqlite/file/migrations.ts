import type { DatabaseSync } from 'node:sqlite';
import { migrationsAfter as filesAfter, newestMigrationOf, type Migration } from '../../migration-files.ts';

/** Returns the number of the newest migration of this program. A database at this migration has it as its user_version. */
export function newestMigration(): number {
  return newestMigrationOf('sqlite');
}

/** Returns the migrations that a database at `version` lacks, in order. */
export function migrationsAfter(version: number): Migration[] {
  return filesAfter(version, 'sqlite');
}

/** Returns the migration that the database is at. */
export function migrationOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
}
