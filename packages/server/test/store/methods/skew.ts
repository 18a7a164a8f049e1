/**
 * A database in which one organization has nearly all rows, beside many organizations with one of each, so that the statistics of the
 * planner show no large one. The rows are copies of those that the cases of the methods stored: a new table needs no code here.
 */
import { delivery } from '@booking-service/contract';
import { adminLimits } from '@booking-service/contract/admin';
import type { PostgresDatabase } from '../../support/engines.ts';

/** The organization with many rows. */
export const large = 'org_large';
export const small_organizations = 1_000;

/** The most rows that an organization can have in these tables. */
const bounds: Readonly<Record<string, number>> = {
  members: adminLimits.members.of_organization,
  // One for each member, and a few of the organization.
  rate_windows: adminLimits.members.of_organization,
  delivery_counts: delivery.retention_days * 24,
};

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  /** The columns of each unique index of the table. */
  readonly keys: readonly string[];
  readonly is_generated: boolean;
}

type Row = Readonly<Record<string, unknown>>;

/** The columns of the tables with rows of organizations. */
const selectColumns = `
  SELECT c.relname AS table, a.attname AS column, a.atttypid::regtype::text AS type, a.attidentity <> '' AS is_generated,
    ARRAY(
      SELECT (SELECT string_agg(k.attname, ' ') FROM pg_attribute k WHERE k.attrelid = i.indexrelid) FROM pg_index i
      WHERE i.indisunique AND (i.indrelid = c.oid OR i.indrelid IN (SELECT relid FROM pg_partition_tree(c.oid)))) AS keys
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = c.oid AND o.attname = 'organization_id')
  ORDER BY c.relname, a.attnum`;

const id = /[a-z]{3}_[0-9a-f]{32}/g;
const isId = new RegExp(`^${id.source}$`);
/** The time in the ids of the examples, in ms. Each copy is a second older than the one before it. */
let newest: number | undefined;

/** Returns the text with each distinct id replaced by that of a copy. */
export function toCopies(text: string, numbers: Map<string, number>): string {
  return text.replaceAll(id, (found) => {
    const number = numbers.get(found) ?? numbers.size + 1;
    numbers.set(found, number);
    return found.slice(0, 4) + hex(timeIn(found) - number * 1000, 12) + hex(number, 20);
  });
}

function timeIn(found: string): number {
  return (newest ??= Number.parseInt(found.slice(4, 16), 16));
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0');
}

/** Rows to copy: one of each state of each table. */
export class ExampleRows {
  readonly #rows = new Map<string, Map<string, Row>>();
  #columns: readonly Column[] = [];

  /** The tables without an example. */
  get missing(): string[] {
    return this.#tables.filter((table) => !this.#rows.has(table));
  }

  get #tables(): string[] {
    return [...new Set(this.#columns.map(({ table }) => table))];
  }

  /** Keeps examples from the database of a case. */
  async collect(database: Pick<PostgresDatabase, 'query'>): Promise<void> {
    // The statement returns these columns.
    if (this.#columns.length === 0) this.#columns = (await database.query(selectColumns)) as unknown as Column[];
    const rows = this.#tables.map(
      (table) => `(SELECT '${table}' AS table, to_json(t) AS row FROM ${table} t WHERE organization_id <> '' LIMIT 20)`,
    );
    for (const { table, row } of await database.query(rows.join(' UNION ALL '))) {
      const example = row as Row;
      const states = this.#rows.get(String(table)) ?? new Map<string, Row>();
      states.set(String(example['state'] ?? example['status']), example);
      this.#rows.set(String(table), states);
    }
  }

  /** Stores the copies: `many` of each table for the large organization, and one for each of the small ones. */
  async plant(database: PostgresDatabase, many: number): Promise<void> {
    const organizations = `
      INSERT INTO organizations (id, name, created, webhook_url, signing_secret, rate_limit, test_allowance)
      SELECT CASE i WHEN 0 THEN '${large}' ELSE 'org_small_' || i END, 'Diner', '2026-11-21T09:30:00.000Z', 'https://diner.test/',
        'sealed', 1000000, 100 FROM generate_series(0, ${small_organizations}) i`;
    const copies = [...this.#rows].flatMap(([table, states]) =>
      [...states.values()].map((row, first, { length: step }) =>
        this.#copy(table, row, { first, step, last: Math.min(many, bounds[table] ?? many), many }),
      ),
    );
    // No references are checked, and no triggers run.
    await database.execute(`SET session_replication_role = replica; ${[organizations, ...copies].join('; ')}`);
    await database.execute('VACUUM ANALYZE');
  }

  #copy(
    table: string,
    row: Row,
    { first, step, last, many }: Readonly<Record<'first' | 'step' | 'last' | 'many', number>>,
  ): string {
    const own = this.#columns.filter((each) => each.table === table && !each.is_generated);
    const values = own.map((column) => (column.column === 'organization_id' ? 'owner' : copiedValue(column, row)));
    const owners = `
      SELECT '${large}' AS owner, i FROM generate_series(${first + 1}, ${last}, ${step}) i
      UNION ALL SELECT 'org_small_' || i, ${many} + i FROM generate_series(${first + 1}, ${small_organizations}, ${step}) i`;
    return `INSERT INTO ${table} (${own.map(({ column }) => column).join(', ')})
      SELECT ${values.join(', ')} FROM (${owners}) AS n, json_populate_record(NULL::${table}, ${quote(JSON.stringify(row))}) AS example
      ON CONFLICT DO NOTHING`;
  }
}

/** Returns the value of the copy `i`: ids, times and unique values differ from copy to copy. */
function copiedValue({ column, type, keys }: Column, row: Row): string {
  const value = row[column];
  if (typeof value === 'string' && isId.test(value)) {
    return `${quote(value.slice(0, 4))} || lpad(to_hex(${timeIn(value)} - i * 1000), 12, '0') || lpad(to_hex(i), 20, '0')`;
  }
  if (type === 'instant' && typeof value === 'string') {
    const isHour = value.length === 13;
    const [time, unit, form] = isHour
      ? [`${value}:00Z`, 'hour', 'YYYY-MM-DD"T"HH24']
      : [value, 'second', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'];
    return `to_char(timestamptz ${quote(time)} AT TIME ZONE 'UTC' - i * interval '1 ${unit}', ${quote(form)})`;
  }
  const isUniqueWithout = (key: string) =>
    key
      .split(' ')
      .some((other) => typeof row[other] === 'string' && other !== 'organization_id' && isId.test(row[other]));
  const isKey = keys.some((key) => key.split(' ').includes(column) && !isUniqueWithout(key));
  if (!isKey || value === null) return `example.${column}`;
  if (typeof value === 'number') return `example.${column} + i`;
  return typeof value === 'string' ? `example.${column} || '-' || i` : `example.${column}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
