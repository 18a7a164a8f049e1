/**
 * Copies everything in an embedded store into an empty PostgreSQL database:
 *  1. lock     the folder, so that no other process works on it
 *  2. compare  Both databases are at this program's newest migration, with the same tables and columns. The secrets are sealed
 *     with the given key. The PostgreSQL database has no organization.
 *  3. copy     table by table, referenced tables first, rows in the order of their creation. Leases are not copied. Events of
 *     every period get its partitions.
 *  4. count    the copied rows, then commit. The copy is complete, or nothing is stored.
 * The folder is only read. A folder with a public API key of a sandbox is refused. The counts of the current rate windows are
 * not copied: they begin again at zero.
 */
import { existsSync } from 'node:fs';
import type { Client } from 'pg';
import { type Sealing, StoreError } from '@booking-service/kernel/store';
import { DisposableStack } from '@whatwg-node/disposablestack';
import { createPartitions, migrateDatabase, requireServed, withClient } from '@booking-service/kernel/store/postgres';
import {
  DatabaseSync,
  databaseFile,
  lockFolder,
  openFile,
  requireKey,
  requireNewest as requireNewestFile,
} from '@booking-service/kernel/store/sqlite';
import { bookingFiles as files } from '../booking-files.ts';

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
    `transfer-to-postgres.ts cannot copy ${table}: SQLite has ${here.join(', ')} and PostgreSQL has ${names.join(', ')}.`,
  );
}

/** Every table that is copied, referenced tables first. */
const tables = [
  'organizations',
  'api_keys',
  'bookings',
  'idempotency_keys',
  'runs',
  'booking_calls',
  'booking_reads',
  'events',
  'deliveries',
  'delivery_attempts',
  'delivery_counts',
  'delivery_incidents',
  'sessions',
  'session_creations',
  'access_tokens',
  'members',
  'audit_entries',
];
/**
 * The migration of the PostgreSQL database writes `sealing`. `delivery_queues` is computed from the deliveries. People sign in to the
 * dashboard again. The log of requests begins again.
 */
const uncopiedTables: ReadonlySet<string> = new Set(['sealing', 'delivery_queues', 'dashboard_sessions', 'requests']);
const insertQueues = `
  INSERT INTO delivery_queues (organization_id, next_turn_at, oldest_due_at)
  SELECT d.organization_id, min(d.due_at), min(d.due_at)
  FROM deliveries d JOIN organizations o ON o.id = d.organization_id
  WHERE d.state = 'pending' AND o.webhook_url IS NOT NULL
  GROUP BY d.organization_id`;

/** The number of copied rows, by table. */
export type Transferred = Readonly<Record<string, number>>;

/**
 * Copies the store in `folder` into the PostgreSQL database at `url`, and creates its tables if it has none.
 * Throws a StoreError if one of the two cannot be used, if the folder has an API key whose digest is in `public_digests`, or
 * if the database has an organization.
 */
export async function transferToPostgres(
  folder: string,
  { url, sealing, public_digests }: { url: string; sealing: Sealing; public_digests: readonly string[] },
): Promise<Transferred> {
  const file = databaseFile(folder, files);
  if (!existsSync(file)) throw new StoreError(`There is no database in ${folder}. Name its folder with --data FOLDER.`);
  using opened = new DisposableStack();
  opened.use(lockFolder(folder, files));
  const source = opened.use(openFile(file, (path) => new DatabaseSync(path, { readOnly: true })));
  openFile(file, (path) => {
    requireNewestFile(source, path, files);
    requireKey(source, path, sealing);
    requireTables(source);
  });
  requireNoPublicKey(source, { folder, public_digests });
  return await withClient(url, files, async (client, name) => {
    await migrateDatabase(client, { sealing, name, files });
    await requireServed(client, { name, files });
    await client.query('BEGIN');
    try {
      await requireEmpty(client, name);
      await client.query(createPartitions.text, [oldestEvent(source).getTime(), Date.now()]);
      const counts: [string, number][] = [];
      for (const table of tables) counts.push([table, await copyTable(table, { source, client })]);
      await client.query(insertQueues);
      await client.query('COMMIT');
      return Object.fromEntries(counts);
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    }
  });
}

/** Returns the time of the oldest event. Each period from then on gets its partitions, so that it can be dropped later. */
function oldestEvent(source: DatabaseSync): Date {
  const row = source.prepare('SELECT min(created) AS created FROM events').get();
  const created = row?.['created'];
  return created === null || created === undefined ? new Date() : new Date(String(created));
}

async function requireEmpty(client: Client, name: string): Promise<void> {
  // The lock lasts until the commit, so that no other process adds an organization meanwhile.
  await client.query('LOCK TABLE organizations IN SHARE ROW EXCLUSIVE MODE');
  const { rowCount } = await client.query('SELECT FROM organizations LIMIT 1');
  if (rowCount === 0) return;
  throw new StoreError(`The database ${name} already has organizations. Nothing was changed. Use an empty database.`);
}

/** Refuses a store with a table that neither list above has: its rows would be lost. */
function requireTables(source: DatabaseSync): void {
  const found = source.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  const unknown = found
    .map(({ name }) => String(name))
    .filter((name) => !uncopiedTables.has(name) && !tables.includes(name));
  if (unknown.length > 0) throw new Error(`transfer-to-postgres.ts has no rule for the table ${unknown.join(', ')}.`);
}

/** The contract publishes these keys, so they must not reach the database of a service. */
function requireNoPublicKey(
  source: DatabaseSync,
  { folder, public_digests }: { folder: string; public_digests: readonly string[] },
): void {
  const digests = JSON.stringify(public_digests);
  const found = source
    .prepare(
      'SELECT id FROM api_keys WHERE revoked_at IS NULL AND digest IN (SELECT value FROM json_each(?)) ORDER BY id',
    )
    .all(digests);
  const [first] = found.map(({ id }) => String(id));
  if (first === undefined) return;
  throw new StoreError(
    `${folder} has ${found.length} public API keys of a sandbox, for example ${first}. Nothing was copied. Transfer the folder of a service. If this is the folder of a service, first revoke each of these keys: booking-service key revoke ${first} --data ${folder}`,
  );
}
