import { migrationsAfter as filesAfter, newestMigrationOf, type Migration } from '../../migration-files.ts';

/** The number of the newest migration that this program knows. It is the database's user_version once it is made. */
export function newestMigration(): number {
  return newestMigrationOf('sqlite');
}

/** What a database at `version` lacks, in order. */
export function migrationsAfter(version: number): Migration[] {
  return filesAfter(version, 'sqlite');
}
