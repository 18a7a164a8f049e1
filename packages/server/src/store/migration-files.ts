import { readFileSync, readdirSync } from 'node:fs';

export type Engine = 'postgres' | 'sqlite';

/** One step of an engine's schema. Its number is that of its file's name. */
export interface Migration {
  readonly number: number;
  readonly sql: string;
}

/** The number of the newest migration that this program has. */
export function newestMigrationOf(engine: Engine): number {
  return Math.max(...fileNames(engine).map(numberOf));
}

/** What a database at `version` lacks, in order. Numbers may have gaps. */
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
