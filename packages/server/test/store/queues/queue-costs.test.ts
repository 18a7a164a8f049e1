/** Turns of organizations in deliveries: their cost with a backlog, and concurrent transactions. */
import { expect, it } from 'vitest';
import { createOrganization } from '../../../src/index.ts';
import { jsonArgument, type Statement } from '@booking-service/kernel/store/postgres';
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
import { selectNextDue, selectWorkload } from '../../../src/store/postgres/postgres-engine.ts';
import { workload } from '../../../src/store/sqlite/sqlite-statements.ts';
import { maxCounted } from '../../../src/store/admin-store.ts';
import { makeDatabase, makePostgresDatabase, openWorldOn } from '../../support/engines.ts';
import { start, url, at, claimAt, turnsAt, addDelivery, finish, addBacklog, copyId, lease_ms } from './queued.ts';
import { readRows } from './rows-read.ts';

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

const backlog = 20_000;
const now = at(60_000).toISOString();

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
  expect(plans['dueDeliveries']?.join('\n')).toMatch(/USING INDEX deliveries_due \(organization_id=\? AND due_at<\?\)/);
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
    started: now,
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
