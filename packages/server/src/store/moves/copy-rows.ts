/** Copies rows of an organization from one database to another, and compares them. A row travels as the text of its whole value. */
import type { Client } from 'pg';
import type { MovedTable } from './moved-tables.ts';

export interface Copied {
  readonly source: Client;
  readonly target: Client;
  readonly organization_id: string;
}

/** Rows of one statement. A booking takes about 2 KB. */
const batch = 1_000;

export interface CopyOptions {
  /** Copies only rows that a transaction from this one on has written. Default: all rows. */
  readonly since?: string | undefined;
  /** Also copies the rows that begin work or admit callers. */
  readonly withActive: boolean;
}

/** Copies the rows of a table. The source is in a transaction. Returns the number of rows. */
export async function copyRows(
  { name, owner, key, columns, active }: MovedTable,
  { source, target, organization_id }: Copied,
  { since, withActive }: CopyOptions,
): Promise<number> {
  // A frozen transaction id has the greatest age.
  const isNew = since === undefined ? 'true' : `age(t.xmin) <= age('${BigInt(since)}'::xid8::xid)`;
  const condition = withActive ? `(${isNew} OR (${active}))` : `${isNew} AND NOT (${active})`;
  await source.query(
    `DECLARE moved_rows NO SCROLL CURSOR FOR SELECT t::text AS line FROM ${name} t WHERE t.${owner} = ${source.escapeLiteral(organization_id)} AND ${condition}`,
  );
  const update =
    columns.length === 0
      ? 'NOTHING'
      : `UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`;
  const insert = `INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM unnest($1::${name}[]) ON CONFLICT (${key.join(', ')}) DO ${update}`;
  let copied = 0;
  for (;;) {
    const { rows } = await source.query<{ line: string }>(`FETCH ${batch} FROM moved_rows`);
    if (rows.length > 0) await target.query(insert, [rows.map(({ line }) => line)]);
    copied += rows.length;
    if (rows.length < batch) break;
  }
  await source.query('CLOSE moved_rows');
  return copied;
}

/** Deletes the rows of the target that the source does not have. */
export async function removeMissing(
  { name, owner, key }: MovedTable,
  { source, target, organization_id }: Copied,
): Promise<void> {
  const keyOf = (row: string) => `ROW(${key.map((column) => `${row}.${column}`).join(', ')})::text`;
  await source.query(
    `DECLARE moved_keys NO SCROLL CURSOR FOR SELECT ${keyOf('t')} AS line FROM ${name} t WHERE t.${owner} = ${source.escapeLiteral(organization_id)}`,
  );
  await target.query('CREATE TEMPORARY TABLE moved_keys (line text)');
  for (;;) {
    const { rows } = await source.query<{ line: string }>(`FETCH ${10 * batch} FROM moved_keys`);
    await target.query('INSERT INTO moved_keys SELECT unnest($1::text[])', [rows.map(({ line }) => line)]);
    if (rows.length < 10 * batch) break;
  }
  await source.query('CLOSE moved_keys');
  await target.query(
    `DELETE FROM ${name} t WHERE t.${owner} = $1 AND NOT EXISTS (SELECT FROM moved_keys k WHERE k.line = ${keyOf('t')})`,
    [organization_id],
  );
  await target.query('DROP TABLE moved_keys');
}

/** Returns the tables whose rows differ, by their number and the sum of their digests, among all rows or without the active ones. */
export async function findDifferences(
  tables: readonly MovedTable[],
  { source, target, organization_id }: Copied,
  { withActive }: Pick<CopyOptions, 'withActive'>,
): Promise<MovedTable[]> {
  const statement = tables
    .map(
      ({ name, owner, active }) =>
        `SELECT '${name}' AS name, count(*) || ' ' || coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0) AS rows
         FROM ${name} t WHERE t.${owner} = $1 AND ${withActive ? 'true' : `NOT (${active})`}`,
    )
    .join(' UNION ALL ');
  const read = async (client: Client) => {
    const { rows } = await client.query<{ name: string; rows: string }>(statement, [organization_id]);
    return new Map(rows.map((row) => [row.name, row.rows]));
  };
  const [before, after] = await Promise.all([read(source), read(target)]);
  return tables.filter(({ name }) => before.get(name) !== after.get(name));
}
