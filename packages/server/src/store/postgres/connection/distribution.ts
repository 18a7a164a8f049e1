/**
 * A database whose tables are distributed by organization over several nodes, with the extension Citus (decision 012). Its
 * client talks to the coordinator. The tables and statements are those of one PostgreSQL, except the functions over several
 * organizations, which have a second body: rows of several nodes can be neither locked by one SELECT nor skipped while they are
 * locked. Such a body reads candidates without a lock, and then changes those that still qualify. Two claims at once would find the
 * same candidates, so they take turns under an advisory lock of the coordinator.
 */
import { readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { migrationsFolder } from '../../migration-files.ts';
import { StoreError } from '../../store-error.ts';

/** Begins each migration of a distributed database: a transaction that changes tables and functions reaches node after node. */
export const sequentialSql = `SET LOCAL citus.multi_shard_modify_mode TO 'sequential';`;

/** Distributes the tables and functions that are not distributed yet. Runs in the transaction of a migration. */
export async function distributeTables(client: Client): Promise<void> {
  await client.query(readFileSync(new URL('distribute_tables.sql', migrationsFolder('postgres')), 'utf8'));
}

/** Returns whether the tables are distributed. */
export async function isDistributed(client: Client): Promise<boolean> {
  if (!(await hasCitus(client))) return false;
  const { rowCount } = await client.query(
    `SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('organizations')`,
  );
  return rowCount === 1;
}

/** Refuses a database that cannot be distributed. */
export async function requireCitus(client: Client, name: string): Promise<void> {
  if (await hasCitus(client)) return;
  throw new StoreError(
    `The database ${name} has no extension Citus, so it cannot be distributed. Nothing was changed. Set up a cluster first (docs/scale.md).`,
  );
}

async function hasCitus(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  return rowCount === 1;
}
