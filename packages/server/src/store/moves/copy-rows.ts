/** Copies rows of an organization from one database to another. A row travels as the text of its whole value. */
import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { StoreError } from '@booking-service/kernel/store';

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

interface CopyOptions {
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

/** The tables that stay in their database, and why. Every other table has rows of organizations, which a move copies. */
export const unmovedTables: Readonly<Record<string, string>> = {
  migrations: 'the schema of the database',
  sealing: 'the check of the sealing key',
  rate_windows: 'the calls of the current window: the organization begins a new one',
  organization_moves: 'the moves of the database',
  moved_names: 'the organizations that left the database',
  organization_homes: 'the records of the moves of all cells',
};

/**
 * The rows that would begin work or admit callers in the target. A move copies them in the transaction that activates the organization
 * there, and no earlier.
 */
const activeRows: Readonly<Record<string, string>> = {
  access_tokens: 'true',
  api_keys: 'true',
  // The worker expires these.
  booking_reads: 'true',
  bookings: `status = 'requires_action'`,
  dashboard_sessions: 'true',
  delivery_incidents: 'true',
  delivery_queues: 'true',
  members: 'true',
  runs: 'true',
};

/** Rows of these tables are also deleted because they are old, for many organizations at once. */
const aging = new Set(['booking_calls', 'events', 'deliveries', 'delivery_attempts', 'delivery_counts', 'requests']);

/** A table with rows of organizations. The partitions of a table without a primary key are tables of their own here. */
export interface MovedTable {
  readonly name: string;
  /** The table of which it is a partition, otherwise its own name. */
  readonly root: string;
  /** The column with the id of the organization. */
  readonly owner: string;
  /** The columns of the primary key. */
  readonly key: readonly string[];
  /** The columns that an update can set. */
  readonly columns: readonly string[];
  /** The condition of rows that a move copies at its end. */
  readonly active: string;
  /** True if the service removes old rows. */
  readonly isAging: boolean;
}

interface TableRow {
  readonly name: string;
  readonly root: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
  readonly settable: readonly string[];
  readonly references: readonly string[];
}

const selectTables = `
  WITH RECURSIVE tables AS (
    SELECT c.oid, c.relname::text AS root, c.relkind = 'p' AND NOT EXISTS (
      SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary) AS is_split
    FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    UNION ALL
    SELECT c.oid, t.root, c.relkind = 'p' AND NOT EXISTS (
      SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary)
    FROM tables t JOIN pg_inherits h ON h.inhparent = t.oid JOIN pg_class c ON c.oid = h.inhrelid
    WHERE t.is_split
  )
  SELECT c.relname AS name, t.root,
    ARRAY(SELECT a.attname::text FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
    ARRAY(SELECT a.attname::text FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attidentity = '') AS settable,
    ARRAY(SELECT a.attname::text FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
      WHERE i.indrelid = c.oid AND i.indisprimary ORDER BY array_position(i.indkey::smallint[], a.attnum)) AS key,
    ARRAY(SELECT DISTINCT r.relname::text FROM pg_constraint f JOIN pg_class r ON r.oid = f.confrelid
      WHERE f.conrelid = c.oid AND f.contype = 'f') AS references
  FROM tables t JOIN pg_class c ON c.oid = t.oid
  WHERE NOT t.is_split
  ORDER BY c.relname`;

/** Returns the tables that a move copies, from the catalog of the database. A table comes after those that it refers to. */
export async function readMovedTables(client: Client): Promise<MovedTable[]> {
  const { rows } = await client.query<TableRow>(selectTables);
  const moved = rows.filter(({ name }) => !(name in unmovedTables)).map((row) => ({ row, table: toMovedTable(row) }));
  const ordered: MovedTable[] = [];
  while (ordered.length < moved.length) {
    const next = moved.filter(
      ({ row, table }) =>
        !ordered.includes(table) && row.references.every((name) => ordered.some((earlier) => earlier.name === name)),
    );
    if (next.length === 0)
      throw new StoreError('Tables of the database refer to each other. A move cannot order them.');
    ordered.push(...next.map(({ table }) => table));
  }
  return ordered;
}

function toMovedTable({ name, root, key, columns, settable }: TableRow): MovedTable {
  const owner = name === 'organizations' ? 'id' : 'organization_id';
  if (!columns.includes(owner) || key.length === 0)
    throw new StoreError(
      `The table ${name} has no organization_id or no primary key, so a move cannot copy it. Add it to unmovedTables if its rows belong to no organization.`,
    );
  const ownColumns = settable.filter((column) => !key.includes(column));
  return { name, root, owner, key, columns: ownColumns, active: activeRows[root] ?? 'false', isAging: aging.has(root) };
}
