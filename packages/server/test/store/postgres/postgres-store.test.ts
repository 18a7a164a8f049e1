/**
 * Promises of the PostgreSQL store beyond the port: many instances, few queries, secrets that do not open, and grouped creates.
 */
import type { Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { apiKeyDigest } from '@booking-service/kernel/contract';
import { createOrganization, openPostgresStore, type Store } from '../../../src/index.ts';
import type { Claim, RunOf } from '../../../src/store/store.ts';
import { openWorld, testSealing, type World } from '../../../src/testing.ts';
import { engines, makeDatabase, makePostgresDatabase, openWorldOn } from '../../support/engines.ts';
import { newBooking } from '../../support/new-booking.ts';
import { addDelivery, at, attempt, finish, start, url } from '../queues/queued.ts';
import { accepted, claimOf, stored } from '../stored.ts';

const request = newBooking();
const lease_ms = 60_000;

function claimAfter({ clock }: World, ms: number, lease_token: string) {
  const now = new Date(clock.now().getTime() + ms);
  return { now, lease_until: new Date(now.getTime() + lease_ms), lease_token, limit: 100 };
}

it('STA-12 DLV-6: ends no lease when it opens, and claims abandoned work when its lease ends', async () => {
  await using database = await makeDatabase('postgres');
  await using first = await database.open();
  await using world = await openWorld({ store: first });
  await world.call<Booking>('POST', '/v1/bookings', { body: request });
  expect(await first.claimRuns(claimAfter(world, 0, 'lease_first'))).toHaveLength(1);
  expect(await first.claimDeliveries(claimAfter(world, 0, 'lease_first'))).toHaveLength(1);

  await using second = await database.open();
  expect(await second.claimRuns(claimAfter(world, lease_ms, 'lease_second'))).toEqual([]);
  expect(await second.claimDeliveries(claimAfter(world, lease_ms, 'lease_second'))).toEqual([]);
  expect(await second.claimRuns(claimAfter(world, lease_ms + 1, 'lease_second'))).toMatchObject([{ attempt: 2 }]);
  expect(await second.claimDeliveries(claimAfter(world, lease_ms + 1, 'lease_second'))).toMatchObject([{ attempt: 2 }]);
});

/** What an instance claims under a lease. Each claim returns what it got. */
const claimsOf: Readonly<Record<string, (store: Store, claim: Claim & RunOf) => Promise<readonly unknown[]>>> = {
  runs: (store, claim) => store.claimRuns(claim),
  'the run of a booking': async (store, claim) => [await store.claimRun(claim)].filter((run) => run !== undefined),
  deliveries: (store, claim) => store.claimDeliveries(claim),
  'deliveries of organizations': (store, claim) => store.claimDeliveries({ ...claim, of: [claim.organization_id] }),
  'turns of organizations': (store, claim) => store.claimTurns({ ...claim, receivers: 'quick' }),
  'expired bookings': (store, claim) => store.claimExpired(claim),
  'reads of bookings': (store, claim) =>
    store.claimReads({ ...claim, provider: 'sandbox', mode: 'test', cause: 'event' }),
};
/** By then an unanswered booking has expired. */
const hour_ms = 3_600_000;
const past = (date: Date, ms: number) => new Date(date.getTime() + ms);

/** Opens two stores on one database, whose leases follow the clock of the database as in production. */
async function openTwoInstances() {
  await using opened = new AsyncDisposableStack();
  const { url: database_url } = opened.use(await makePostgresDatabase({ tables: true }));
  const open = () =>
    openPostgresStore(`${database_url}?options=-c%20leases.clock%3Ddatabase`, { sealing: testSealing });
  const [store, other] = [opened.use(await open()), opened.use(await open())];
  const world = opened.use(await openWorld({ store }));
  const running = opened.move();
  return { world, store, other, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

it.each(Object.keys(claimsOf))('STA-12 DLV-6: claims no %s twice if a clock is 300 s ahead', async (kind) => {
  await using instances = await openTwoInstances();
  const { world, store, other } = instances;
  const { organization_id, booking } = await stored(world, { asks: kind === 'expired bookings' });
  const of = { organization_id, booking_id: booking.id };
  await store.requestRead({ ...of, provider: 'sandbox', mode: 'test', cause: 'event', due_at: world.clock.now() });
  const claim = (from: Store, ahead_ms: number, length_ms = lease_ms) => {
    const lease = claimAfter(world, hour_ms + ahead_ms, 'lease_a');
    return claimsOf[kind]?.(from, { ...lease, ...of, lease_until: past(lease.now, length_ms) });
  };
  // The first lease is over at once.
  expect(await claim(store, 0, -1)).toHaveLength(1);
  expect(await claim(store, 0)).toHaveLength(1);
  expect(await claim(other, 300_000)).toEqual([]);
});

it('STA-12: works on a modification alone although the clock of another instance is 300 s ahead', async () => {
  await using instances = await openTwoInstances();
  const { world, store, other } = instances;
  const { lease_until, now } = claimAfter(world, 0, '');
  const run = { step: 1, due_at: now.toISOString(), lease: { lease_until, lease_token: 'lease_a' } };
  const { organization_id, booking } = (await store.createBooking({ ...accepted(world), run })).stored;
  const of = { organization_id, booking_id: booking.id };
  expect(await other.claimRuns(claimAfter(world, 300_000, 'lease_b'))).toEqual([]);
  expect(await other.retryRun({ ...of, now: past(now, 300_000) })).toBe(false);
});

it('DLV-3: keeps a queue open for uncommitted deliveries although the clock of another instance is 300 s ahead', async () => {
  await using instances = await openTwoInstances();
  const { world, store, other } = instances;
  await stored(world);
  const [delivery] = await store.claimDeliveries(claimAfter(world, 0, 'lease_a'));
  if (delivery) await store.recordAttempts([{ delivery, attempt, state: 'succeeded' }]);
  for (const [from, ms] of [
    [store, 0],
    [other, 300_000],
  ] as const) {
    const claim = claimAfter(world, ms, 'lease_a');
    const [turn] = await from.claimTurns({ ...claim, receivers: 'quick' });
    expect(turn).toMatchObject({ deliveries: [] });
    await from.endTurns([{ ...world.organization, ...claim, receivers: 'quick' }]);
    expect(await store.findNextTurns()).toMatchObject({ quick: expect.any(String) });
  }
});

it('STA-12 DLV-6: gives each run and each delivery to one of several concurrent instances', async () => {
  await using database = await makeDatabase('postgres');
  await using first = await database.open();
  await using second = await database.open();
  await using world = await openWorld({ store: first });
  await Promise.all(Array.from({ length: 40 }, () => world.call('POST', '/v1/bookings', { body: request })));
  const claims = Array.from({ length: 16 }, (_, index) => ({
    store: index % 2 === 0 ? first : second,
    claim: { ...claimAfter(world, 0, `lease_${index}`), limit: 5 },
  }));
  const runs = await Promise.all(claims.map(({ store, claim }) => store.claimRuns(claim)));
  const deliveries = await Promise.all(claims.map(({ store, claim }) => store.claimDeliveries(claim)));
  for (const ids of [runs.flat().map(({ booking_id }) => booking_id), deliveries.flat().map(({ id }) => id)]) {
    expect(new Set(ids).size).toBe(40);
    expect(ids).toHaveLength(40);
  }
});

it('LIM-4: keeps the limit for requests that saw room in the window and then waited for its row', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await using store = await database.open();
  await using other = await database.open();
  const { keys } = await createOrganization(store, { name: 'Diner', webhook_url: null, rate_limit: 3 }, new Date());
  const call = { digest: apiKeyDigest(keys.test), window_start: '2026-11-21T09:30:00.000Z' };
  expect(await store.admit(call)).toMatchObject({ calls: 1 });

  const row = await database.hold('SELECT FROM rate_windows FOR UPDATE');
  const admitted = Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 ? store : other).admit(call)));
  // Each store sends the admissions of one turn in one statement.
  await database.untilWaiting(2);
  await row.release();
  const counts = (await admitted).map((each) => each?.calls ?? 0).toSorted((a, b) => a - b);
  expect(counts).toEqual([2, 3, ...Array.from({ length: 8 }, () => 4)]);
});

it('IDM-5: returns the first booking to creates that waited for the first one under their key', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await using store = await database.open();
  await using otherStore = await database.open();
  await using world = await openWorld({ store });
  await using other = await openWorld({ store: otherStore });
  // One store has the key and waits for the organization's row. The other one waits for the key.
  const organization = await database.hold('SELECT FROM organizations FOR UPDATE');
  const headers = { 'Idempotency-Key': 'order-1' };
  const key = world.organization.keys.test;
  const creates = Array.from({ length: 8 }, (_, index) =>
    (index % 2 ? world : other).call<Booking>('POST', '/v1/bookings', { key, body: request, headers }),
  );
  await database.untilWaiting(2);
  await organization.release();
  const responses = await Promise.all(creates);
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 7 }, () => 200),
    201,
  ]);
  expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
});

it('queries the database at most once a second while idle', async () => {
  await using database = await makeDatabase('postgres');
  await using store = await database.open();
  let queries = 0;
  // Each method is one statement.
  const counted = new Proxy(store, {
    get(target, name) {
      if (name !== 'watchRuns') queries += 1;
      return Reflect.get(target, name) as unknown;
    },
  });
  await using world = await openWorld({ store: counted });
  queries = 0;
  // A longer advance skips ticks without work.
  for (let n = 0; n < 20; n += 1) await world.clock.advance(30_000);
  expect(queries).toBeGreaterThan(300);
  expect(queries).toBeLessThan(600);
});

it('ORG-2 DLV-5: rejects a claim if a secret does not open, and uses no attempt', async () => {
  await using database = await makeDatabase('postgres');
  await using store: Store = await database.open();
  await using world = await openWorld({ store });
  await world.call('POST', '/v1/bookings', { body: request });
  const sealed = await database.query('SELECT signing_secret FROM organizations');
  await database.query(`UPDATE organizations SET signing_secret = 'v1.damaged'`);
  await expect(store.claimDeliveries(claimAfter(world, 0, 'lease_a'))).rejects.toThrow(
    'has a form that this program does not support',
  );
  await database.query(`UPDATE organizations SET signing_secret = '${String(sealed[0]?.['signing_secret'])}'`);
  expect(await store.claimDeliveries(claimAfter(world, 0, 'lease_b'))).toMatchObject([{ attempt: 1 }]);
});

describe('creates of one turn', () => {
  describe.each(engines)('%s', (engine) => {
    it('IDM-1 MOD-3 STA-12: a create that is refused, replayed or fails changes none of those beside it', async () => {
      await using world = await openWorldOn(engine);
      const settings = { name: 'Diner', webhook_url: 'https://diner.test/webhooks', test_allowance: 3 };
      const { organization_id } = await createOrganization(world.store, settings, world.clock.now());
      const create = (idempotency_key?: string, livemode = false) => ({
        ...accepted(world, { livemode }),
        organization_id,
        idempotency_key,
      });
      const [first, repeated] = [create('order-1'), create('order-1')];
      const broken = { ...create(), events: first.events };
      const creates = [
        first,
        repeated,
        create(),
        broken,
        create('order-2'),
        create('order-3'),
        create('order-3', true),
      ];
      const results = await Promise.allSettled(creates.map((each) => world.store.createBooking(each)));

      const outcomes = results.map((result) => {
        if (result.status === 'rejected') return result.reason.code ?? result.reason.message;
        return [result.value.stored.booking.id, result.value.replayed];
      });
      const idOf = (index: number) => creates[index]?.booking.id;
      expect(outcomes).toEqual([
        [first.booking.id, false],
        [first.booking.id, true],
        [idOf(2), false],
        expect.stringMatching(/23505|SQLITE|unique/i),
        [idOf(4), false],
        'free_tier_exhausted',
        [idOf(6), false],
      ]);
      const runs = await world.store.claimRuns(claimOf(world));
      expect(new Set(runs.map(({ booking_id }) => booking_id))).toEqual(new Set([0, 2, 4, 6].map(idOf)));
      const deliveries = await world.store.claimDeliveries(claimOf(world));
      expect(deliveries).toHaveLength(4);
      // The refused create has not taken its key.
      const key = { organization_id, livemode: false, idempotency_key: 'order-3' };
      expect(await world.store.findBookingByKey(key)).toBeUndefined();
    });

    it('IDM-1: two refused creates of one turn under one key are both refused', async () => {
      await using world = await openWorldOn(engine);
      const { organization_id } = await createOrganization(
        world.store,
        { name: 'Diner', webhook_url: null, test_allowance: 0 },
        world.clock.now(),
      );
      const creates = [1, 2].map(() => ({ ...accepted(world), organization_id, idempotency_key: 'order-1' }));
      const results = await Promise.allSettled(creates.map((each) => world.store.createBooking(each)));
      expect(results).toMatchObject([1, 2].map(() => ({ reason: { code: 'free_tier_exhausted' } })));
    });
  });

  it('STA-12: on PostgreSQL the creates of an organization in one turn are one transaction', async () => {
    await using world = await openWorldOn('postgres');
    const other = await world.addOrganization();
    const creates = Array.from({ length: 20 }, (_, index) => ({
      ...accepted(world, { livemode: index % 2 === 0 }),
      idempotency_key: `order-${index}`,
    }));
    const foreign = { ...accepted(world), organization_id: other.organization_id };
    await Promise.all([...creates, foreign].map((each) => world.store.createBooking(each)));
    const transactions = await world.query(
      'SELECT count(*)::integer AS bookings FROM bookings GROUP BY xmin::text ORDER BY count(*)',
    );
    expect(transactions).toEqual([{ bookings: 1 }, { bookings: 20 }]);
  });

  it('IDM-1: on PostgreSQL two instances store the same keys in any order, each once', async () => {
    await using database = await makePostgresDatabase({ tables: true });
    await using store = await database.open();
    await using second = await database.open();
    await using world = await openWorld({ store });
    for (let round = 0; round < 20; round += 1) {
      const keys = Array.from({ length: 24 }, (_, index) => `order-${round}-${index}`);
      const create = (idempotency_key: string) => ({ ...accepted(world, { livemode: true }), idempotency_key });
      const made = await Promise.all([
        ...keys.map((key) => store.createBooking(create(key))),
        ...keys.toReversed().map((key) => second.createBooking(create(key))),
      ]);
      expect(new Set(made.map(({ stored: storedIds }) => storedIds.booking.id)).size).toBe(keys.length);
      expect(made.filter(({ replayed }) => replayed)).toHaveLength(keys.length);
    }
  });

  it('LIM-4: on PostgreSQL requests of one turn are counted together, each with a count of its own', async () => {
    await using world = await openWorldOn('postgres');
    const { organization_id } = world.organization;
    await world.query(`UPDATE organizations SET rate_limit = 5 WHERE id = '${organization_id}'`);
    const [row] = await world.query(`SELECT digest FROM api_keys WHERE organization_id = '${organization_id}' LIMIT 1`);
    const lateRequest = { digest: String(row?.['digest']), window_start: '2026-11-21T09:30:00.000Z' };
    const counts = async (requests: number) =>
      (await Promise.all(Array.from({ length: requests }, () => world.store.admit(lateRequest)))).map(
        (each) => each?.calls,
      );
    expect(await counts(3)).toEqual([1, 2, 3]);
    expect(await counts(4)).toEqual([4, 5, 6, 6]);
    expect(await counts(2)).toEqual([6, 6]);
    expect(await world.store.readUsage({ organization_id, ...lateRequest })).toMatchObject({ rate_limit: 5, calls: 5 });
  });

  // On PostgreSQL a resend moves its delivery to another partition. A statement that waits for such a row fails when it has moved.

  it('DLV-10: of two resends of a delivery at once, one resends it and the other finds it pending', async () => {
    await using database = await makePostgresDatabase({ tables: true });
    await using store = await database.open();
    const organization = await createOrganization(store, { name: 'Diner', webhook_url: url }, start);
    const { organization_id } = organization;
    await addDelivery(store, organization);
    await finish(store, organization_id, 0);
    const { rows } = await store.listDeliveries({ organization_id, limit: 1 });
    const id = rows[0]?.id ?? '';
    const first = await database.hold(
      `SELECT resend_delivery('${organization_id}', '${id}', '${at(1).toISOString()}')`,
    );
    const second = store.resendDelivery({ organization_id, id }, at(1));
    await database.untilWaiting(1);
    await first.commit();
    expect(await second).toMatchObject({ resent: false, delivery: { id, state: 'pending' } });
  });
});
