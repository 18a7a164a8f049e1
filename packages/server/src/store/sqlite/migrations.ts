import { readFileSync, readdirSync } from 'node:fs';

const folder = new URL('../../../migrations/sqlite/', import.meta.url);

/** One step of the schema. Its number is that of its file's name, and the database's user_version once it is made. */
export interface Migration {
  readonly number: number;
  readonly sql: string;
}

/** The number of the newest migration that this program knows. */
export function newestMigration(): number {
  return Math.max(...fileNames().map(numberOf));
}

/** What a database at `version` lacks, in order. Numbers may have gaps. */
export function migrationsAfter(version: number): Migration[] {
  return fileNames()
    .filter((name) => numberOf(name) > version)
    .map((name) => ({ number: numberOf(name), sql: readFileSync(new URL(name, folder), 'utf8') }));
}

function fileNames(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
}

function numberOf(name: string): number {
  return Number.parseInt(name, 10);
}
