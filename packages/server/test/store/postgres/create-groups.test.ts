/** Creates of one turn of the event loop, which are stored together. */
import { describe, expect, it } from 'vitest';
import { createOrganization } from '../../../src/index.ts';
import { engines, makePostgresDatabase, openWorldOn } from '../../support/engines.ts';
import { openWorld } from '../../../src/testing.ts';
import { accepted, claimOf } from '../stored.ts';
import { addDelivery, at, finish, start, url } from '../queues/queued.ts';

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
    const creates = [first, repeated, create(), broken, create('order-2'), create('order-3'), create('order-3', true)];
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
    expect(new Set(made.map(({ stored }) => stored.booking.id)).size).toBe(keys.length);
    expect(made.filter(({ replayed }) => replayed)).toHaveLength(keys.length);
  }
});

it('LIM-4: on PostgreSQL requests of one turn are counted together, each with a count of its own', async () => {
  await using world = await openWorldOn('postgres');
  const { organization_id } = world.organization;
  await world.query(`UPDATE organizations SET rate_limit = 5 WHERE id = '${organization_id}'`);
  const [row] = await world.query(`SELECT digest FROM api_keys WHERE organization_id = '${organization_id}' LIMIT 1`);
  const request = { digest: String(row?.['digest']), window_start: '2026-11-21T09:30:00.000Z' };
  const counts = async (requests: number) =>
    (await Promise.all(Array.from({ length: requests }, () => world.store.admit(request)))).map((each) => each?.calls);
  expect(await counts(3)).toEqual([1, 2, 3]);
  expect(await counts(4)).toEqual([4, 5, 6, 6]);
  expect(await counts(2)).toEqual([6, 6]);
  expect(await world.store.readUsage({ organization_id, ...request })).toMatchObject({ rate_limit: 5, calls: 5 });
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
  const first = await database.hold(`SELECT resend_delivery('${organization_id}', '${id}', '${at(1).toISOString()}')`);
  const second = store.resendDelivery({ organization_id, id }, at(1));
  await database.untilWaiting(1);
  await first.commit();
  expect(await second).toMatchObject({ resent: false, delivery: { id, state: 'pending' } });
});
