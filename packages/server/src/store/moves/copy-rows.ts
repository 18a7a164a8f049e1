/** Copies rows of an organization from one database to another. A row travels as the text of its whole value. */
import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { StoreError } from '@booking-service/kernel/store/store-errors';
import type { MovedTable } from './moved-tables.ts';

export interface Copied {
  readonly source: Client;
  readonly target: Client;
  readonly organization_id: string;
}

/** Thrown if the copy is not equal to its source. The next call copies everything again. */
export class CopyDiffersError extends StoreError {
  constructor(organization_id: string, difference: string) {
    super(
      `The copy of the organization ${organization_id} differs from its source: ${difference}. The organization stays in its cell. Run the command again; if this happens again, report it as a bug.`,
    );
  }
}

/** Rows of one statement. A booking takes about 2 KB. */
const batch = 1_000;

export interface CopyOptions {
  /** Copies only rows that a transaction from this one on has written. Default: all rows. */
  readonly since?: string | undefined;
  /** Also copies the rows that begin work or admit callers. */
  readonly withActive: boolean;
}

/**
 * Copies the rows of a table, and compares them by their number and the sum of their digests. Both databases are in a transaction. Returns the
 * number of rows. Throws a StoreError if they differ.
 */
export async function copyRows(table: MovedTable, copied: Copied, { since, withActive }: CopyOptions): Promise<number> {
  const { name, owner, key, columns, active } = table;
  const { source, target, organization_id } = copied;
  // A frozen transaction id has the greatest age.
  const isNew = since === undefined ? 'true' : `age(t.xmin) <= age('${BigInt(since)}'::xid8::xid)`;
  const condition = withActive ? `(${isNew} OR (${active}))` : `${isNew} AND NOT (${active})`;
  const lines = `SELECT t::text AS line FROM ${name} t WHERE t.${owner} = ${source.escapeLiteral(organization_id)} AND ${condition}`;
  const update =
    columns.length === 0
      ? 'NOTHING'
      : `UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`;
  const insert = `INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM unnest($1::${name}[]) ON CONFLICT (${key.join(', ')}) DO ${update}`;
  let [rows, digest] = [0, 0n];
  for await (const read of readLines(source, lines, batch)) {
    await target.query(insert, [read]);
    rows += read.length;
    for (const line of read) digest += digestOf(line);
  }
  if (rows > 0 && (await readWritten(table, copied)) !== `${rows} ${digest}`)
    throw new CopyDiffersError(organization_id, `rows of ${name}`);
  return rows;
}

/** Deletes the rows of the target that the source does not have. */
export async function removeMissing(
  { name, owner, key }: MovedTable,
  { source, target, organization_id }: Copied,
): Promise<void> {
  const line = `ROW(${key.map((column) => `t.${column}`).join(', ')})::text`;
  await target.query('CREATE TEMPORARY TABLE moved_keys (line text)');
  const keys = `SELECT ${line} AS line FROM ${name} t WHERE t.${owner} = ${source.escapeLiteral(organization_id)}`;
  for await (const read of readLines(source, keys, 10 * batch))
    await target.query('INSERT INTO moved_keys SELECT unnest($1::text[])', [read]);
  await target.query(
    `DELETE FROM ${name} t WHERE t.${owner} = $1 AND NOT EXISTS (SELECT FROM moved_keys k WHERE k.line = ${line})`,
    [organization_id],
  );
  await target.query('DROP TABLE moved_keys');
}

/** Returns the number of rows of each table in the target, and the tables of which the source has another number. */
export async function compareCounts(
  tables: readonly MovedTable[],
  { source, target, organization_id }: Copied,
): Promise<{ readonly rows: number; readonly differing: readonly MovedTable[] }> {
  const statement = tables
    .map(({ name, owner }) => `SELECT '${name}' AS name, count(*)::float8 AS rows FROM ${name} WHERE ${owner} = $1`)
    .join(' UNION ALL ');
  const read = async (client: Client) => {
    const { rows } = await client.query<{ name: string; rows: number }>(statement, [organization_id]);
    return new Map(rows.map((row) => [row.name, row.rows]));
  };
  const [before, after] = await Promise.all([read(source), read(target)]);
  return {
    rows: [...after.values()].reduce((left, right) => left + right, 0),
    differing: tables.filter(({ name }) => before.get(name) !== after.get(name)),
  };
}

/** Reads the column `line` of a query in parts. */
async function* readLines(client: Client, query: string, limit: number): AsyncGenerator<readonly string[]> {
  await client.query(`DECLARE moved_rows NO SCROLL CURSOR FOR ${query}`);
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`FETCH ${limit} FROM moved_rows`);
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < limit) break;
  }
  await client.query('CLOSE moved_rows');
}

/** 60 bits, whose sum does not depend on an order. */
function digestOf(line: string): bigint {
  return BigInt(`0x${createHash('md5').update(line).digest('hex').slice(0, 15)}`);
}

/** Returns the same of the rows that the transaction of the target has written. */
async function readWritten({ name, owner }: MovedTable, { target, organization_id }: Copied): Promise<string> {
  const { rows } = await target.query<{ written: string }>(
    `SELECT count(*) || ' ' || coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0) AS written
     FROM ${name} t WHERE t.${owner} = $1 AND t.xmin = pg_current_xact_id()::xid`,
    [organization_id],
  );
  return rows[0]?.written ?? '';
}
