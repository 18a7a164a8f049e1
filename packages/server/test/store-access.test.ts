/** Keys and rate windows on real SQLite. */
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createOrganization, openSqliteStore, type CreatedOrganization, type Store } from '../src/index.ts';
import { apiKeyDigest } from '../src/domain/api-key.ts';
import { openWorld, testSealing } from '../src/testing.ts';

interface Opened extends AsyncDisposable {
  readonly folder: string;
  readonly store: Store;
  readonly organization: CreatedOrganization;
}

/** A store in a folder of its own, with one organization. */
async function openStore(): Promise<Opened> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
  opened.defer(() => rm(folder, { recursive: true }));
  const store = opened.use(openSqliteStore(folder, { sealing: testSealing }));
  const organization = await createOrganization(store, { name: 'Diner', webhook_url: null }, new Date());
  const running = opened.move();
  return { folder, store, organization, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

it('AUT-7: a key is found by its digest, with its organization, mode and scopes', async () => {
  await using opened = await openStore();
  const { store, organization } = opened;
  for (const mode of ['test', 'live'] as const) {
    const caller = await store.authenticate(apiKeyDigest(organization.keys[mode]));
    expect(caller?.organization.id).toBe(organization.organization_id);
    expect(caller?.organization.suspended).toBe(false);
    expect(caller?.key).toMatchObject({ mode, scopes: expect.arrayContaining(['bookings:write', 'cards:read']) });
  }
  expect(await store.authenticate(apiKeyDigest('sk_test_none'))).toBeUndefined();
  expect(await store.authenticate(organization.keys.test)).toBeUndefined();
});

it('AUT-7: a key that is revoked is nobody, from the next call on; the others stay', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => rm(folder, { recursive: true }));
  const store = cleanup.use(openSqliteStore(folder, { sealing: testSealing }));
  await using world = await openWorld({ store });
  const search = (key: string) => world.call('POST', '/v1/venues/search', { key, body: {} });
  expect((await search('test')).status).toBe(200);

  // This version has no operation for it: written by another connection, as another instance would.
  const elsewhere = new DatabaseSync(join(folder, 'booking-service.db'));
  const revoke = elsewhere.prepare('UPDATE api_keys SET revoked = ? WHERE digest = ?');
  revoke.run('2026-11-21T09:30:00.000Z', apiKeyDigest(world.organization.keys.test));
  elsewhere.close();
  expect(await store.authenticate(apiKeyDigest(world.organization.keys.test))).toBeUndefined();
  expect(await search('test')).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
  expect((await search('live')).status).toBe(200);
});

it('AUT-7: no file of the folder holds a key in clear text', async () => {
  await using opened = await openStore();
  const { folder, organization } = opened;
  const names = await readdir(folder);
  expect(names).toContain('booking-service.db');
  const files = await Promise.all(names.map((name) => readFile(join(folder, name))));
  const holds = (text: string) => files.some((bytes) => bytes.includes(text));
  expect(holds(apiKeyDigest(organization.keys.test))).toBe(true);
  expect([holds(organization.keys.test), holds(organization.keys.live)]).toEqual([false, false]);
});

it('LIM-4: of 200 calls at once exactly the limit pass, and the rest are told limit + 1', async () => {
  await using opened = await openStore();
  const call = { organization_id: 'org_a', window_start: '2026-11-21T09:30:00.000Z', limit: 50 };
  const counts = await Promise.all(Array.from({ length: 200 }, () => opened.store.countCall(call)));
  const passed = Array.from({ length: 50 }, (_, index) => index + 1);
  expect(counts.toSorted((a, b) => a - b)).toEqual([...passed, ...Array.from({ length: 150 }, () => 51)]);
});

it('LIM-1 LIM-4: a new window begins at one, organizations count apart, a raised limit counts on', async () => {
  await using opened = await openStore();
  const countCall: Store['countCall'] = (call) => opened.store.countCall(call);
  const call = { organization_id: 'org_a', window_start: '2026-11-21T09:30:00.000Z', limit: 2 };
  expect([await countCall(call), await countCall(call), await countCall(call)]).toEqual([1, 2, 3]);
  expect(await countCall({ ...call, organization_id: 'org_b' })).toBe(1);
  expect(await countCall({ ...call, limit: 3 })).toBe(3);
  const next = { ...call, window_start: '2026-11-21T09:35:00.000Z' };
  expect([await countCall(next), await countCall(next), await countCall(next)]).toEqual([1, 2, 3]);
});
