/**
 * Brings a database to the newest migration and the functions of this program. Steps 2 and 3 refuse a database before anything is
 * written:
 *  1. Take an advisory lock, so that one instance migrates at a time. The others wait and find the work done.
 *  2. Compare the database's migration with the program's. A newer one is refused, and so is a database of an unreleased version.
 *  3. Test the sealing key on the sealed check value.
 *  4. Run the missing migrations and define the functions, in one transaction. The first migration also stores the check value. If
 *     the tables are distributed, the transaction also distributes what it adds.
 *  5. Distribute the tables, if that is wanted.
 */
import type { Client } from 'pg';
import type { Sealing } from '../../sealing.ts';
import { migrationsAfter, migrationsFolder, newestMigrationOf, unreleasedDatabase } from '../../migration-files.ts';
import { StoreError } from '../../store-error.ts';
import type { Migrated } from '../postgres-options.ts';
import { distributeTables, isDistributed, requireCitus, sequentialSql } from './distribution.ts';
import { defineFunctions, digestOfFunctions } from './functions.ts';

/** The advisory lock of this program. Every version must use the same number. */
const lock = 7_420_011_121;

export interface MigrateDatabaseOptions {
  readonly sealing: Sealing;
  /** The name of the database, for messages. */
  readonly name: string;
  /** Also distributes the tables. Refused without the extension Citus. */
  readonly distribute?: boolean | undefined;
  /** The folders of the migrations and of the functions. Default: those of this program. */
  readonly migrations?: URL | undefined;
  readonly functions?: URL | undefined;
}

/** Runs the missing migrations, and replaces functions that are not those of this program. */
export async function migrateDatabase(
  client: Client,
  { sealing, name, distribute = false, migrations = migrationsFolder('postgres'), functions }: MigrateDatabaseOptions,
): Promise<Migrated> {
  await client.query('SELECT pg_advisory_lock($1)', [lock]);
  try {
    const [to, wanted] = [newestMigrationOf('postgres', migrations), digestOfFunctions(functions)];
    const { version: from, functions: stored } = await readState(client, { name, newest: to });
    if (from > 0) await requireKey(client, { sealing, name });
    if (distribute) await requireCitus(client, name);
    const before = await isDistributed(client);
    if (from < to || stored !== wanted) {
      await inTransaction(client, async () => {
        if (before) await client.query(sequentialSql);
        for (const { number, sql } of migrationsAfter(from, 'postgres', migrations)) {
          await client.query(sql);
          await client.query('INSERT INTO migrations (number) VALUES ($1)', [number]);
        }
        const check = sealing.seal('booking-service', 'check_value');
        await client.query('INSERT INTO sealing VALUES (1, $1) ON CONFLICT DO NOTHING', [check]);
        await defineFunctions(client, { distributed: before, folder: functions });
        await client.query('UPDATE migrations SET functions = $1 WHERE number = $2', [wanted, to]);
        if (before) await distributeTables(client);
      });
    }
    if (distribute && !before) {
      await inTransaction(client, async () => {
        await client.query(sequentialSql);
        await defineFunctions(client, { distributed: true, folder: functions });
        await distributeTables(client);
      });
    }
    return { from, to, functions_replaced: stored !== wanted, distributed: { before, after: before || distribute } };
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [lock]);
  }
}

/** Refuses a database that is not at the newest migration, or that has other functions than this program. */
export async function requireNewest(client: Client, name: string): Promise<void> {
  const newest = newestMigrationOf('postgres');
  const { version, functions } = await readState(client, { name, newest });
  if (version === newest && functions === digestOfFunctions()) return;
  const older = version === 0 ? 'is empty' : `is at migration ${version}, older than this program (${newest})`;
  const state = version === newest ? 'has the functions of another version' : older;
  throw new StoreError(`The database ${name} ${state}. Bring it up to date first: booking-service migrate`);
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

/** Returns the newest migration of the database, and the digest of its functions. Refuses a database of another version. */
async function readState(
  client: Client,
  { name, newest }: { name: string; newest: number },
): Promise<{ version: number; functions: string | null }> {
  const { rows: columns } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = to_regclass('migrations') AND attnum > 0`,
  );
  if (columns.length === 0) return { version: 0, functions: null };
  if (!columns.some((column) => column.name === 'functions')) throw unreleasedDatabase(name, 'Use an empty database.');
  const { rows } = await client.query<{ version: number; functions: string | null }>(
    'SELECT number AS version, functions FROM migrations ORDER BY number DESC LIMIT 1',
  );
  const { version = 0, functions = null } = rows[0] ?? {};
  if (version <= newest) return { version, functions };
  throw new StoreError(
    `The database is at migration ${version}, newer than this program supports (${newest}). Run a newer version of the program.`,
  );
}

async function inTransaction(client: Client, work: () => Promise<unknown>): Promise<void> {
  await client.query('BEGIN');
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
