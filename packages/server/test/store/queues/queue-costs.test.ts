/** The cost of the queues and of a scrape of /metrics with a backlog, and concurrent transactions. */
import { describe, expect, it } from 'vitest';
import { jsonArgument, type Statement } from '@booking-service/kernel/store/postgres';
import { Client } from 'pg';
import { createOrganization } from '../../../src/index.ts';
// @boundaries-ignore a private part of the kernel
import {
  claimOf,
  claimTurns,
  endTurns,
  recordAttempts,
  selectNextTurns,
} from '../../../../kernel/src/store/deliveries/postgres.ts';
// @boundaries-ignore a private part of the kernel
import {
  dueDeliveries,
  dueTurns,
  firstPending,
  oldestDeliveries,
} from '../../../../kernel/src/store/deliveries/sqlite.ts';
import {
  runAges as postgresRunAges,
  selectNextDue,
  selectWorkload,
} from '../../../src/store/postgres/postgres-engine.ts';
import { runAges, workload } from '../../../src/store/sqlite/sqlite-statements.ts';
import { maxCounted } from '../../../src/store/admin-store.ts';
import { makeDatabase, makePostgresDatabase, openWorldOn, type PostgresDatabase } from '../../support/engines.ts';
import { addBacklog, addDelivery, at, claimAt, copyId, finish, lease_ms, start, turnsAt, url } from './queued.ts';
import { readRows } from '../../support/postgres/query-postgres.ts';
import { maxStuckCounted } from '../../../src/store/runs/port.ts';
import { allEntries, entriesOfOne } from '../../../src/store/access/audit-log.ts';
import { requestRemovals } from '../../../src/store/requests/requests.ts';

describe('turns', () => {
  it('DLV-9: on SQLite a restart frees the turns of a crash', async () => {
    await using database = await makeDatabase('sqlite');
    const organization_id = await (async () => {
      await using store = await database.open();
      const organization = await createOrganization(store, { name: 'Diner', webhook_url: url }, start);
      await addDelivery(store, organization);
      expect(await turnsAt(store, 0)).toEqual([organization.organization_id]);
      expect(await turnsAt(store, 0)).toEqual([]);
      return organization.organization_id;
    })();
    await using again = await database.open();
    expect(await turnsAt(again, 0)).toEqual([organization_id]);
  });

  it('DLV-9: on SQLite no statement of a turn scans or sorts the backlog', async () => {
    await using world = await openWorldOn('sqlite');
    await addDelivery(world.store, world.organization);
    await addBacklog(world.query, { copies: backlog, of: world.organization.organization_id });
    const statements = {
      dueTurns,
      firstPending: `SELECT ${firstPending}`,
      dueDeliveries: dueDeliveries('d.organization_id = :organization_id'),
      oldestDeliveries,
      workload,
    };
    const plans: Record<string, string[]> = {};
    for (const [name, text] of Object.entries(statements)) {
      const plan = await world.query(`EXPLAIN QUERY PLAN ${text.replaceAll(/:\w+/g, 'NULL')}`);
      plans[name] = plan.map(({ detail }) => String(detail));
    }
    for (const [name, plan] of Object.entries(plans)) {
      const faults = plan.filter((line) =>
        /TEMP B-TREE|^SCAN (?!\(|CONSTANT ROW|.*USING (COVERING )?INDEX runs_)/.test(line),
      );
      expect({ name, faults }).toEqual({ name, faults: [] });
    }
    expect(plans['dueDeliveries']?.join('\n')).toMatch(
      /USING INDEX deliveries_due \(organization_id=\? AND due_at<\?\)/,
    );
    expect(plans['workload']?.join('\n')).toMatch(/USING COVERING INDEX deliveries_due/);
  });

  it('DLV-9: on PostgreSQL no statement of a turn reads more than its limit, however large the backlog', async () => {
    await using database = await makePostgresDatabase({ tables: true });
    await using store = await database.open();
    const organization = await createOrganization(store, { name: 'Diner', webhook_url: url }, start);
    const { organization_id } = organization;
    await addDelivery(store, organization);
    await addBacklog((sql) => database.query(sql), { copies: backlog, of: organization_id });
    // Many organizations with one due delivery each.
    await database.query(`
    INSERT INTO organizations (id, name, created, webhook_url, signing_secret, rate_limit, test_allowance)
    SELECT 'org_copy_' || i, name, created, webhook_url, signing_secret, rate_limit, test_allowance
    FROM organizations, generate_series(1, ${backlog}) AS i`);
    await database.query(`
    INSERT INTO delivery_queues (organization_id, next_turn_at, oldest_due_at)
    SELECT o.id, q.next_turn_at, q.oldest_due_at FROM organizations o, delivery_queues q WHERE o.id LIKE 'org_copy_%'`);
    // Most have one, so the statistics do not show that one organization has many.
    await database.query(`
    INSERT INTO deliveries (id, event_id, organization_id, state, attempts_allowed, due_at)
    SELECT d.id || o.id, d.event_id, o.id, 'pending', d.attempts_allowed, d.due_at
    FROM organizations o, (SELECT * FROM deliveries LIMIT 1) AS d WHERE o.id LIKE 'org_copy_%'`);
    await database.query('ANALYZE');

    const [ends, token] = [at(60_000 + lease_ms).toISOString(), 'lease_a'];
    const turn = { lease_token: 'lease_b', now, earliest: now, settles_at: ends, slow: false };
    const outcome = {
      organization_id,
      id: copyId(5),
      lease_token: copyId(5),
      state: 'pending',
      attempt: 1,
      started_at: now,
    };
    const statements: [Statement, readonly unknown[], number][] = [
      [claimTurns, [now, ends, token, 100, false, 0], 100],
      [claimOf, [now, ends, token, 10, [organization_id]], 10],
      [endTurns, [jsonArgument([{ ...turn, organization_id }])], 100],
      [recordAttempts, [jsonArgument([outcome])], 1],
      [selectWorkload, [now], maxCounted],
      [selectNextDue, [], 1],
      [selectNextTurns, [], 1],
    ];
    await database.query(`UPDATE deliveries SET attempts = attempts_allowed WHERE id = '${copyId(7)}'`);
    await database.query(
      `UPDATE delivery_queues SET lease_token = 'lease_b' WHERE organization_id = '${organization_id}'`,
    );
    const read = await readRows(database.url, statements);
    for (const [index, { name, maxRows, scanned }] of read.entries()) {
      const limit = (statements[index]?.[2] ?? 0) + 10;
      const scans = scanned.filter((table) => table?.startsWith('deliver'));
      expect({ name, fits: maxRows > 0 && maxRows <= limit, scans }).toEqual({ name, fits: true, scans: [] });
    }
  });

  it('DLV-9: on PostgreSQL concurrent creates of a due organization do not wait for each other', async () => {
    await using database = await makePostgresDatabase({ tables: true });
    await using store = await database.open();
    const organization = await createOrganization(store, { name: 'Diner', webhook_url: url }, start);
    await addDelivery(store, organization);
    // A lock on the row of the queue does not block a new delivery.
    const row = await database.hold('SELECT FROM delivery_queues FOR UPDATE');
    await Promise.all(Array.from({ length: 8 }, () => addDelivery(store, organization)));
    await row.release();
    expect(await store.readWorkload(at(0))).toMatchObject({ due_deliveries: 9 });
  });

  it('DLV-9: on PostgreSQL a turn whose row another transaction has holds back the end of no other', async () => {
    await using database = await makePostgresDatabase({ tables: true });
    await using store = await database.open();
    const organizations = [1, 2].map(() => createOrganization(store, { name: 'Diner', webhook_url: url }, start));
    const [held, free] = await Promise.all(organizations);
    if (!held || !free) throw new Error('There are no organizations.');
    for (const each of [held, free]) await addDelivery(store, each);
    expect(await turnsAt(store, 0)).toHaveLength(2);
    const row = await database.hold(
      `SELECT FROM delivery_queues WHERE organization_id = '${held.organization_id}' FOR UPDATE`,
    );
    const ends = [held, free].map(({ organization_id }) => {
      return { organization_id, lease_token: 'lease_a', now: at(0), receivers: 'quick' } as const;
    });
    const due = { due: true, abandoned: [] };
    expect(await store.endTurns(ends)).toEqual([undefined, due]);
    // Alone it waits.
    const alone = store.endTurns(ends.slice(0, 1));
    await row.release();
    expect(await alone).toEqual([due]);
  });

  it('DLV-9: on PostgreSQL a delivery that was uncommitted at the end of the turn still gets a turn', async () => {
    await using database = await makePostgresDatabase({ tables: true });
    await using store = await database.open();
    const organization = await createOrganization(store, { name: 'Diner', webhook_url: url }, start);
    const { organization_id } = organization;
    await addDelivery(store, organization);
    // A create that saw the row due and did not write it, and commits after the end of the turn.
    const late = await database.hold(`
    INSERT INTO deliveries (id, event_id, organization_id, state, attempts_allowed, due_at)
    SELECT 'dlv_late', event_id, organization_id, 'pending', attempts_allowed, due_at FROM deliveries`);
    expect(await turnsAt(store, 0)).toEqual([organization_id]);
    await finish(store, organization_id, 0);
    await store.endTurns([{ organization_id, lease_token: 'lease_a', now: at(0), receivers: 'quick' }]);
    await late.commit();
    expect(await turnsAt(store, lease_ms)).toEqual([organization_id]);
    expect(await store.claimDeliveries({ ...claimAt(lease_ms), of: [organization_id] })).toMatchObject([
      { id: 'dlv_late' },
    ]);
  });
});

const backlog = 20_000;
const now = at(60_000).toISOString();

/** Of the runs that are not held up. */
const maxSampled = 600;
const many = 10_000;

describe('a scrape', () => {
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

  it('DLV-7: on PostgreSQL a row of a new table is found by its primary key, also by the check of a foreign key', async () => {
    await using database = await makePostgresDatabase({ tables: true });
    await using opened = new AsyncDisposableStack();
    const client = opened.adopt(new Client({ connectionString: database.url }), (each) => each.end());
    await client.connect();
    // A table of a few rows is read without an index.
    await client.query(
      'SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_bitmapscan = off',
    );
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

/** Postpones all runs. The statistics still show that many are held up, ready or claimed. */
async function everyRunWaits(database: PostgresDatabase): Promise<void> {
  await database.query(`
    UPDATE runs SET ready = FALSE, failing_since = NULL, lease_until = NULL, lease_token = NULL,
      due_at = '${at(900_000).toISOString()}'`);
}

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
