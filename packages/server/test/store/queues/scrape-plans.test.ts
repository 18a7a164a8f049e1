/** A scrape of /metrics reads a bounded number of rows, however many bookings, runs and deliveries there are. */
import { expect, it } from 'vitest';
import { Client } from 'pg';
import { createOrganization } from '../../../src/index.ts';
import { maxCounted } from '../../../src/store/admin-store.ts';
import { runAges as postgresRunAges, selectWorkload } from '../../../src/store/postgres/postgres-engine.ts';
import { runAges, workload } from '../../../src/store/sqlite/sqlite-statements.ts';
import { maxStuckCounted } from '../../../src/store/runs/port.ts';
import { makeDatabase, makePostgresDatabase, openWorldOn, type PostgresDatabase } from '../../support/engines.ts';
import { addDelivery, at, start, url } from './queued.ts';
import { readRows } from './rows-read.ts';
import { allEntries, entriesOfOne } from '../../../src/store/access/audit-log.ts';
import { requestRemovals } from '../../../src/store/requests/requests.ts';

const now = at(60_000).toISOString();
/** Of the runs that are not held up. */
const maxSampled = 600;
const many = 10_000;

it('STA-14: on SQLite a scrape searches indexes of work, and sorts nothing', async () => {
  await using world = await openWorldOn('sqlite');
  for (const text of [workload, runAges]) {
    const plan = await world.query(`EXPLAIN QUERY PLAN ${text.replaceAll(/:\w+/g, 'NULL')}`);
    const lines = plan.map(({ detail }) => String(detail));
    const read = lines.filter((line) => /^(?:SCAN|SEARCH) (?:runs|b|d|q)\b/.test(line));
    expect(read.length).toBeGreaterThan(3);
    const bounded =
      /USING (?:COVERING )?INDEX (?:runs_(?:leased|ready|stuck|waiting)|deliveries_due|delivery_queues_oldest|sqlite_autoindex_bookings_1) ?/;
    expect(
      lines.filter((line) => line.includes('TEMP B-TREE') || (read.includes(line) && !bounded.test(line))),
    ).toEqual([]);
  }
});

/** A run for each of as many bookings: those held up, waiting, ready and claimed are a quarter each. */
async function plantRuns(database: PostgresDatabase): Promise<void> {
  await using store = await database.open();
  const organization = await createOrganization(store, { name: 'Diner', webhook_url: url }, start);
  await addDelivery(store, organization);
  await database.query(`
    INSERT INTO bookings (organization_id, id, version, step, livemode, status, document, provider, created)
    SELECT b.organization_id, 'bkg_copy_' || i, 1, 1, FALSE, 'processing', b.document, 'sandbox', b.created
    FROM bookings b, generate_series(1, ${many}) AS i`);
  await database.query(`
    INSERT INTO runs (organization_id, booking_id, provider, step, ready, due_at, began, failures, failing_since,
      lease_until, lease_token)
    SELECT b.organization_id, b.id, 'sandbox', 1, kind = 2, b.created, b.created, 0,
      CASE WHEN kind = 0 THEN b.created END, CASE WHEN kind = 3 THEN '${now}' END, CASE WHEN kind = 3 THEN 'lease_a' END
    FROM (SELECT *, row_number() OVER () % 4 AS kind FROM bookings WHERE id LIKE 'bkg_copy_%') AS b`);
  await database.query('VACUUM ANALYZE');
}

it('STA-14: on PostgreSQL a scrape reads a bounded number of rows, also with old statistics', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await plantRuns(database);
  const read = () =>
    readRows(database.url, [
      [selectWorkload, [now]],
      [postgresRunAges, [now, now]],
    ]);
  const limits = [maxCounted, maxStuckCounted + maxSampled];
  for (const each of [await read(), await everyRunWaits(database).then(read)])
    expect(each.map(({ maxRows, scanned }, index) => ({ fits: maxRows <= (limits[index] ?? 0), scanned }))).toEqual(
      limits.map(() => ({ fits: true, scanned: [] })),
    );
});

/** Postpones all runs. The statistics still show that many are held up, ready or claimed. */
async function everyRunWaits(database: PostgresDatabase): Promise<void> {
  await database.query(`
    UPDATE runs SET ready = FALSE, failing_since = NULL, lease_until = NULL, lease_token = NULL,
      due_at = '${at(900_000).toISOString()}'`);
}

// A page of the audit log reads an index in its order, whatever the statistics say.

it('on SQLite', async () => {
  await using database = await makeDatabase('sqlite');
  await (await database.open())[Symbol.asyncDispose]();
  const planOf = async (text: string) => {
    const plan = await database.query(`EXPLAIN QUERY PLAN ${text.replaceAll(/\$\d/g, 'NULL')}`);
    return plan.map(({ detail }) => String(detail));
  };
  expect(await planOf(allEntries)).toEqual([expect.stringContaining('USING INDEX audit_entries_newest')]);
  expect(await planOf(entriesOfOne)).toEqual(['SEARCH audit_entries USING PRIMARY KEY (organization_id=? AND id<?)']);
});

it('on PostgreSQL, also for an organization with few entries beside one with many', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await database.execute(`
    INSERT INTO audit_entries SELECT CASE n % 2000 WHEN 0 THEN 'org_few' ELSE 'org_many' END, 'aud_' || lpad(to_hex(n), 32, '0'),
      '2026-11-21T09:30:00.000Z', 'operator', NULL, NULL, 'setStanding', NULL, '{}' FROM generate_series(1, 20000) n`);
  await database.execute('ANALYZE audit_entries');
  const planOf = async (text: string) => {
    const literal = text.replace('$1', `'aud_g'`).replace('$2', '51').replace('$3', `'org_many'`);
    const plan = await database.query(`EXPLAIN ${literal}`);
    return plan.map((line) => String(line['QUERY PLAN'])).join('\n');
  };
  expect(await planOf(allEntries)).toMatch(/Limit[^]*Index Scan Backward using audit_entries_newest/);
  const ofOne = await planOf(entriesOfOne);
  expect(ofOne).toMatch(/Limit[^]*Index Scan Backward using audit_entries_pkey/);
  expect(ofOne).toContain('Index Cond');
  expect(ofOne).not.toMatch(/Filter|Sort/);
});

// The plans of a new database, which a connection keeps while the first rows are stored.

interface PrimaryKey {
  readonly table: string;
  readonly index: string;
  readonly columns: readonly string[];
}

const selectPrimaryKeys = `
  SELECT t.relname AS table, k.conindid::regclass::text AS index, array_agg(a.attname::text) AS columns
  FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = ANY (k.conkey)
  WHERE k.contype = 'p' AND t.relkind = 'r' AND t.relnamespace = current_schema()::regnamespace
  GROUP BY t.oid, k.conindid ORDER BY t.relname`;

it('DLV-7: on PostgreSQL a row of a new table is found by its primary key, also by the check of a foreign key', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await using opened = new AsyncDisposableStack();
  const client = opened.adopt(new Client({ connectionString: database.url }), (each) => each.end());
  await client.connect();
  // A table of a few rows is read without an index.
  await client.query('SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_bitmapscan = off');
  const { rows: keys } = await client.query<PrimaryKey>(selectPrimaryKeys);
  const plans: Record<string, string> = {};
  for (const { table, columns } of keys) {
    const conditions = columns.map((column, index) => `${column} = $${index + 1}`);
    // The statement of the check of a foreign key.
    await client.query(
      `PREPARE of_${table} AS SELECT 1 FROM ONLY ${table} WHERE ${conditions.join(' AND ')} FOR KEY SHARE`,
    );
    const { rows } = await client.query(`EXPLAIN EXECUTE of_${table} (${columns.map(() => 'NULL').join()})`);
    plans[table] = rows.map((row) => Object.values(row).join()).join('\n');
  }
  expect(Object.keys(plans)).toEqual(
    expect.arrayContaining(['bookings', 'runs', 'events_default', 'deliveries_default']),
  );
  const others = keys.filter(({ table, index }) => !plans[table]?.includes(`using ${index} on ${table} `));
  expect(others.map(({ table }) => plans[table])).toEqual([]);
});

it('REQ-1: on PostgreSQL the removals of requests read no row of a new table more than once', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await using opened = new AsyncDisposableStack();
  const client = opened.adopt(new Client({ connectionString: database.url }), (each) => each.end());
  await client.connect();
  await client.query('SET plan_cache_mode = force_generic_plan');
  for (const { name, text } of Object.values(requestRemovals)) {
    await client.query(`PREPARE ${name} AS ${text}`);
    const { rows } = await client.query(
      `EXPLAIN EXECUTE ${name} ('org', 'test', ${name === 'trim_requests' ? 2 : "'x'"}, 5)`,
    );
    const plan = rows.map((row) => Object.values(row).join()).join('\n');
    // An InitPlan is read once; a join or a SubPlan is read for each row.
    expect(plan).toContain('InitPlan');
    expect(plan).not.toMatch(/Join|Nested Loop|SubPlan/);
  }
});
