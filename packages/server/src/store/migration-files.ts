import { readFileSync, readdirSync } from 'node:fs';

export type Engine = 'postgres' | 'sqlite';

/** One step of an engine's schema. Its number is the prefix of its file name. */
export interface Migration {
  readonly number: number;
  readonly sql: string;
}

/** Returns the number of the newest migration of this program. */
export function newestMigrationOf(engine: Engine): number {
  return Math.max(...fileNames(engine).map(numberOf));
}

/** Returns the migrations that a database at `version` lacks, in order. Their numbers may have gaps. */
export function migrationsAfter(version: number, engine: Engine): Migration[] {
  return fileNames(engine)
    .filter((name) => numberOf(name) > version)
    .map((name) => ({ number: numberOf(name), sql: readFileSync(new URL(name, folderOf(engine)), 'utf8') }));
}

function folderOf(engine: Engine): URL {
  return new URL(`../../migrations/${engine}/`, import.meta.url);
}

function fileNames(engine: Engine): string[] {
  return readdirSync(folderOf(engine))
    .filter((name) => /^\d+_.*\.sql$/.test(name))
    .toSorted();
}

function numberOf(name: string): number {
  return Number.parseInt(name, 10);
}
