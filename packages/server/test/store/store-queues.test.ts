/** Turns of organizations in deliveries, on each engine: their order, and their cost with a backlog. */
import { delivery as contract } from '@booking-service/contract';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { createOrganization, type CreatedOrganization } from '../../src/index.ts';
import { openBooking } from '../../src/domain/booking.ts';
import { toEvents } from '../../src/domain/booking-events.ts';
import { randomId } from '../../src/domain/ids.ts';
import { abandonSpent, claimOf, recordAttempts } from '../../src/store/postgres/deliveries.ts';
import { claimTurns, endTurn } from '../../src/store/postgres/delivery-queues.ts';
import type { Statement } from '../../src/store/postgres/connection/database.ts';
import { selectWorkload } from '../../src/store/postgres/workload.ts';
import { dueDeliveries, spentDeliveries } from '../../src/store/sqlite/deliveries.ts';
import { dueTurns, firstPending } from '../../src/store/sqlite/delivery-queues.ts';
import { workload } from '../../src/store/sqlite/workload.ts';
import { maxCounted, type AttemptRecord, type Receivers, type Store } from '../../src/store/store.ts';
import {
  engines,
  makeDatabase,
  makePostgresDatabase,
  openWorldOn,
  type EngineWorld,
  type TestDatabase,
} from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';

const start = new Date('2026-11-21T09:30:00.000Z');
const lease_ms = 30_000;
const url = 'https://diner.test/';

function at(ms: number): Date {
  return new Date(start.getTime() + ms);
}

function claimAt(ms: number, { lease_token = 'lease_a', limit = 100 } = {}) {
  return { now: at(ms), lease_until: at(ms + lease_ms), lease_token, limit };
}

/** Claims turns and returns their organizations. */
async function claimTurnsOf(store: Store, claim: Parameters<Store['claimTurns']>[0]): Promise<string[]> {
  return (await store.claimTurns(claim)).map(({ organization_id }) => organization_id);
}

function turnsAt(store: Store, ms: number, receivers: Receivers = 'quick', lease_token = 'lease_a'): Promise<string[]> {
  return claimTurnsOf(store, { ...claimAt(ms, { lease_token }), receivers });
}

/** Stores a booking with an event, whose delivery is due after `due_ms`. */
async function addDelivery(
  store: Store,
  { organization_id }: Pick<CreatedOrganization, 'organization_id'>,
  due_ms = 0,
): Promise<void> {
  const request = newBooking();
  const opening = { id: randomId('bkg'), provider: 'sandbox', livemode: false, request };
  const { booking, events } = openBooking(opening, at(due_ms));
  await store.createBooking({
    organization_id,
    booking,
    idempotency_key: undefined,
    events: toEvents(events, booking, { newId: randomId }),
  });
}

const attempt: AttemptRecord = {
  request_headers: null,
  started: start.toISOString(),
  duration_ms: 3,
  status: 500,
  error: null,
  answer: 'no',
};

/** Claims and completes every due delivery of the organization. */
async function finish(store: Store, organization_id: string, ms: number): Promise<void> {
  for (const delivery of await store.claimDeliveries({ ...claimAt(ms), organization_id })) {
    await store.recordAttempts([{ delivery, attempt, state: 'succeeded' }]);
  }
}

async function openQueues(engine: (typeof engines)[number]): Promise<EngineWorld> {
  return openWorldOn(engine, { organization: { webhook_url: null } });
}

describe.each(engines)('%s', (engine) => {
  it('DLV-9: gives at most `limit` turns, each to one worker, the longest waiting organization first', async () => {
    await using world = await openQueues(engine);
    const { store } = world;
    const [first, second, third] = [
      await world.addOrganization({ webhook_url: url }),
      await world.addOrganization({ webhook_url: url }),
      await world.addOrganization({ webhook_url: url }),
    ];
    await addDelivery(store, third, 3_000);
    await addDelivery(store, second, 2_000);
    await addDelivery(store, first, 1_000);
    expect(await turnsAt(store, 999)).toEqual([]);
    const claim = { ...claimAt(5_000, { limit: 2 }), receivers: 'quick' } as const;
    expect(await claimTurnsOf(store, claim)).toEqual([first.organization_id, second.organization_id]);
    expect(await claimTurnsOf(store, { ...claim, lease_token: 'lease_b' })).toEqual([third.organization_id]);
    expect(await claimTurnsOf(store, { ...claim, lease_token: 'lease_c' })).toEqual([]);
    // After a crash the turns are free when their lease ends.
    expect(await turnsAt(store, 5_000 + lease_ms)).toEqual([]);
    expect(await turnsAt(store, 5_001 + lease_ms)).toHaveLength(3);
  });

  it('DLV-9: gives the next turn, later than now, if deliveries are left at the end of one, and none otherwise', async () => {
    await using world = await openQueues(engine);
    const { store } = world;
    const organization = await world.addOrganization({ webhook_url: url });
    const { organization_id } = organization;
    await addDelivery(store, organization);
    await addDelivery(store, organization, 90_000);
    const ends = (ms: number, lease_token = 'lease_a') =>
      store.endTurn({ organization_id, lease_token, now: at(ms), receivers: 'quick' });

    expect(await turnsAt(store, 0)).toEqual([organization_id]);
    await ends(0, 'lease_other');
    expect(await turnsAt(store, 1)).toEqual([]);
    await ends(0);
    expect(await turnsAt(store, 0)).toEqual([]);
    expect(await turnsAt(store, 1)).toEqual([organization_id]);
    await finish(store, organization_id, 1);
    await ends(1);
    for (let ms = 2; ms < 90_000; ms += 29_999) {
      // A turn may find nothing, because it checks for deliveries that were not committed before. It ends normally.
      for (const id of await turnsAt(store, ms)) {
        expect(await store.claimDeliveries({ ...claimAt(ms), organization_id: id })).toEqual([]);
        await ends(ms);
      }
    }
    expect(await turnsAt(store, 90_000)).toEqual([organization_id]);
    await finish(store, organization_id, 90_000);
    await ends(90_000);
    for (const ms of [120_001, 150_002]) if ((await turnsAt(store, ms)).length > 0) await ends(ms);
    expect(await turnsAt(store, 10_000_000)).toEqual([]);
    // A new delivery makes the organization due again.
    await addDelivery(store, organization, 10_000_001);
    expect(await turnsAt(store, 10_000_001)).toEqual([organization_id]);
  });

  it('DLV-9: returns at the end of a turn whether the next one is due, and begins it not before the given time', async () => {
    await using world = await openQueues(engine);
    const { store } = world;
    const organization = await world.addOrganization({ webhook_url: url });
    const { organization_id } = organization;
    await addDelivery(store, organization);
    const turn = { organization_id, lease_token: 'lease_a', receivers: 'quick' } as const;
    await turnsAt(store, 0);
    expect(await store.endTurn({ ...turn, now: at(0), lease_token: 'lease_other' })).toBe(false);
    expect(await store.endTurn({ ...turn, now: at(0), not_before: at(10_000) })).toBe(true);
    expect(await turnsAt(store, 9_999)).toEqual([]);
    expect(await turnsAt(store, 10_000)).toEqual([organization_id]);
    await finish(store, organization_id, 10_000);
    expect(await store.endTurn({ ...turn, now: at(10_000) })).toBe(false);
  });

  it('DLV-9: does not postpone a delivery that is added during a turn', async () => {
    await using world = await openQueues(engine);
    const { store } = world;
    const organization = await world.addOrganization({ webhook_url: url });
    const { organization_id } = organization;
    await addDelivery(store, organization);
    expect(await turnsAt(store, 0)).toEqual([organization_id]);
    await finish(store, organization_id, 0);
    await addDelivery(store, organization, 5);
    expect(await turnsAt(store, 5)).toEqual([]);
    await store.endTurn({ organization_id, lease_token: 'lease_a', now: at(5), receivers: 'quick' });
    expect(await turnsAt(store, 6)).toEqual([organization_id]);
  });

  it('DLV-9: keeps an organization in the slow lane until its receiver is quick again', async () => {
    await using world = await openQueues(engine);
    const { store } = world;
    const organization = await world.addOrganization({ webhook_url: url });
    const { organization_id } = organization;
    await addDelivery(store, organization);
    const end = (ms: number, receivers: Receivers) =>
      store.endTurn({ organization_id, lease_token: 'lease_a', now: at(ms), receivers });
    expect(await turnsAt(store, 0, 'slow')).toEqual([]);
    expect(await turnsAt(store, 0)).toEqual([organization_id]);
    await end(0, 'slow');
    expect(await turnsAt(store, 1, 'quick')).toEqual([]);
    expect(await turnsAt(store, 1, 'slow')).toEqual([organization_id]);
    await end(1, 'quick');
    expect(await turnsAt(store, 2, 'slow')).toEqual([]);
    expect(await turnsAt(store, 2, 'quick')).toEqual([organization_id]);
  });

  it('DLV-2 DLV-11: gives no turn and no due work without a webhook URL, and both once a URL is set', async () => {
    await using world = await openQueues(engine);
    const { store } = world;
    const organization = await world.addOrganization({ webhook_url: url });
    const { organization_id } = organization;
    await addDelivery(store, organization);
    await store.setWebhookUrl(organization_id, null);
    expect(await turnsAt(store, 0)).toEqual([]);
    expect(await store.readWorkload(at(0))).toMatchObject({ due_deliveries: 0, oldest_due_delivery: null });
    await store.setWebhookUrl(organization_id, url);
    expect(await store.readWorkload(at(0))).toMatchObject({ due_deliveries: 1 });
    expect(await turnsAt(store, 0)).toEqual([organization_id]);
  });

  it('DLV-5 DLV-10: makes a resent delivery due for the claim, the turn and the workload', async () => {
    await using world = await openQueues(engine);
    const { store } = world;
    const organization = await world.addOrganization({ webhook_url: url });
    const { organization_id } = organization;
    await addDelivery(store, organization);
    for (let number = 1; number <= contract.max_attempts; number += 1) {
      const [delivery] = await store.claimDeliveries({ ...claimAt(0), organization_id });
      if (!delivery) throw new Error(`Attempt ${number} could not be claimed.`);
      expect(delivery).toMatchObject({ attempt: number, attempts_allowed: contract.max_attempts });
      const last = number === contract.max_attempts;
      await store.recordAttempts([
        last ? { delivery, attempt, state: 'abandoned' } : { delivery, attempt, due_at: at(0) },
      ]);
    }
    expect(await turnsAt(store, 0)).toEqual([organization_id]);
    await store.endTurn({ organization_id, lease_token: 'lease_a', now: at(0), receivers: 'quick' });
    expect(await store.readWorkload(at(60_000))).toMatchObject({ due_deliveries: 0, oldest_due_delivery: null });

    const [abandoned] = await store.listDeliveries({ limit: 1 });
    const id = abandoned?.id ?? '';
    expect(await store.resendDelivery('dlv_none', at(60_000))).toBeUndefined();
    expect(await store.resendDelivery(id, at(60_000))).toMatchObject({ resent: true, delivery: { state: 'pending' } });
    expect(await store.resendDelivery(id, at(60_000))).toMatchObject({ resent: false });
    expect(await store.readWorkload(at(59_999))).toMatchObject({ due_deliveries: 0, oldest_due_delivery: null });
    expect(await store.readWorkload(at(60_000))).toEqual({
      due_deliveries: 1,
      oldest_due_delivery: at(60_000).toISOString(),
      due_runs: 0,
    });
    expect(await turnsAt(store, 60_000)).toEqual([organization_id]);
    expect(await store.claimDeliveries({ ...claimAt(60_000), organization_id })).toMatchObject([
      { attempt: contract.max_attempts + 1, attempts_allowed: contract.max_attempts + 1 },
    ]);
  });

  it('DLV-5: abandons at most `limit` spent deliveries', async () => {
    await using world = await openQueues(engine);
    const { store, query } = world;
    const organization = await world.addOrganization({ webhook_url: url });
    for (let count = 0; count < 3; count += 1) await addDelivery(store, organization);
    await query('UPDATE deliveries SET attempts = attempts_allowed');
    expect(await store.abandonSpentDeliveries(at(0), 2)).toHaveLength(2);
    expect(await store.abandonSpentDeliveries(at(0), 2)).toHaveLength(1);
    expect(await store.abandonSpentDeliveries(at(0), 2)).toEqual([]);
  });

  it('DLV-9: stops the count of due work at its maximum, beginning with the longest waiting organization', async () => {
    await using world = await openQueues(engine);
    const { store, query } = world;
    const [busy, patient] = [
      await world.addOrganization({ webhook_url: url }),
      await world.addOrganization({ webhook_url: url }),
    ];
    await addDelivery(store, patient, 1_000);
    await addDelivery(store, busy, 2_000);
    await addBacklog(query, { copies: maxCounted, of: busy.organization_id });
    expect(await store.readWorkload(at(5_000))).toEqual({
      due_deliveries: maxCounted,
      oldest_due_delivery: at(1_000).toISOString(),
      due_runs: 0,
    });
  });
});

/** Copies the one delivery of this organization. */
async function addBacklog(query: TestDatabase['query'], { copies, of }: { copies: number; of: string }): Promise<void> {
  await query(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${copies})
    INSERT INTO deliveries (id, event_id, organization_id, state, attempts_allowed, due_at)
    SELECT 'dlv_copy_' || i, d.event_id, d.organization_id, 'pending', d.attempts_allowed, d.due_at
    FROM n CROSS JOIN deliveries d WHERE d.organization_id = '${of}'`);
}

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

const backlog = 60_000;
const now = at(60_000).toISOString();

it('DLV-9: on SQLite no statement of a turn scans or sorts the backlog', async () => {
  await using world = await openWorldOn('sqlite');
  await addDelivery(world.store, world.organization);
  await addBacklog(world.query, { copies: backlog, of: world.organization.organization_id });
  const statements = {
    dueTurns,
    firstPending: `SELECT ${firstPending}`,
    dueDeliveries: dueDeliveries('d.organization_id = :organization_id'),
    spentDeliveries,
    workload,
  };
  const plans: Record<string, string[]> = {};
  for (const [name, text] of Object.entries(statements)) {
    const plan = await world.query(`EXPLAIN QUERY PLAN ${text.replaceAll(/:\w+/g, 'NULL')}`);
    plans[name] = plan.map(({ detail }) => String(detail));
  }
  for (const [name, plan] of Object.entries(plans)) {
    const faults = plan.filter((line) =>
      /TEMP B-TREE|^SCAN (?!\(|CONSTANT ROW|.*USING (COVERING )?INDEX (deliveries_spent|runs_))/.test(line),
    );
    expect({ name, faults }).toEqual({ name, faults: [] });
  }
  expect(plans['dueDeliveries']?.join('\n')).toMatch(/USING INDEX deliveries_due \(organization_id=\? AND due_at<\?\)/);
  expect(plans['spentDeliveries']?.[0]).toMatch(/deliveries_spent/);
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

it('DLV-9: on PostgreSQL no statement of a turn reads more than its limit, however large the backlog', async () => {
  await using database = await makePostgresDatabase();
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
  await database.query('ANALYZE');

  const [ends, token] = [at(60_000 + lease_ms).toISOString(), 'lease_a'];
  const statements: [Statement, readonly unknown[], number][] = [
    [claimTurns, [now, ends, token, 100, false], 100],
    [claimOf, [now, ends, token, 10, organization_id], 10],
    [endTurn, [organization_id, token, now, now, ends, false], 1],
    [recordAttempts, Array.from({ length: 11 }, (_, column) => ([4, 6, 7].includes(column) ? [1] : ['dlv_copy_5'])), 1],
    [abandonSpent, [now, 200], 200],
    [selectWorkload, [now], maxCounted],
  ];
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    // Planned once for all values, as in the service.
    await client.query('SET plan_cache_mode = force_generic_plan');
    for (const [{ name, text }, values, most] of statements) {
      await client.query('BEGIN');
      const literals = values.map(toLiteral).join(', ');
      await client.query(`PREPARE ${name} AS ${text}`);
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE ${name}(${literals})`,
      );
      await client.query('ROLLBACK');
      const nodes = [rows[0]?.['QUERY PLAN'][0]?.Plan].flatMap((plan) => (plan ? flatten(plan) : []));
      const read = nodes.map(
        (node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      );
      expect({ name, fits: Math.max(...read) <= most + 10 }).toEqual({ name, fits: true });
      const scans = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']);
      const indexes = nodes.map((node) => node['Index Name']);
      expect(name !== 'abandon_spent_deliveries' || indexes.includes('deliveries_spent')).toBe(true);
      expect({ name, scans: scans.filter((table) => table?.startsWith('deliver')) }).toEqual({ name, scans: [] });
    }
  } finally {
    await client.end();
  }
});

function toLiteral(value: unknown): string {
  if (Array.isArray(value)) return `ARRAY[${value.map(toLiteral).join(', ')}]`;
  return typeof value === 'string' ? `'${value}'` : String(value);
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

it('DLV-9: on PostgreSQL concurrent creates of a due organization do not wait for each other', async () => {
  await using database = await makePostgresDatabase();
  await using store = await database.open();
  const organization = await createOrganization(store, { name: 'Diner', webhook_url: url }, start);
  await addDelivery(store, organization);
  // A lock on the row of the queue does not block a new delivery.
  const row = await database.hold('SELECT FROM delivery_queues FOR UPDATE');
  await Promise.all(Array.from({ length: 8 }, () => addDelivery(store, organization)));
  await row.release();
  expect(await store.readWorkload(at(0))).toMatchObject({ due_deliveries: 9 });
});

it('DLV-9: on PostgreSQL a delivery that was uncommitted at the end of the turn still gets a turn', async () => {
  await using database = await makePostgresDatabase();
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
  await store.endTurn({ organization_id, lease_token: 'lease_a', now: at(0), receivers: 'quick' });
  await late.commit();
  expect(await turnsAt(store, lease_ms)).toEqual([organization_id]);
  expect(await store.claimDeliveries({ ...claimAt(lease_ms), organization_id })).toMatchObject([{ id: 'dlv_late' }]);
});
