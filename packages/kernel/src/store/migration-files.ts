/**
 * The files of a schema. The kernel and the service each have a track of migrations, numbered apart, so that each can add one without the
 * other. The migration of a database is one number for both: a thousand for each of the kernel's, and the number of the service's.
 */
import { hash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { StoreError } from './store-errors.ts';

export type Engine = 'postgres' | 'sqlite';
export type Track = 'kernel' | 'service';

/** The SQL files of a service, beside those of the kernel. */
export interface ServiceFiles {
  /** The name of the service: of its database file, of its connections to PostgreSQL, and of its command in messages. */
  readonly program: string;
  /** Marks the database file of the service, as its application_id. Default: 32 bits of the digest of the name. */
  readonly application_id?: number | undefined;
  /** A folder with a folder of migrations for each engine: `postgres` and `sqlite`. */
  readonly migrations: URL;
  /** The folder whose folders have the functions of PostgreSQL. Default: the service has none. */
  readonly functions?: URL | undefined;
}

/** The result of a migration of PostgreSQL. */
export interface Migrated {
  readonly from: number;
  readonly to: number;
  /** True if the functions of the database were not those of this program. */
  readonly functions_replaced: boolean;
}

/** One step of an engine's schema. Its number is the prefix of its file name. */
export interface Migration {
  readonly track: Track;
  readonly number: number;
  /** The migration of a database after this step. */
  readonly version: number;
  readonly sql: string;
  /**
   * True if this step removes or renames something, so that the program before does not work with the schema after it. The name of its file
   * ends in `.contract.sql`. Every other step expands the schema.
   */
  readonly is_contract: boolean;
}

const perKernel = 1_000;

/** Returns the folder with the kernel's migrations of the engine. */
export function kernelMigrations(engine: Engine): URL {
  return new URL(`../../migrations/${engine}/`, import.meta.url);
}

/** The folder whose folders have the kernel's functions of PostgreSQL. */
export const kernelFunctions: URL = new URL('.//', import.meta.url);

/** Returns the number of a database's migration. */
export function versionOf({ kernel, service }: Readonly<Record<Track, number>>): number {
  return kernel * perKernel + service;
}

/** Returns whether a database at `version` has a migration that this program lacks. */
export function isNewer(version: number, program: number): boolean {
  const [before, after] = [toTracks(version), toTracks(program)];
  return before.kernel > after.kernel || before.service > after.service;
}

/** Returns the newest migration of this program. */
export function newestMigrationOf(engine: Engine, files: ServiceFiles): number {
  const newest = (track: Track) => Math.max(0, ...fileNames(folderOf(engine, track, files)).map(numberOf));
  return versionOf({ kernel: newest('kernel'), service: newest('service') });
}

/** Returns the migrations that a database at `version` lacks, in order: the kernel's come first. Their numbers may have gaps. */
export function migrationsAfter(version: number, engine: Engine, files: ServiceFiles): Migration[] {
  const reached = { ...toTracks(version) };
  return (['kernel', 'service'] as const).flatMap((track) => {
    const folder = folderOf(engine, track, files);
    const missing = fileNames(folder).filter((name) => numberOf(name) > reached[track]);
    return missing.map((name) => {
      const number = numberOf(name);
      reached[track] = number;
      const sql = readFileSync(new URL(name, folder), 'utf8');
      return { track, number, version: versionOf(reached), sql, is_contract: name.endsWith('.contract.sql') };
    });
  });
}

/** Returns the application_id of the service's database file. */
export function applicationIdOf({ program, application_id }: ServiceFiles): number {
  return application_id ?? hash('sha256', program, 'buffer').readInt32BE();
}

/** Returns the error for a database of another service. */
export function foreignDatabase(place: string, { program }: ServiceFiles, fix: string): StoreError {
  return new StoreError(
    `The database ${place} belongs to another service than ${program}. Nothing was changed. ${fix}`,
  );
}

/** Returns the error for a database of an unreleased version, whose migrations had the same numbers and other contents. */
export function unreleasedDatabase(place: string, fix: string): StoreError {
  return new StoreError(
    `The database ${place} is from a version before the first release, and no migration updates it. Nothing was changed. ${fix} To read this one, run the version that wrote it.`,
  );
}

function toTracks(version: number): Record<Track, number> {
  return { kernel: Math.floor(version / perKernel), service: version % perKernel };
}

function folderOf(engine: Engine, track: Track, { migrations }: ServiceFiles): URL {
  return track === 'kernel' ? kernelMigrations(engine) : new URL(`${engine}/`, migrations);
}

/** The files of each folder that was read. They do not change while a program runs. */
const listed = new Map<string, readonly string[]>();

function fileNames(folder: URL): readonly string[] {
  const known = listed.get(folder.href);
  if (known) return known;
  const names = readdirSync(folder)
    .filter((name) => /^\d+_.*\.sql$/.test(name))
    .toSorted();
  listed.set(folder.href, names);
  return names;
}

function numberOf(name: string): number {
  return Number.parseInt(name, 10);
}
