/**
 * Copies everything that an embedded store keeps into an empty PostgreSQL database:
 *  1. lock     the folder: nobody works on it meanwhile
 *  2. compare  both at this program's migrations, sealed with the key given; the database holds no organization
 *  3. copy     table by table, those that others refer to first, rows in the order in which they were made; leases end
 *  4. count    what arrived, then commit: all of it is there, or nothing is
 * The folder is only read. The counts of the current rate windows stay behind: they begin again at zero.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Client } from 'pg';
import type { Sealing } from '../sealing.ts';
import { migrateDatabase, requireNewest } from './postgres/migrate-database.ts';
import { withClient } from './postgres/with-client.ts';
import { lockFolder } from './sqlite/lock-folder.ts';
import { requireKey, requireNewest as requireNewestFile } from './sqlite/open-database.ts';
import { openFile, StoreError } from './sqlite/store-error.ts';

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Those that hold JSON; on the other side a value, here its text. */
  readonly json?: readonly string[];
  /** Default: rowid. */
  readonly order?: string;
}

const organization = ['id', 'name', 'created', 'suspended', 'webhook_url', 'signing_secret', 'rate_limit'];
const attempt = ['delivery_id', 'attempt', 'request_headers', 'started', 'duration_ms', 'status', 'error', 'answer'];

const tables: readonly Table[] = [
  { name: 'organizations', columns: [...organization, 'test_allowance', 'test_confirmed'] },
  {
    name: 'api_keys',
    columns: ['id', 'organization_id', 'digest', 'mode', 'scopes', 'created', 'revoked'],
    json: ['scopes'],
  },
  {
    name: 'bookings',
    columns: ['id', 'organization_id', 'version', 'step', 'status', 'expires_at', 'document'],
    json: ['document'],
  },
  {
    name: 'idempotency_keys',
    columns: ['organization_id', 'livemode', 'idempotency_key', 'booking_id'],
    order: 'organization_id, livemode, idempotency_key',
  },
  {
    name: 'runs',
    columns: ['booking_id', 'step', 'answer', 'changes', 'attempt', 'due_at'],
    json: ['answer', 'changes'],
  },
  { name: 'events', columns: ['id', 'organization_id', 'booking_id', 'type', 'created', 'payload'] },
  {
    name: 'deliveries',
    columns: ['id', 'event_id', 'organization_id', 'state', 'attempts', 'attempts_allowed', 'due_at'],
  },
  { name: 'delivery_attempts', columns: attempt, order: 'delivery_id, attempt' },
  {
    name: 'sessions',
    columns: ['id', 'organization_id', 'version', 'document', 'session_reference', 'card_reference', 'verified_at'],
    json: ['document'],
  },
];
const rowsAtOnce = 500;

/** How many rows of each table were copied. */
export type Transferred = Readonly<Record<string, number>>;

/**
 * Copies what the store in `folder` keeps into the database of this URL, whose tables are made where there are none.
 * Throws a StoreError where one of the two cannot be used, or the database holds something already.
 */
export async function transferToPostgres(
  folder: string,
  { url, sealing }: { url: string; sealing: Sealing },
): Promise<Transferred> {
  const file = join(folder, 'booking-service.db');
  if (!existsSync(file)) throw new StoreError(`There is no database in ${folder}. Name its folder with --data FOLDER.`);
  using opened = new DisposableStack();
  opened.use(lockFolder(folder));
  const source = opened.use(openFile(file, (path) => new DatabaseSync(path, { readOnly: true })));
  openFile(file, (path) => {
    requireNewestFile(source, path);
    requireKey(source, path, sealing);
  });
  return await withClient(url, async (client, name) => {
    await migrateDatabase(client, { sealing, name });
    await requireNewest(client, name);
    await client.query('BEGIN');
    try {
      await requireEmpty(client, name);
      const counts: [string, number][] = [];
      for (const table of tables) counts.push([table.name, await copyTable(table, { source, client })]);
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

async function copyTable(
  { name, columns, json = [], order = 'rowid' }: Table,
  { source, client }: { source: DatabaseSync; client: Client },
): Promise<number> {
  const list = columns.join(', ');
  // A row is read by the names and types of the table that it goes into.
  const insert = `INSERT INTO ${name} (${list}) SELECT ${list} FROM json_populate_recordset(NULL::${name}, $1::json)`;
  let copied = 0;
  let rows: Record<string, unknown>[] = [];
  const send = async () => {
    copied += (await client.query(insert, [JSON.stringify(rows)])).rowCount ?? 0;
    rows = [];
  };
  for (const row of source.prepare(`SELECT ${list} FROM ${name} ORDER BY ${order}`).iterate()) {
    const values = json.flatMap((column) =>
      row[column] === null ? [] : [[column, JSON.parse(String(row[column]))] as [string, unknown]],
    );
    if (rows.push({ ...row, ...Object.fromEntries(values) }) === rowsAtOnce) await send();
  }
  await send();
  const expected = Number(source.prepare(`SELECT count(*) AS rows FROM ${name}`).get()?.['rows']);
  if (copied !== expected) throw new StoreError(`${copied} of ${expected} rows of ${name} arrived: nothing was kept.`);
  return copied;
}
