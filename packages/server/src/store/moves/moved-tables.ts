import type { Client } from 'pg';
import { StoreError } from '@booking-service/kernel/store';

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
