/**
 * Brings a database to the newest migration and the functions of this program. Steps 2 and 3 refuse a database before anything is
 * written:
 *  1. Take an advisory lock, so that one instance migrates at a time. The others wait and find the work done.
 *  2. Compare the database's service and migration with the program's. Another service is refused, and so is a newer migration that does
 *     not serve this program, and a database of an unreleased version.
 *  3. Test the sealing key on the sealed check value.
 *  4. Run the missing migrations and define the functions, in one transaction. The first migration also stores the check value.
 *
 * A database serves the program that migrated it, and the program before: instances of both run beside each other during an upgrade,
 * and the earlier one can start again. A contract migration ends this.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError, type Client } from 'pg';
import type { Sealing } from '../sealing.ts';
import { StoreError } from '../store-errors.ts';
import {
  type Migrated,
  foreignDatabase,
  isNewer,
  kernelFunctions,
  migrationsAfter,
  newestMigrationOf,
  unreleasedDatabase,
  type ServiceFiles,
} from '../migration-files.ts';

/**
 * The advisory lock of migrations, the same in every version and in every service: of two services that start on one empty database,
 * the second is refused.
 */
const lock = 7_420_011_121;

export interface MigrateDatabaseOptions {
  readonly sealing: Sealing;
  /** The name of the database, for messages. */
  readonly name: string;
  readonly files: ServiceFiles;
}

/** A table in use holds up a migration, which holds up the requests behind it: for this long, then it lets them pass and tries again. */
const lockTimeout = '1s';
const pause_ms = 1_000;
const tries = 30;

/** Runs the missing migrations, and replaces functions that are not those of this program. Does nothing in a database that serves it. */
export async function migrateDatabase(
  client: Client,
  { sealing, name, files }: MigrateDatabaseOptions,
): Promise<Migrated> {
  await client.query('SELECT pg_advisory_lock($1)', [lock]);
  try {
    const { version: from, serves, service } = await readState(client, { name, files });
    if (from > 0) await requireKey(client, { sealing, name });
    const program = digestOfProgram(files);
    if (service !== null && serves.includes(program)) return { from, to: from, functions_replaced: false };
    const missing = migrationsAfter(from, 'postgres', files);
    const before = missing.some(({ is_contract }) => is_contract) ? [] : serves.slice(0, 1);
    await inTransaction(client, async () => {
      await client.query(`SET LOCAL lock_timeout = '${lockTimeout}'`);
      for (const { track, number, sql } of missing) {
        await client.query(sql);
        await client.query('INSERT INTO migrations (track, number) VALUES ($1, $2)', [track, number]);
      }
      const check = sealing.seal('check', 'check_value');
      await client.query('INSERT INTO sealing VALUES (1, $1) ON CONFLICT DO NOTHING', [check]);
      await defineFunctions(client, files);
      await client.query(storeServes, [[program, ...before]]);
      await client.query(`COMMENT ON TABLE migrations IS ${client.escapeLiteral(files.program)}`);
    });
    return { from, to: newestMigrationOf('postgres', files), functions_replaced: true };
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [lock]);
  }
}

/** Refuses a database that does not serve this program. */
export async function requireServed(
  client: Client,
  { name, files }: Pick<MigrateDatabaseOptions, 'name' | 'files'>,
): Promise<void> {
  const { version, serves } = await readState(client, { name, files });
  if (serves.includes(digestOfProgram(files))) return;
  const newest = newestMigrationOf('postgres', files);
  const older = version === 0 ? 'is empty' : `is at migration ${version}, older than this program (${newest})`;
  const state = version === newest ? 'has the functions of another version' : older;
  throw new StoreError(`The database ${name} ${state}. Bring it up to date first: ${files.program} migrate`);
}

/** Refuses a key other than the one that sealed the secrets of the database. */
export async function requireKey(client: Client, { sealing, name }: { sealing: Sealing; name: string }): Promise<void> {
  const { rows } = await client.query<{ check_value: string }>('SELECT check_value FROM sealing');
  try {
    sealing.open(String(rows[0]?.check_value), 'check_value');
  } catch (cause) {
    throw new StoreError(
      `The signing secrets in ${name} are sealed with another key than the one given. Nothing was changed. Use the key that sealed them.`,
      { cause },
    );
  }
}

/** Selects the migration of a database (see migration-files.ts), and the digests of the programs that it serves. */
export const selectMigration = `
  SELECT 1000 * coalesce((SELECT max(number) FROM migrations WHERE track = 'kernel'), 0)
      + coalesce((SELECT max(number) FROM migrations WHERE track = 'service'), 0) AS version,
    coalesce((SELECT serves FROM migrations WHERE track = 'kernel' ORDER BY number DESC LIMIT 1), '{}') AS serves`;
const newestOfKernel = `SELECT max(number) FROM migrations WHERE track = 'kernel'`;
const storeServes = `UPDATE migrations SET serves = $1 WHERE track = 'kernel' AND number = (${newestOfKernel})`;

interface DatabaseState {
  /** The newest migration. */
  readonly version: number;
  /** The digests of the programs that it serves, newest first. */
  readonly serves: readonly string[];
  /** The name of the service, which is the comment of the table `migrations`; null in a new database. */
  readonly service: string | null;
}

/** Returns the state of the database. Refuses a database of another service or version. */
async function readState(
  client: Client,
  { name, files }: Pick<MigrateDatabaseOptions, 'name' | 'files'>,
): Promise<DatabaseState> {
  const { rows: columns } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = to_regclass('migrations') AND attnum > 0`,
  );
  if (columns.length === 0) return { version: 0, serves: [], service: null };
  if (!columns.some((column) => column.name === 'serves')) throw unreleasedDatabase(name, 'Use an empty database.');
  const { rows } = await client.query<DatabaseState>(
    `${selectMigration}, obj_description('migrations'::regclass, 'pg_class') AS service`,
  );
  const { version = 0, serves = [], service = null } = rows[0] ?? {};
  if (service !== null && service !== files.program) throw foreignDatabase(name, files, 'Use an empty database.');
  const newest = newestMigrationOf('postgres', files);
  if (serves.includes(digestOfProgram(files)) || !isNewer(version, newest)) return { version, serves, service };
  throw new StoreError(
    `The database is at migration ${version}, newer than this program supports (${newest}). Run a newer version of the program.`,
  );
}

/** Runs the work in one transaction, once more while a table that it needs is in use. */
async function inTransaction(client: Client, work: () => Promise<unknown>): Promise<void> {
  for (let left = tries; ; left -= 1) {
    await client.query('BEGIN');
    try {
      await work();
      await client.query('COMMIT');
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      if (left === 1 || !(error instanceof DatabaseError && error.code === lockNotAvailable)) throw error;
      await pause(pause_ms);
    }
  }
}

const lockNotAvailable = '55P03';

/*
 * The functions of the database. Each is a file `name.sql` beside its caller, and every migration creates or replaces all of them.
 *  - The first parameter of a function about one organization is p_organization_id. More than five other values are one JSON argument;
 *    see jsonArgument in database.ts.
 *  - With variable_conflict a name that is both a column and a result is the column.
 *  - Times have the type text: a parameter of the type instant would give every parameter its collation, and the comparison of an
 *    id would not use the index.
 */

/** The comments on functions of this program, and on those that only the program before has: a schema may have others. */
const [mark, earlierMark] = ['service', 'service, of the program before'];

/** Marks the functions that this transaction defined. Of the others, marks those of the program before, and drops older ones. */
const markFunctions = `
  DO $$
  DECLARE
    it record;
  BEGIN
    FOR it IN
      SELECT p.oid::regprocedure AS name, p.xmin = pg_current_xact_id()::xid AS is_defined, obj_description(p.oid, 'pg_proc') AS mark
      FROM pg_proc p
      WHERE p.pronamespace = current_schema()::regnamespace AND p.prokind = 'f'
        AND (p.xmin = pg_current_xact_id()::xid OR obj_description(p.oid, 'pg_proc') IN ('${mark}', '${earlierMark}'))
    LOOP
      EXECUTE format(CASE
        WHEN it.is_defined THEN $x$COMMENT ON FUNCTION %s IS '${mark}'$x$
        WHEN it.mark = '${mark}' THEN $x$COMMENT ON FUNCTION %s IS '${earlierMark}'$x$
        ELSE 'DROP FUNCTION %s' END, it.name);
    END LOOP;
  END $$`;

const digests = new WeakMap<ServiceFiles, string>();

/** Returns the digest of the schema that a program needs: of its newest migration and its functions. */
export function digestOfProgram(files: ServiceFiles): string {
  const known = digests.get(files);
  if (known !== undefined) return known;
  const schema = JSON.stringify([newestMigrationOf('postgres', files), readFunctions(files)]);
  const digest = createHash('sha256').update(schema).digest('hex');
  digests.set(files, digest);
  return digest;
}

/** Creates or replaces all functions. Runs in the transaction of a migration. */
async function defineFunctions(client: Client, files: ServiceFiles): Promise<void> {
  const found = readFunctions(files);
  await client.query(found.map(({ sql }) => sql).join('\n'));
  await client.query(markFunctions);
}

/** Returns the files in order of their names. */
function readFunctions({ functions }: ServiceFiles): { readonly name: string; readonly sql: string }[] {
  const folders = functions === undefined ? [kernelFunctions] : [kernelFunctions, functions];
  return folders
    .flatMap((folder) => {
      const names = globSync('*/*.sql', { cwd: folder }).map((path) => path.replaceAll('\\', '/'));
      return names.map((name) => ({ name, sql: readFileSync(new URL(name, folder), 'utf8').replaceAll('\r\n', '\n') }));
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
