/**
 * Copies everything that an embedded store keeps into an empty PostgreSQL database:
 *  1. lock     the folder: nobody works on it meanwhile
 *  2. compare  both at this program's migrations, sealed with the key given, with the same tables and columns; the database
 *     holds no organization
 *  3. copy     table by table, those that others refer to first, rows in the order in which they were made; leases end
 *  4. count    what arrived, then commit: all of it is there, or nothing is
 * A sandbox's public API keys are not carried over: a folder that holds one is refused. The folder is only read. The counts of the current rate windows stay behind: they begin again at zero.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Client } from 'pg';
import type { Sealing } from './sealing.ts';
import { migrateDatabase, requireNewest } from './postgres/connection/migrate-database.ts';
import { withClient } from './postgres/connection/with-client.ts';
import { lockFolder } from './sqlite/file/lock-folder.ts';
import { requireKey, requireNewest as requireNewestFile } from './sqlite/file/open-database.ts';
import { openFile, StoreError } from './sqlite/file/store-error.ts';

/** Every table, those that others refer to first. */
const tables = [
  'organizations',
  'api_keys',
  'bookings',
  'idempotency_keys',
  'runs',
  'events',
  'deliveries',
  'delivery_attempts',
  'sessions',
  'session_creations',
];
/** `sealing` tells the key, and is written by the other side's migration; `delivery_queues` is made of the deliveries. */
const ownTables: ReadonlySet<string> = new Set(['sealing', 'delivery_queues']);
const makeQueues = `
  INSERT INTO delivery_queues (organization_id, next_turn_at, oldest_due_at)
  SELECT d.organization_id, min(d.due_at), min(d.due_at)
  FROM deliveries d JOIN organizations o ON o.id = d.organization_id
  WHERE d.state = 'pending' AND o.webhook_url IS NOT NULL
  GROUP BY d.organization_id`;
const leaseColumns: ReadonlySet<string> = new Set(['lease_until', 'lease_token']);
const rowsAtOnce = 500;

/** How many rows of each table were copied. */
export type Transferred = Readonly<Record<string, number>>;

/**
 * Copies what the store in `folder` keeps into the database of this URL, whose tables are made where there are none.
 * Throws a StoreError where one of the two cannot be used, the folder holds an API key of which `public_digests` has the digest, or
 * the database holds something already.
 */
export async function transferToPostgres(
  folder: string,
  { url, sealing, public_digests }: { url: string; sealing: Sealing; public_digests: readonly string[] },
): Promise<Transferred> {
  const file = join(folder, 'booking-service.db');
  if (!existsSync(file)) throw new StoreError(`There is no database in ${folder}. Name its folder with --data FOLDER.`);
  using opened = new DisposableStack();
  opened.use(lockFolder(folder));
  const source = opened.use(openFile(file, (path) => new DatabaseSync(path, { readOnly: true })));
  openFile(file, (path) => {
    requireNewestFile(source, path);
    requireKey(source, path, sealing);
    requireTables(source);
  });
  requireNoPublicKey(source, { folder, public_digests });
  return await withClient(url, async (client, name) => {
    await migrateDatabase(client, { sealing, name });
    await requireNewest(client, name);
    await client.query('BEGIN');
    try {
      await requireEmpty(client, name);
      const counts: [string, number][] = [];
      for (const table of tables) counts.push([table, await copyTable(table, { source, client })]);
      await client.query(makeQueues);
      await client.query('COMMIT');
      return Object.fromEntries(counts);
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    }
  });
}

async function requireEmpty(client: Client, name: string): Promise<void> {
  // Held until the end, so that nobody makes one meanwhile.
  await client.query('LOCK TABLE organizations IN SHARE ROW EXCLUSIVE MODE');
  const { rowCount } = await client.query('SELECT FROM organizations LIMIT 1');
  if (rowCount === 0) return;
  throw new StoreError(`The database ${name} holds organizations already, and is left as it is. Name an empty one.`);
}

function requireTables(source: DatabaseSync): void {
  const found = source.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  const forgotten = found
    .map(({ name }) => String(name))
    .filter((name) => !ownTables.has(name) && !tables.includes(name));
  if (forgotten.length > 0) throw new Error(`transfer.ts does not say what becomes of ${forgotten.join(', ')}.`);
}

/** Anyone who read the contract has these keys: they must not reach a database that a service runs on. */
function requireNoPublicKey(
  source: DatabaseSync,
  { folder, public_digests }: { folder: string; public_digests: readonly string[] },
): void {
  const digests = JSON.stringify(public_digests);
  const found = source
    .prepare('SELECT id FROM api_keys WHERE revoked IS NULL AND digest IN (SELECT value FROM json_each(?)) ORDER BY id')
    .all(digests);
  const [first] = found.map(({ id }) => String(id));
  if (first === undefined) return;
  throw new StoreError(
    `${folder} holds ${found.length} public API keys of a sandbox, ${first} for one, and nothing was copied. Transfer the folder of a service; if this is one, revoke each of these keys first: booking-service key revoke ${first} --data ${folder}`,
  );
}

interface Column {
  readonly name: string;
  readonly type: string;
  /** Counts rows in the order in which they are made; it is not there in the embedded store, whose rows have a rowid. */
  readonly counts: boolean;
}

async function copyTable(table: string, { source, client }: { source: DatabaseSync; client: Client }): Promise<number> {
  const columns = await readColumns(table, client);
  const names = columns.filter(({ counts }) => !counts).map(({ name }) => name);
  requireSameColumns(table, { names, source });
  const copied = names.filter((name) => !leaseColumns.has(name)).join(', ');
  // JSON is text on this side, and a value on the other, as lists are.
  const parsed = columns.filter(({ type }) => type === 'json' || type === 'ARRAY').map(({ name }) => name);
  // A row is read by the names and types of the table that it goes into.
  const insert = `INSERT INTO ${table} (${copied}) SELECT ${copied} FROM json_populate_recordset(NULL::${table}, $1::json)`;
  const order = columns.some(({ counts }) => counts) ? 'ORDER BY rowid' : '';
  let arrived = 0;
  let rows: Record<string, unknown>[] = [];
  const send = async () => {
    arrived += (await client.query(insert, [JSON.stringify(rows)])).rowCount ?? 0;
    rows = [];
  };
  for (const row of source.prepare(`SELECT ${copied} FROM ${table} ${order}`).iterate()) {
    const values = parsed.map((name) => [name, row[name] === null ? null : JSON.parse(String(row[name]))] as const);
    if (rows.push({ ...row, ...Object.fromEntries(values) }) === rowsAtOnce) await send();
  }
  await send();
  const expected = Number(source.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.['rows']);
  if (arrived !== expected)
    throw new StoreError(`${arrived} of ${expected} rows of ${table} arrived: nothing was kept.`);
  return arrived;
}

async function readColumns(table: string, client: Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `SELECT column_name AS name, data_type AS type, is_identity = 'YES' AS counts FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = $1`,
    [table],
  );
  return rows;
}

/** A column that only one side has would be lost without a word. */
function requireSameColumns(
  table: string,
  { names, source }: { names: readonly string[]; source: DatabaseSync },
): void {
  const rows = source.prepare('SELECT name FROM pragma_table_xinfo(?)').all(table);
  const here = rows.map(({ name }) => String(name)).toSorted();
  if (here.join() === names.toSorted().join()) return;
  throw new Error(`transfer.ts cannot copy ${table}: it has ${here.join(', ')} here and ${names.join(', ')} there.`);
}
