import type { DatabaseSync } from 'node:sqlite';
import type { Client } from 'pg';
import { StoreError } from '@booking-service/kernel/store';

interface Column {
  readonly name: string;
  readonly type: string;
  /** True if PostgreSQL numbers the rows in this column. SQLite has no such column: its rows have a rowid. */
  readonly counts: boolean;
}

const leaseColumns: ReadonlySet<string> = new Set(['lease_until', 'lease_token']);
const rowsPerInsert = 500;

/** Copies every row of the table without its lease, in order of creation, and returns the number of rows. */
export async function copyTable(
  table: string,
  { source, client }: { source: DatabaseSync; client: Client },
): Promise<number> {
  const columns = await readColumns(table, client);
  const names = columns.filter(({ counts }) => !counts).map(({ name }) => name);
  requireSameColumns(table, { names, source });
  const copied = names.filter((name) => !leaseColumns.has(name)).join(', ');
  // SQLite stores JSON and arrays as text; PostgreSQL stores them as values.
  const parsed = columns.filter(({ type }) => type === 'json' || type === 'ARRAY').map(({ name }) => name);
  // PostgreSQL reads each row by the column names and types of the target table.
  const insert = `INSERT INTO ${table} (${copied}) SELECT ${copied} FROM json_populate_recordset(NULL::${table}, $1::json)`;
  const order = columns.some(({ counts }) => counts) ? 'ORDER BY rowid' : '';
  let copiedRows = 0;
  let rows: Record<string, unknown>[] = [];
  const send = async () => {
    copiedRows += (await client.query(insert, [JSON.stringify(rows)])).rowCount ?? 0;
    rows = [];
  };
  for (const row of source.prepare(`SELECT ${copied} FROM ${table} ${order}`).iterate()) {
    const values = parsed.map((name) => [name, row[name] === null ? null : JSON.parse(String(row[name]))] as const);
    if (rows.push({ ...row, ...Object.fromEntries(values) }) === rowsPerInsert) await send();
  }
  await send();
  const expected = Number(source.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.['rows']);
  if (copiedRows !== expected)
    throw new StoreError(`Only ${copiedRows} of ${expected} rows of ${table} were copied. The database is unchanged.`);
  return copiedRows;
}

async function readColumns(table: string, client: Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `SELECT column_name AS name, data_type AS type, is_identity = 'YES' AS counts FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = $1`,
    [table],
  );
  return rows;
}

/** Refuses a table that has a column in one database only: the column would be lost. */
function requireSameColumns(
  table: string,
  { names, source }: { names: readonly string[]; source: DatabaseSync },
): void {
  const rows = source.prepare('SELECT name FROM pragma_table_xinfo(?)').all(table);
  const here = rows.map(({ name }) => String(name)).toSorted();
  if (here.join() === names.toSorted().join()) return;
  throw new Error(
    `copy-table.ts cannot copy ${table}: SQLite has ${here.join(', ')} and PostgreSQL has ${names.join(', ')}.`,
  );
}
