/** Migrations of databases with rows, by a program that has one more migration, and the replacement of PostgreSQL's functions. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { migratePostgresStore, openPostgresStore, StoreError } from '../../src/index.ts';
import { newestMigrationOf, type ServiceFiles } from '@booking-service/kernel/store';
import { bookingFiles } from '../../src/store/booking-files.ts';
import { openPostgresAdmin } from '../../src/store/postgres/postgres-admin.ts';
import { openWorld, testSealing } from '../../src/testing.ts';
import {
  baseEngines,
  makeDatabase,
  makePostgresDatabase,
  type BaseEngine,
  type TestDatabase,
} from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';
import { readDeliveries } from '../support/databases.ts';

const next = (engine: BaseEngine) => newestMigrationOf(engine, bookingFiles) + 1;
const addColumn = `
  ALTER TABLE bookings ADD COLUMN later text;
  UPDATE bookings SET later = 'of ' || id;`;
const addTable =
  'CREATE TABLE later (organization_id text NOT NULL REFERENCES organizations (id), id text PRIMARY KEY);';

/** Copies a folder of the program. Its disposal removes the copy. */
function copyFolder(from: URL) {
  const path = mkdtempSync(join(tmpdir(), 'booking-service-'));
  cpSync(from, path, { recursive: true });
  return {
    url: pathToFileURL(`${path}/`),
    write: (name: string, text: string) => writeFileSync(join(path, name), text),
    remove: (name: string) => rmSync(join(path, name)),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Copies the migrations of an engine and adds one. */
function withMigration(engine: BaseEngine, sql: string, name = '0002_later.sql') {
  const folder = copyFolder(bookingFiles.migrations);
  folder.write(`${engine}/${name}`, sql);
  const files: ServiceFiles = { ...bookingFiles, migrations: folder.url };
  return { files, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

/** Stores bookings, events, deliveries, attempts, and a run that waits. */
async function fill(database: TestDatabase): Promise<void> {
  await using store = await database.open();
  await using world = await openWorld({ store });
  for (const key of ['order-1', 'order-2'])
    await world.call<Booking>('POST', '/v1/bookings', { body: newBooking(), headers: { 'Idempotency-Key': key } });
  await world.clock.advance(60_000);
  await world.call<Booking>('POST', '/v1/bookings', { body: newBooking() });
  // A resend has the second attempt of a delivery.
  const delivery = (await readDeliveries(store)).at(-1);
  if (delivery) await store.resendDelivery(delivery, world.clock.now());
  await world.clock.advance(60_000);
  await world.call<Booking>('POST', '/v1/bookings', { body: newBooking() });
}

const tables = [
  'organizations',
  'api_keys',
  'bookings',
  'idempotency_keys',
  'runs',
  'events',
  'deliveries',
  'delivery_attempts',
  'delivery_queues',
  'delivery_counts',
];

async function readTables(database: TestDatabase): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const table of tables) rows[table] = await database.query(`SELECT * FROM ${table} ORDER BY 1, 2, 3`);
  return rows;
}

/** Returns the columns and the indexes. PostgreSQL's partitions of a period depend on the time. */
function readSchema(engine: BaseEngine, database: TestDatabase): Promise<unknown[]> {
  return database.query(
    engine === 'sqlite'
      ? `SELECT s.name, s.type, s.sql, c.name AS field, c.type AS kind, c.dflt_value
         FROM sqlite_schema s LEFT JOIN pragma_table_xinfo(s.name) c ORDER BY s.name, c.cid`
      : `SELECT table_name::text AS name, column_name::text AS field, data_type::text AS kind, column_default::text AS preset
         FROM information_schema.columns WHERE table_schema = 'public' AND table_name !~ '_\\d{8}$'
         UNION ALL SELECT indexname, indexdef, '', '' FROM pg_indexes
         WHERE schemaname = 'public' AND tablename !~ '_\\d{8}$' ORDER BY 1, 2`,
  );
}

describe.each(baseEngines)('%s', (engine) => {
  it('STA-12: a later migration keeps every row, runs once, and makes the tables of a new database', async () => {
    using later = withMigration(engine, addColumn + addTable);
    await using database = await makeDatabase(engine);
    await fill(database);
    const before = await readTables(database);
    expect(tables.filter((table) => before[table]?.length === 0)).toEqual([]);

    expect(await database.migrate(later.files)).toBe(next(engine) - 1);
    const found = await readTables(database);
    expect(found).toEqual({
      ...before,
      bookings: before['bookings']?.map((row) => ({ ...Object(row), later: `of ${Object(row).id}` })),
    });
    expect(await database.migrate(later.files)).toBe(next(engine));
    expect(await readTables(database)).toEqual(found);

    await using fresh = await makeDatabase(engine, { tables: false });
    expect(await fresh.migrate(later.files)).toBe(0);
    expect(await readSchema(engine, fresh)).toEqual(await readSchema(engine, database));
    // This program is older now, and was never the one of the new database.
    await expect(fresh.open()).rejects.toThrow(
      `The database is at migration ${next(engine)}, newer than this program supports`,
    );
  });

  it('STA-12: a migration that fails changes nothing, and a corrected one completes', async () => {
    using later = withMigration(engine, `${addColumn} INSERT INTO organizations (id) VALUES ('org_a');`);
    await using database = await makeDatabase(engine);
    await fill(database);
    const [rows, schema] = [await readTables(database), await readSchema(engine, database)];
    await expect(database.migrate(later.files)).rejects.toThrow(/not-null|NOT NULL/);
    expect(await readTables(database)).toEqual(rows);
    expect(await readSchema(engine, database)).toEqual(schema);
    await (await database.open())[Symbol.asyncDispose]();

    using corrected = withMigration(engine, addColumn);
    expect(await database.migrate(corrected.files)).toBe(next(engine) - 1);
  });
});

it('STA-12: a migration waits for the one of another instance and finds it done', async () => {
  using later = withMigration('postgres', addColumn);
  await using database = await makePostgresDatabase({ tables: true });
  await fill(database);
  const lock = await database.hold('LOCK TABLE bookings IN ACCESS EXCLUSIVE MODE');
  const migrations = [1, 2, 3].map(() => database.migrate(later.files));
  // One waits for the table, the others for the first.
  await database.untilWaiting(3);
  await lock.release();
  expect((await Promise.all(migrations)).toSorted((a, b) => a - b)).toEqual([1001, 1002, 1002]);
});

it('STA-12: a database serves the program before, also after its restart, until a contract migration', async () => {
  using expanded = withMigration('postgres', addColumn);
  await using database = await makePostgresDatabase({ tables: true });
  await fill(database);
  await using running = await database.open();
  expect(await database.migrate(expanded.files)).toBe(1001);
  await using world = await openWorld({ store: running });
  await world.call<Booking>('POST', '/v1/bookings', { body: newBooking() });
  await fill(database);
  const unchanged = { from: 1002, to: 1002, functions_replaced: false };
  expect(await migratePostgresStore(database.url, { sealing: testSealing })).toEqual(unchanged);

  using contracted = withMigration('postgres', 'ALTER TABLE bookings DROP COLUMN later', '0003_later.contract.sql');
  cpSync(
    new URL('postgres/0002_later.sql', expanded.files.migrations),
    new URL('postgres/0002_later.sql', contracted.files.migrations),
  );
  expect(await database.migrate(contracted.files)).toBe(1002);
  const refused = 'The database is at migration 1003, newer than this program supports (1001)';
  await expect(database.open()).rejects.toThrow(refused);
  await expect(migratePostgresStore(database.url, { sealing: testSealing })).rejects.toThrow(refused);
});

it('STA-12: a database does not serve the program before the one before', async () => {
  using second = withMigration('postgres', addColumn);
  using third = withMigration('postgres', addTable, '0003_later.sql');
  cpSync(
    new URL('postgres/0002_later.sql', second.files.migrations),
    new URL('postgres/0002_later.sql', third.files.migrations),
  );
  await using database = await makePostgresDatabase({ tables: true });
  await database.migrate(second.files);
  await database.migrate(third.files);
  await expect(database.open()).rejects.toThrow('The database is at migration 1003, newer than this program supports');
});

it('STA-12: a migration lets requests pass while a table that it changes is in use', async () => {
  using later = withMigration('postgres', addColumn);
  await using database = await makePostgresDatabase({ tables: true });
  await using store = await database.open();
  await using world = await openWorld({ store });
  const lock = await database.hold('LOCK TABLE bookings IN ACCESS SHARE MODE');
  const migrated = database.migrate(later.files);
  await database.untilWaiting(1);
  await world.call<Booking>('POST', '/v1/bookings', { body: newBooking() });
  await lock.release();
  expect(await migrated).toBe(1001);
});

async function namesOf(database: TestDatabase): Promise<string[]> {
  const rows = await database.query(`SELECT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace`);
  return rows.map(({ name }) => String(name)).toSorted();
}

it('STA-12: replaces the functions of another version, drops those of the program before the one before, and touches none of others', async () => {
  using other = copyFolder(bookingFiles.functions);
  other.write('bookings/find_later.sql', 'CREATE OR REPLACE FUNCTION find_later() RETURNS text RETURN 1;');
  other.remove('bookings/change_booking.sql');
  await using database = await makePostgresDatabase({ tables: true });
  const names = await namesOf(database);
  await database.execute('CREATE FUNCTION of_others() RETURNS text RETURN 1');
  await database.migrate({ ...bookingFiles, functions: other.url });
  // The program before calls it.
  expect(await namesOf(database)).toEqual([...names, 'find_later', 'of_others'].toSorted());
  using further = copyFolder(other.url);
  further.write('bookings/find_later.sql', 'CREATE OR REPLACE FUNCTION find_later() RETURNS text RETURN 2;');
  await database.migrate({ ...bookingFiles, functions: further.url });
  expect(await namesOf(database)).toEqual(
    [...names.filter((name) => name !== 'change_booking'), 'find_later', 'of_others'].toSorted(),
  );
  expect(await database.query('SELECT find_later()')).toEqual([{ find_later: '2' }]);

  const { url } = database;
  for (const open of [
    () => openPostgresStore(url, { sealing: testSealing, migrate: 'never' }),
    () => openPostgresAdmin(url, { sealing: testSealing }),
  ])
    await expect(open()).rejects.toThrow(
      / has the functions of another version\. Bring it up to date first: booking-service migrate$/,
    );
  const migrated = { from: 1001, to: 1001 };
  for (const functions_replaced of [true, false])
    expect(await migratePostgresStore(url, { sealing: testSealing })).toEqual({ ...migrated, functions_replaced });
  expect(await namesOf(database)).toEqual([...names, 'find_later', 'of_others'].toSorted());
  await fill(database);
});

it('STA-12: stores no function if one of them is refused', async () => {
  using other = copyFolder(bookingFiles.functions);
  other.write('lists/find_later.sql', 'CREATE FUNCTION find_later() RETURNS text RETURN no_column;');
  await using database = await makePostgresDatabase({ tables: true });
  const definitions = () => database.query('SELECT proname, prosrc FROM pg_proc ORDER BY proname, oid');
  const before = await definitions();
  await expect(database.migrate({ ...bookingFiles, functions: other.url })).rejects.toThrow('no_column');
  expect(await definitions()).toEqual(before);
  await fill(database);
});

it('STA-12: refuses a database of an unreleased version, and changes nothing', async () => {
  await using database = await makePostgresDatabase();
  const { url } = database;
  await database.execute('CREATE TABLE migrations (number integer PRIMARY KEY); INSERT INTO migrations VALUES (1)');
  const refused = new StoreError(
    `The database ${url.replace(/\/\/.*@/, '//')} is from a version before the first release, and no migration updates it. Nothing was changed. Use an empty database. To read this one, run the version that wrote it.`,
  );
  for (const open of [
    () => openPostgresStore(url, { sealing: testSealing }),
    () => openPostgresAdmin(url, { sealing: testSealing }),
    () => migratePostgresStore(url, { sealing: testSealing }),
  ])
    await expect(open()).rejects.toThrow(refused);
  expect(await database.query('SELECT number FROM migrations')).toEqual([{ number: 1 }]);
  expect(await namesOf(database)).toEqual([]);
});
