/**
 * Brings a database to the newest migration. Steps 2 and 3 refuse a database before anything is written:
 *  1. Take an advisory lock, so that one instance migrates at a time. The others wait and find the work done.
 *  2. Compare the database's migration with the program's. A newer one is refused.
 *  3. Test the sealing key on the sealed check value.
 *  4. Run each missing migration in its own transaction. The first one also stores the check value.
 *  5. Distribute the tables, if that is wanted. If they are distributed already, the last migration also distributes what the
 *     migrations added, in its transaction.
 */
import type { Client } from 'pg';
import type { Sealing } from '../../sealing.ts';
import { migrationsAfter, newestMigrationOf } from '../../migration-files.ts';
import { StoreError } from '../../store-error.ts';
import type { Migrated } from '../postgres-options.ts';
import { distributionSql, isDistributed, requireCitus, sequentialSql } from './distribution.ts';

/** The advisory lock of this program. Every version must use the same number. */
const lock = 7_420_011_121;

/** Runs the missing migrations. `distribute` also distributes the tables; it is refused without the extension Citus. */
export async function migrateDatabase(
  client: Client,
  { sealing, name, distribute = false }: { sealing: Sealing; name: string; distribute?: boolean | undefined },
): Promise<Migrated> {
  await client.query('SELECT pg_advisory_lock($1)', [lock]);
  try {
    const from = await readVersion(client);
    if (from > 0) await requireKey(client, { sealing, name });
    if (distribute) await requireCitus(client, name);
    const before = await isDistributed(client);
    const [missing, to] = [migrationsAfter(from, 'postgres'), newestMigrationOf('postgres')];
    for (const { number, sql } of missing) {
      const parts = before ? [sequentialSql, sql, number === to ? distributionSql() : ''] : [sql];
      await migrateTo(client, { number, sql: parts.join('\n'), sealing });
    }
    if (distribute && !before) await client.query(distributionSql());
    return { from, to, distributed: { before, after: before || distribute } };
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [lock]);
  }
}

/** Refuses a database that is not at the newest migration. */
export async function requireNewest(client: Client, name: string): Promise<void> {
  const [version, newest] = [await readVersion(client), newestMigrationOf('postgres')];
  if (version === newest) return;
  const state = version === 0 ? 'is empty' : `is at migration ${version}, older than this program (${newest})`;
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

async function readVersion(client: Client): Promise<number> {
  const made = await client.query<{ made: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS made`);
  if (made.rows[0]?.made !== true) return 0;
  const { rows } = await client.query<{ version: number }>('SELECT max(number) AS version FROM migrations');
  const [version, newest] = [rows[0]?.version ?? 0, newestMigrationOf('postgres')];
  if (version <= newest) return version;
  throw new StoreError(
    `The database is at migration ${version}, newer than this program supports (${newest}). Run a newer version of the program.`,
  );
}

async function migrateTo(
  client: Client,
  { number, sql, sealing }: { number: number; sql: string; sealing: Sealing },
): Promise<void> {
  await inTransaction(client, async () => {
    await client.query(sql);
    await client.query('INSERT INTO migrations (number) VALUES ($1)', [number]);
    const check = sealing.seal('booking-service', 'check_value');
    await client.query('INSERT INTO sealing VALUES (1, $1) ON CONFLICT DO NOTHING', [check]);
  });
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
