/** Expired bookings: many at once, and several instances. */
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { randomId } from '@booking-service/kernel/contract';
import { Client } from 'pg';
import type { Booking } from '@booking-service/contract';
import { openBooking } from '../../../src/domain/booking.ts';
import { claimExpired } from '../../../src/store/bookings/postgres.ts';
import { expired } from '../../../src/store/bookings/sqlite.ts';
import type { Store } from '../../../src/store/store.ts';
import { expireBookings } from '../../../src/worker/worker.ts';
import {
  type EngineName,
  engines,
  makePostgresDatabase,
  openWorldOn,
  type TestDatabase,
} from '../../support/engines.ts';
import { newBooking } from '../../support/new-booking.ts';
import { createOrganization } from '../../../src/index.ts';
import { addDelivery, at, lease_ms, start, url } from './queued.ts';
import { numberedRows } from '../../support/databases.ts';
import { readRows } from '../../support/postgres/query-postgres.ts';
// @boundaries-ignore a private part of the kernel
import { claimOf } from '../../../../kernel/src/store/deliveries/postgres.ts';
import type { World } from '../../../src/testing.ts';

const log = pino({ level: 'silent' });
const late = 21 * 60_000;

/** Stores `count` bookings that wait in requires_action: one, and copies of it. */
async function storeWaiting(
  { store, organization_id }: { store: Store; organization_id: string },
  { count, engine, query }: { count: number; engine: EngineName; query: TestDatabase['query'] },
): Promise<void> {
  const next_action = { type: 'authorize_payment', url: 'https://pay.test/1' } as const;
  const opening = { id: randomId('bkg'), provider: 'sandbox', livemode: false, request: newBooking(), next_action };
  const { booking } = openBooking(opening, start);
  await store.createBooking({ organization_id, booking, idempotency_key: undefined, events: [] });
  const copies = `FROM ${numberedRows(count - 1)} CROSS JOIN bookings b WHERE b.organization_id = '${organization_id}'`;
  await query(
    engine === 'sqlite'
      ? `INSERT INTO bookings (id, organization_id, version, step, livemode, document)
        SELECT 'bkg_' || i, organization_id, version, step, livemode, replace(document, b.id, 'bkg_' || i) ${copies}`
      : `INSERT INTO bookings (id, organization_id, version, step, livemode, status, expires_at, document)
        SELECT 'bkg_' || i, organization_id, version, step, livemode, status, expires_at,
          replace(document::text, b.id, 'bkg_' || i)::json ${copies}`,
  );
}

describe.each(engines)('%s', (engine) => {
  it('STA-9: two sweeps share the expired bookings, and neither tries one of the other', async () => {
    await using world = await openWorldOn(engine);
    const { store, organization, query } = world;
    await storeWaiting({ store, organization_id: organization.organization_id }, { count: 250, engine, query });
    const bothClaimed = Promise.withResolvers<void>();
    let sweeps = 0;
    async function sweep(): Promise<string[]> {
      const tried: string[] = [];
      const shared: Pick<Store, 'claimExpired' | 'changeBooking'> = {
        claimExpired: (claim) => store.claimExpired(claim),
        async changeBooking(change) {
          if (tried.push(change.before.booking.id) === 1 && (sweeps += 1) === 2) bothClaimed.resolve();
          await bothClaimed.promise;
          return store.changeBooking(change);
        },
      };
      await expireBookings({ store: shared, clock: { now: () => at(late) }, log, isRunning: () => true });
      return tried;
    }
    const [first, second] = await Promise.all([sweep(), sweep()]);
    expect(new Set([...first, ...second]).size).toBe(250);
    expect(first.length + second.length).toBe(250);
    expect(Math.min(first.length, second.length)).toBeGreaterThanOrEqual(100);
    expect(await query(`SELECT id FROM bookings WHERE status <> 'expired'`)).toEqual([]);
  });

  it('STA-9: claims no further batch when the worker stops', async () => {
    await using world = await openWorldOn(engine);
    const { store, organization, query } = world;
    await storeWaiting({ store, organization_id: organization.organization_id }, { count: 150, engine, query });
    let claims = 0;
    const counted: Pick<Store, 'claimExpired' | 'changeBooking'> = {
      claimExpired: (claim) => ((claims += 1), store.claimExpired(claim)),
      changeBooking: (change) => store.changeBooking(change),
    };
    await expireBookings({ store: counted, clock: { now: () => at(late) }, log, isRunning: () => claims < 1 });
    expect(await query(`SELECT count(*) AS number FROM bookings WHERE status = 'expired'`)).toMatchObject([
      { number: expect.toSatisfy((number) => Number(number) === 100) },
    ]);
  });
});

const waiting = 20_000;

it('STA-9: on SQLite a claim reads the expired bookings in the order of their index', async () => {
  await using world = await openWorldOn('sqlite');
  const plan = await world.query(`EXPLAIN QUERY PLAN SELECT b.id ${expired.replaceAll(/:\w+/g, 'NULL')}`);
  expect(plan.map(({ detail }) => detail)).toEqual(['SEARCH b USING INDEX bookings_expiring (expires_at<?)']);
});

it('STA-9: on PostgreSQL a claim reads no more expired bookings than its limit', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await using store = await database.open();
  const { organization_id } = await createOrganization(store, { name: 'Diner', webhook_url: null }, start);
  const query = (sql: string) => database.query(sql);
  await storeWaiting({ store, organization_id }, { count: waiting, engine: 'postgres', query });
  await query('ANALYZE');
  const values = [at(late).toISOString(), at(late + 60_000).toISOString(), 100];
  const [read] = await readRows(database.url, [[claimExpired, values]]);
  expect(read?.maxRows).toBe(100);
  expect(read?.scanned).not.toContain('bookings');
});

// On PostgreSQL a claim of deliveries writes no index entry: its updates are HOT (heap-only tuples). An update is HOT if it changes no
// indexed column and its page has room. PostgreSQL reclaims room only when no transaction of the server needs the old versions, so
// each page here has fewer claims than the fillfactor leaves room for.

const organizations = 40;
const deliveriesOfEach = 30;

it('DLV-9: claims of deliveries are HOT updates', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await using store = await database.open();
  const first = await createOrganization(store, { name: 'Diner', webhook_url: url }, start);
  await addDelivery(store, first);
  await database.query(`
    INSERT INTO organizations (id, name, created, webhook_url, signing_secret, rate_limit, test_allowance)
    SELECT 'org_copy_' || i, name, created, webhook_url, signing_secret, rate_limit, test_allowance
    FROM organizations, generate_series(1, ${organizations}) AS i`);
  // The deliveries of the organizations lie between each other, as they do when they are created one after the other.
  await database.query(`
    INSERT INTO events (organization_id, id, subject_id, type, created, payload)
    SELECT o.id, left(e.id, 16) || lpad(right(o.id, 12), 20, '0'), e.subject_id, e.type, e.created, e.payload FROM organizations o, events e WHERE o.id LIKE 'org_copy_%'`);
  await database.query(`
    INSERT INTO deliveries (organization_id, id, event_id, state, attempts_allowed, due_at)
    SELECT o.id, left(d.id, 16) || lpad(i::text, 8, '0') || right(o.id, 12), left(d.event_id, 16) || lpad(right(o.id, 12), 20, '0'), 'pending', d.attempts_allowed, d.due_at
    FROM generate_series(1, ${deliveriesOfEach}) AS i, organizations o, deliveries d WHERE o.id LIKE 'org_copy_%'
    ORDER BY i, o.id`);

  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query('BEGIN');
    const values = [at(0), at(lease_ms)].map((time) => time.toISOString());
    await client.query(claimOf.text, [...values, 'lease_a', deliveriesOfEach, ['org_copy_1']]);
    // The counts of this transaction alone.
    const { rows } = await client.query(`
      SELECT sum(n_tup_upd)::integer AS updates, sum(n_tup_hot_upd)::integer AS hot
      FROM pg_stat_xact_user_tables WHERE relname LIKE 'deliveries%'`);
    await client.query('ROLLBACK');
    expect(rows).toEqual([{ updates: deliveriesOfEach, hot: deliveriesOfEach }]);
  } finally {
    await client.end();
  }
});

it('DLV-9: on PostgreSQL the workload has the age of a transaction that stays open', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await using store = await database.open();
  const transaction = await database.hold('UPDATE sealing SET check_value = check_value');
  expect((await store.readWorkload(at(0))).oldest_transaction_seconds).toBeGreaterThan(0);
  await transaction.commit();
  expect((await store.readWorkload(at(0))).oldest_transaction_seconds).toBe(0);
});

// The next due time of each kind of work, on each engine. An advance of the sandbox's clock uses it.

const request = newBooking();
const nothing = { runs: null, expiries: null };
const noTurns = { quick: null, slow: null };

describe.each(engines)('on %s', (engine) => {
  it('DLV-3 DLV-4: returns when runs, webhooks and retries are due, and null once all are done', async () => {
    await using world = await openWorldOn(engine);
    const { store, clock, endpoint } = world;
    expect(await store.findNextDue()).toEqual(nothing);
    expect(await store.findNextTurns()).toEqual(noTurns);
    await create(world);
    const created = clock.now().toISOString();
    expect(await store.findNextDue()).toEqual({ runs: expect.any(String) as string, expiries: null });
    expect(await store.findNextTurns()).toEqual({ quick: created, slow: null });

    endpoint.responses.push(500);
    await clock.advance(30_000);
    const { quick } = await store.findNextTurns();
    expect(quick && quick > clock.now().toISOString()).toBe(true);
    await clock.advance(3_600_000);
    expect(await store.findNextDue()).toEqual(nothing);
    expect(await store.findNextTurns()).toEqual(noTurns);
  });

  it('ORG-1: has no due webhooks for an organization without a URL', async () => {
    await using world = await openWorldOn(engine, { organization: { webhook_url: null } });
    await create(world);
    expect(await world.store.findNextTurns()).toEqual(noTurns);
  });

  it('STA-8: returns when a booking in requires_action expires', async () => {
    await using world = await openWorldOn(engine);
    const { store, clock } = world;
    await create(world, { venue_id: 'ven_code_house', slot_id: 'slt_code_house_20261121T1900' });
    await clock.advance(10_000);
    const { expiries } = await store.findNextDue();
    expect(expiries && Date.parse(expiries) > clock.now().getTime()).toBe(true);
    await clock.advance(3_600_000);
    expect((await store.findNextDue()).expiries).toBeNull();
  });
});

async function create(world: World, overrides: Partial<typeof request> = {}): Promise<void> {
  const { status } = await world.call<Booking>('POST', '/v1/bookings', { body: { ...request, ...overrides } });
  expect(status).toBe(201);
}
