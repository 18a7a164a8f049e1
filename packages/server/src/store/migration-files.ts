import { readFileSync, readdirSync } from 'node:fs';
import { StoreError } from '@booking-service/kernel/store/store-errors';

export type Engine = 'postgres' | 'sqlite';

/** One step of an engine's schema. Its number is the prefix of its file name. */
export interface Migration {
  readonly number: number;
  readonly sql: string;
}

/** Returns the folder with the migrations of the engine. */
export function migrationsFolder(engine: Engine): URL {
  return new URL(`../../migrations/${engine}/`, import.meta.url);
}

/** Returns the number of the newest migration of this program. */
export function newestMigrationOf(engine: Engine, folder: URL = migrationsFolder(engine)): number {
  return Math.max(...fileNames(folder).map(numberOf));
}

/** Returns the migrations that a database at `version` lacks, in order. Their numbers may have gaps. */
export function migrationsAfter(version: number, engine: Engine, folder: URL = migrationsFolder(engine)): Migration[] {
  return fileNames(folder)
    .filter((name) => numberOf(name) > version)
    .map((name) => ({ number: numberOf(name), sql: readFileSync(new URL(name, folder), 'utf8') }));
}

/** Returns the error for a database of an unreleased version, whose migrations had the same numbers and other contents. */
export function unreleasedDatabase(place: string, fix: string): StoreError {
  return new StoreError(
    `The database ${place} is from a version before the first release, and no migration updates it. Nothing was changed. ${fix} To read this one, run the version that wrote it.`,
  );
}

function fileNames(folder: URL): string[] {
  return readdirSync(folder)
    .filter((name) => /^\d+_.*\.sql$/.test(name))
    .toSorted();
}

function numberOf(name: string): number {
  return Number.parseInt(name, 10);
}
