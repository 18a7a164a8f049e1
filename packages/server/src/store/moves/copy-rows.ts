/** Copies rows of an organization from one database to another. A row travels as the text of its whole value. */
import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { StoreError } from '@booking-service/kernel/store';
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
 * Copies the rows of tables, and compares them by their number and the sum of their digests. Both databases are in a transaction. One query reads
 * all tables, because each round trip delays writes that are refused meanwhile. Returns the number of rows. Throws a CopyDiffersError if
 * they differ.
 */
export async function copyRows(
  tables: readonly MovedTable[],
  { source, target, organization_id }: Copied,
  { since, withActive }: CopyOptions,
): Promise<number> {
  // A frozen transaction id has the greatest age.
  const isNew = since === undefined ? 'true' : `age(t.xmin) <= age('${BigInt(since)}'::xid8::xid)`;
  const lines = tables.map(({ name, owner, active }) => {
    const condition = withActive ? `(${isNew} OR (${active}))` : `${isNew} AND NOT (${active})`;
    return `SELECT '${name}' AS name, t::text AS line FROM ${name} t WHERE t.${owner} = ${source.escapeLiteral(organization_id)} AND ${condition}`;
  });
  const written = new Map<MovedTable, { rows: number; digest: bigint }>();
  for await (const read of readLines(source, lines.join(' UNION ALL '), batch)) {
    for (const table of tables) {
      const own = read.filter(({ name }) => name === table.name).map(({ line }) => line);
      if (own.length === 0) continue;
      await target.query(insertInto(table), [own]);
      const before = written.get(table) ?? { rows: 0, digest: 0n };
      const digest = own.reduce((sum, line) => sum + digestOf(line), before.digest);
      written.set(table, { rows: before.rows + own.length, digest });
    }
  }
  if (written.size === 0) return 0;
  const found = await readWritten([...written.keys()], { target, organization_id });
  const differing = [...written].filter(([{ name }, { rows, digest }]) => found.get(name) !== `${rows} ${digest}`);
  if (differing.length > 0)
    throw new CopyDiffersError(organization_id, `rows of ${differing.map(([{ name }]) => name).join(', ')}`);
  return [...written.values()].reduce((sum, { rows }) => sum + rows, 0);
}

function insertInto({ name, key, columns }: MovedTable): string {
  const update =
    columns.length === 0
      ? 'NOTHING'
      : `UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`;
  return `INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM unnest($1::${name}[]) ON CONFLICT (${key.join(', ')}) DO ${update}`;
}

/** Deletes the rows of the target that the source does not have. */
export async function removeMissing(
  { name, owner, key }: MovedTable,
  { source, target, organization_id }: Copied,
): Promise<void> {
  const line = `ROW(${key.map((column) => `t.${column}`).join(', ')})::text`;
  await target.query('CREATE TEMPORARY TABLE moved_keys (line text)');
  const keys = `SELECT '' AS name, ${line} AS line FROM ${name} t WHERE t.${owner} = ${source.escapeLiteral(organization_id)}`;
  for await (const read of readLines(source, keys, 10 * batch))
    await target.query('INSERT INTO moved_keys SELECT unnest($1::text[])', [read.map((row) => row.line)]);
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

/** Returns the ids of the bookings that the target lacks. Rows of bookings are never deleted. */
export async function listMissing({ source, target, organization_id }: Copied): Promise<string[]> {
  const missing: string[] = [];
  for (let after = ''; ;) {
    const { rows } = await source.query<{ id: string }>(
      'SELECT id FROM bookings WHERE organization_id = $1 AND id > $2 ORDER BY id LIMIT 10000',
      [organization_id, after],
    );
    const last = rows.at(-1);
    if (!last) return missing;
    after = last.id;
    const { rows: lacking } = await target.query<{ id: string }>(
      `SELECT f.id FROM unnest($2::text[]) AS f (id)
       WHERE NOT EXISTS (SELECT FROM bookings b WHERE b.organization_id = $1 AND b.id = f.id)`,
      [organization_id, rows.map(({ id }) => id)],
    );
    missing.push(...lacking.map(({ id }) => id));
  }
}

/** Returns the first ids, for a message. */
export function listFew(ids: readonly string[]): string {
  return `${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ` and ${ids.length - 5} more` : ''}`;
}

interface Line {
  readonly name: string;
  readonly line: string;
}

/** Reads the lines of a query in parts, each with the name of its table. */
async function* readLines(client: Client, query: string, limit: number): AsyncGenerator<readonly Line[]> {
  await client.query(`DECLARE moved_rows NO SCROLL CURSOR FOR ${query}`);
  for (;;) {
    const { rows } = await client.query<Line>(`FETCH ${limit} FROM moved_rows`);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) break;
  }
  await client.query('CLOSE moved_rows');
}

/** 60 bits, whose sum does not depend on an order. */
function digestOf(line: string): bigint {
  return BigInt(`0x${createHash('md5').update(line).digest('hex').slice(0, 15)}`);
}

/** Returns the number and the sum of the rows of each table that the transaction of the target has written. */
async function readWritten(
  tables: readonly MovedTable[],
  { target, organization_id }: Pick<Copied, 'target' | 'organization_id'>,
): Promise<ReadonlyMap<string, string>> {
  const sums = tables.map(
    ({ name, owner }) =>
      `SELECT '${name}' AS name, count(*) || ' ' || coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0) AS written
       FROM ${name} t WHERE t.${owner} = $1 AND t.xmin = pg_current_xact_id()::xid`,
  );
  const { rows } = await target.query<{ name: string; written: string }>(sums.join(' UNION ALL '), [organization_id]);
  return new Map(rows.map(({ name, written }) => [name, written]));
}
