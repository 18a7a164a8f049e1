/** API keys and rate windows, on each engine. */
import { readFile, readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createOrganization, openSqliteStore, type CreatedOrganization, type Store } from '../../src/index.ts';
import { apiKeyDigest } from '@booking-service/kernel/contract';
import { testSealing } from '../../src/testing.ts';
import { engines, makeDatabase, openWorldOn, type EngineName, type TestDatabase } from '../support/engines.ts';
import { openFolder } from '../support/processes/server-process.ts';

const start = '2026-11-21T09:30:00.000Z';
const next = '2026-11-21T09:35:00.000Z';

interface Opened extends AsyncDisposable, Pick<TestDatabase, 'query'> {
  readonly store: Store;
  readonly organization: CreatedOrganization;
  /** Counts a request of the organization, or of this key, and returns the count. */
  readonly count: (window_start?: string, key?: string) => Promise<number | undefined>;
}

/** Opens a store on a new database, with one organization. */
async function openStore(engine: EngineName, rate_limit = 2): Promise<Opened> {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await makeDatabase(engine));
  const store = opened.use(await database.open());
  const organization = await createOrganization(store, { name: 'Diner', webhook_url: null, rate_limit }, new Date());
  const running = opened.move();
  return {
    store,
    organization,
    query: (sql) => database.query(sql),
    count: async (window_start = start, key = organization.keys.test) =>
      (await store.admit({ digest: apiKeyDigest(key), window_start }))?.calls,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

describe.each(engines)('%s', (engine) => {
  it('AUT-7: finds a key by its digest, with its organization, mode and scopes', async () => {
    await using opened = await openStore(engine);
    const { store, organization } = opened;
    for (const mode of ['test', 'live'] as const) {
      const digest = apiKeyDigest(organization.keys[mode]);
      const caller = await store.authenticate(digest);
      expect(caller?.organization.id).toBe(organization.organization_id);
      expect(caller?.organization.suspended).toBe(false);
      expect(caller?.key).toMatchObject({ mode, scopes: expect.arrayContaining(['bookings:write', 'cards:read']) });
      expect(await store.admit({ digest, window_start: start })).toStrictEqual({
        caller,
        calls: expect.any(Number),
        limit: 2,
      });
    }
    expect(await store.authenticate(apiKeyDigest('sk_test_none'))).toBeUndefined();
    expect(await store.authenticate(organization.keys.test)).toBeUndefined();
    expect(await store.admit({ digest: apiKeyDigest('sk_test_none'), window_start: start })).toBeUndefined();
  });

  it('AUT-7: finds no owner of a revoked key from the next request on, and keeps the other keys', async () => {
    await using world = await openWorldOn(engine);
    const search = (key: string) => world.call('POST', '/v1/venues/search', { key, body: {} });
    expect((await search('test')).status).toBe(200);

    // Another connection writes it, like another instance.
    const digest = apiKeyDigest(world.organization.keys.test);
    await world.query(`UPDATE api_keys SET revoked_at = '${start}' WHERE digest = '${digest}'`);
    expect(await world.store.authenticate(digest)).toBeUndefined();
    expect(await search('test')).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
    expect((await search('live')).status).toBe(200);
  });

  it('LIM-4: admits exactly the limit of 200 concurrent requests, and returns limit + 1 for the rest', async () => {
    await using opened = await openStore(engine, 50);
    const counts = await Promise.all(Array.from({ length: 200 }, () => opened.count()));
    const passed = Array.from({ length: 50 }, (_, index) => index + 1);
    expect(counts.toSorted((a = 0, b = 0) => a - b)).toEqual([...passed, ...Array.from({ length: 150 }, () => 51)]);
  });

  it('LIM-1 LIM-4 ORG-4: begins a new window at one, counts per organization over all its keys, and continues after a raised limit', async () => {
    await using opened = await openStore(engine);
    const { count, store, organization } = opened;
    expect([await count(), await count(start, organization.keys.live), await count()]).toEqual([1, 2, 3]);
    const other = await createOrganization(store, { name: 'Diner', webhook_url: null }, new Date());
    expect(await count(start, other.keys.test)).toBe(1);
    await opened.query(`UPDATE organizations SET rate_limit = 3 WHERE id = '${organization.organization_id}'`);
    expect([await count(), await count()]).toEqual([3, 4]);
    expect([await count(next), await count(next), await count(next), await count(next)]).toEqual([1, 2, 3, 4]);
  });
});

it('AUT-7: keeps keys out of every file in clear text', async () => {
  await using folder = await openFolder();
  await using store = openSqliteStore(folder.path, { sealing: testSealing });
  const organization = await createOrganization(store, { name: 'Diner', webhook_url: null }, new Date());
  const names = await readdir(folder.path);
  expect(names).toContain('booking-service.db');
  const files = await Promise.all(names.map((name) => readFile(`${folder.path}/${name}`)));
  const holds = (text: string) => files.some((bytes) => bytes.includes(text));
  expect(holds(apiKeyDigest(organization.keys.test))).toBe(true);
  expect([holds(organization.keys.test), holds(organization.keys.live)]).toEqual([false, false]);
});

it('LIM-4: counts in the window that another instance has begun if its own clock is behind', async () => {
  await using opened = await openStore('postgres', 3);
  const { count } = opened;
  expect([await count(start), await count(next), await count(start), await count(next)]).toEqual([1, 1, 2, 3]);
  expect([await count(start), await count(next)]).toEqual([4, 4]);
  // A clock that is ahead by more is wrong, so its window is ignored.
  expect(await count('2026-11-21T12:00:00.000Z')).toBe(1);
  expect(await count(next)).toBe(1);
});

it('LIM-3 LIM-4: keeps one limit over several instances, and writes nothing past it', async () => {
  await using database = await makeDatabase('postgres');
  await using one = await database.open();
  await using other = await database.open();
  const { keys } = await createOrganization(one, { name: 'Diner', webhook_url: null, rate_limit: 40 }, new Date());
  const call = { digest: apiKeyDigest(keys.test), window_start: start };
  const calls = Array.from({ length: 120 }, (_, index) => (index % 2 === 0 ? one : other).admit(call));
  const counts = (await Promise.all(calls)).map((admitted) => admitted?.calls ?? 0);
  expect(counts.filter((count) => count <= 40).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 40 }, (_, index) => index + 1),
  );
  // xmin and xmax name the transactions that wrote or locked the row.
  const row = () => database.query('SELECT xmin::text, xmax::text, calls FROM rate_windows');
  const before = await row();
  expect((await other.admit(call))?.calls).toBe(41);
  expect(await row()).toEqual(before);
});

it('LIM-8: removes the windows of people who did not call since', async () => {
  await using opened = await openStore('postgres');
  const { organization_id } = opened.organization;
  const countIn = (person: string, window_start: string) =>
    opened.store.countCall({ organization_id, window: `person ${person}`, window_start, limit: 10 });
  await opened.count();
  for (const person of ['ada', 'grace', 'joan']) await countIn(person, start);
  expect([await countIn('ada', next), await countIn('joan', next), await countIn('ada', start)]).toEqual([1, 1, 2]);
  expect(await opened.query('SELECT name, calls FROM rate_windows ORDER BY name')).toEqual([
    { name: 'person ada', calls: 2 },
    { name: 'person joan', calls: 1 },
  ]);
});

it('LIM-8 LIM-4: admits reads of several costs over several instances while any unit remains', async () => {
  await using database = await makeDatabase('postgres');
  await using one = await database.open();
  await using other = await database.open();
  const { keys } = await createOrganization(one, { name: 'Diner', webhook_url: null, rate_limit: 10 }, new Date());
  const digest = apiKeyDigest(keys.test);
  const read = { digest, window_start: start, window: 'reads', units_per_request: 10 };
  const costs = Array.from({ length: 120 }, (_, index) => (index % 3 === 0 ? 5 : 1));
  const admitted = await Promise.all(
    costs.map(async (cost, index) => {
      const found = await (index % 2 === 0 ? one : other).admit({ ...read, cost });
      return { cost, before: (found?.calls ?? 0) - cost, limit: found?.limit };
    }),
  );
  expect(new Set(admitted.map(({ limit }) => limit))).toEqual(new Set([100]));
  const passed = admitted.filter(({ before }) => before < 100).toSorted((a, b) => a.before - b.before);
  // Each call that passed began where the one before it ended.
  let used = 0;
  for (const { cost, before } of passed) {
    expect(before).toBe(used);
    used += cost;
  }
  expect(used).toBeGreaterThanOrEqual(100);
  expect(passed.length).toBeLessThan(costs.length);
  expect((await one.admit({ digest, window_start: start }))?.calls).toBe(1);
});
