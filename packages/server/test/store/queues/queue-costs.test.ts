/** Turns of organizations in deliveries: their cost with a backlog, and concurrent transactions. */
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { createOrganization } from '../../../src/index.ts';
import { abandonSpent, claimOf, recordAttempts } from '../../../src/store/postgres/deliveries.ts';
import { claimTurns, endTurn } from '../../../src/store/postgres/delivery-queues.ts';
import type { Statement } from '../../../src/store/postgres/connection/database.ts';
import { selectWorkload } from '../../../src/store/postgres/workload.ts';
import { dueDeliveries, spentDeliveries } from '../../../src/store/sqlite/deliveries.ts';
import { dueTurns, firstPending } from '../../../src/store/sqlite/delivery-queues.ts';
import { workload } from '../../../src/store/sqlite/workload.ts';
import { maxCounted } from '../../../src/store/store.ts';
import { makeDatabase, makePostgresDatabase, openWorldOn } from '../../support/engines.ts';
import { start, url, at, claimAt, turnsAt, addDelivery, finish, addBacklog, lease_ms } from './queued.ts';

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
