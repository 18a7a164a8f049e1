/**
 * A database whose tables are distributed by organization over several nodes, with the extension Citus (decision 012). Its
 * client talks to the coordinator. The tables and statements are those of one PostgreSQL, except the functions in
 * migrations/postgres/distributed, which replace those that claim rows of several organizations.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { StoreError } from '../../store-error.ts';

const folder = new URL('../../../../migrations/postgres/distributed/', import.meta.url);

/** Begins each migration of a distributed database: a transaction that changes tables and functions reaches node after node. */
export const sequentialSql = `SET LOCAL citus.multi_shard_modify_mode TO 'sequential';`;

/** The statements that distribute a database, or what a later migration added to a distributed one. */
export function distributionSql(): string {
  const files = readdirSync(folder).toSorted();
  return [sequentialSql, ...files.map((file) => readFileSync(new URL(file, folder), 'utf8'))].join('\n');
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
