/** Promises of the PostgreSQL store beyond the port: many instances, few queries, and secrets that do not open. */
import type { Booking } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { createOrganization, type Store } from '../../../src/index.ts';
import { apiKeyDigest } from '@booking-service/kernel/ids';
import { openWorld, type World } from '../../../src/testing.ts';
import { makeDatabase, makePostgresDatabase } from '../../support/engines.ts';
import { newBooking } from '../../support/new-booking.ts';

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
