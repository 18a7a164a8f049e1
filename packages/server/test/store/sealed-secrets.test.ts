/** Signing secrets at rest: sealed in every file, each for its own organization. */
// @boundaries-ignore a private part of the kernel
import { kernelMigrations } from '../../../kernel/src/store/migration-files.ts';
import { bookingFiles } from '../../src/store/booking-files.ts';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Booking } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { createOrganization, createSealing, migrateSqliteStore, openSqliteStore } from '../../src/index.ts';
import { openSqliteAdmin } from '../../src/store/sqlite/sqlite-store.ts';
import { openWorld, testSealing } from '../../src/testing.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { openFolder } from '../support/processes/server-process.ts';
import { newBooking } from '../support/new-booking.ts';

const now = new Date('2026-11-21T09:30:00.000Z');
const claim = { now, lease_until: new Date(now.getTime() + 60_000), lease_token: 'lease_a', limit: 10 };
const otherSealing = createSealing(new Uint8Array(32).fill(8));

/** Returns the files of the folder that contain one of these texts. */
function filesWith(folder: string, texts: readonly string[]): string[] {
  const holds = (name: string) => {
    const bytes = readFileSync(join(folder, name));
    return texts.some((text) => bytes.includes(text));
  };
  return readdirSync(folder).filter(holds);
}

/** Returns the bytes of every file of the folder. */
function bytesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder).toSorted();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name)).toString('base64')]));
}

it('ORG-2: keeps signing secrets out of every file in clear text, while the store is open and after', async () => {
  await using folder = await openFolder();
  const store = openSqliteStore(folder.path, { sealing: testSealing });
  const { organization_id, signing_secret } = await createOrganization(
    store,
    { name: 'Diner', webhook_url: null },
    now,
  );
  expect(filesWith(folder.path, [organization_id])).not.toEqual([]);
  expect(filesWith(folder.path, [signing_secret])).toEqual([]);
  const prepared = { organization_id, secret: 'whsec_prepared_secret', created: now.toISOString() };
  expect(await store.prepareSecret(prepared)).toBe(true);
  expect(filesWith(folder.path, [prepared.secret])).toEqual([]);
  await store.activateSecret(organization_id);
  await store[Symbol.asyncDispose]();
  expect(filesWith(folder.path, [signing_secret, prepared.secret])).toEqual([]);

  await using reopened = openSqliteStore(folder.path, { sealing: testSealing });
  expect(await reopened.findOrganization(organization_id)).toMatchObject({ signing_secret: prepared.secret });
});

it('ORG-2: refuses another key and changes no byte', async () => {
  await using folder = await openFolder();
  const store = openSqliteStore(folder.path, { sealing: testSealing });
  const { organization_id } = await createOrganization(store, { name: 'Diner', webhook_url: null }, now);
  await store[Symbol.asyncDispose]();
  const before = bytesOf(folder.path);
  const file = join(folder.path, 'booking-service.db');
  const message = `The signing secrets in ${file} are sealed with another key than the one given. Nothing was changed. Use the key that sealed them.`;

  expect(() => openSqliteStore(folder.path, { sealing: otherSealing })).toThrow(message);
  expect(() => openSqliteStore(folder.path, { sealing: otherSealing, migrate: 'never' })).toThrow(message);
  expect(() => migrateSqliteStore(folder.path, { sealing: otherSealing })).toThrow(message);
  expect(() => openSqliteAdmin(folder.path, { sealing: otherSealing })).toThrow(message);
  expect(bytesOf(folder.path)).toEqual(before);

  await using again = openSqliteStore(folder.path, { sealing: testSealing });
  expect(await again.findOrganization(organization_id)).toBeDefined();
});

it.each(engines)(
  'ORG-2 SIG-1: refuses a sealed secret that was copied to another organization (%s)',
  async (engine) => {
    await using world = await openWorldOn(engine);
    const { store } = world;
    const owner = await world.addOrganization({ webhook_url: 'https://diner.test/' });
    const [victim, thief] = [world.organization.organization_id, owner.organization_id];
    const body = newBooking();
    await world.call<Booking>('POST', '/v1/bookings', { body });
    const [stolen] = await world.query(`SELECT signing_secret FROM organizations WHERE id = '${thief}'`);
    await world.query(
      `UPDATE organizations SET signing_secret = '${String(stolen?.['signing_secret'])}' WHERE id = '${victim}'`,
    );

    await expect(store.findOrganization(victim)).rejects.toThrow('does not open');
    await expect(store.claimDeliveries(claim)).rejects.toThrow(`The sealed text of ${victim} does not open`);
    // Its turn has no deliveries, and delays no other.
    await world.call<Booking>('POST', '/v1/bookings', { body, key: owner.keys.test });
    const turns = await store.claimTurns({ ...claim, receivers: 'quick', deliveries: 3 });
    const byOrganization = new Map(turns.map((turn) => [turn.organization_id, turn]));
    expect(String(byOrganization.get(victim)?.fault)).toContain(`The sealed text of ${victim} does not open`);
    expect(byOrganization.get(victim)?.deliveries).toEqual([]);
    expect(byOrganization.get(thief)?.deliveries).toMatchObject([{ attempt: 1, signing_secret: owner.signing_secret }]);
  },
);

it.each(engines)('ORG-2: returns the secret in clear text for the attempt of a delivery (%s)', async (engine) => {
  await using world = await openWorldOn(engine);
  await world.call<Booking>('POST', '/v1/bookings', { body: newBooking() });
  const { organization_id, signing_secret } = world.organization;
  const claimed = await world.store.claimDeliveries({ ...claim, now: world.clock.now() });
  expect(claimed.map(({ organization_id: owner, signing_secret: secret }) => ({ owner, secret }))).toContainEqual({
    owner: organization_id,
    secret: signing_secret,
  });
});

it('requests the sealing after locking the folder, and passes whether the database is sealed', async () => {
  await using folder = await openFolder();
  const calls: boolean[] = [];
  const sealing = ({ sealed }: { readonly sealed: boolean }) => {
    calls.push(sealed);
    return testSealing;
  };
  await using store = openSqliteStore(folder.path, { sealing });
  expect(calls).toEqual([false]);
  expect(() => openSqliteStore(folder.path, { sealing })).toThrow('Another process');
  expect(calls).toEqual([false]);
  await store[Symbol.asyncDispose]();
  await openSqliteStore(folder.path, { sealing })[Symbol.asyncDispose]();
  expect(calls).toEqual([false, true]);
});

it('numbers a database by its last migration, even with gaps', async () => {
  await using folder = await openFolder();
  writeFileSync(join(folder.path, 'booking-service.db'), '');
  const { from, to } = migrateSqliteStore(folder.path, { sealing: testSealing });
  const [kernel, service] = [kernelMigrations('sqlite'), new URL('sqlite/', bookingFiles.migrations)].map((track) => {
    const names = readdirSync(track).filter((name) => /^\d/.test(name));
    return Math.max(...names.map((name) => Number.parseInt(name, 10)));
  });
  expect({ from, to }).toEqual({ from: 0, to: Number(kernel) * 1000 + Number(service) });
  using db = new DatabaseSync(join(folder.path, 'booking-service.db'));
  expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: to });
});

it('opens the signing secret of an organization once for all deliveries of a claim', async () => {
  await using folder = await openFolder();
  let opens = 0;
  const sealing = {
    ...testSealing,
    open(...given: Parameters<typeof testSealing.open>) {
      opens += 1;
      return testSealing.open(...given);
    },
  };
  await using store = openSqliteStore(folder.path, { sealing });
  await using world = await openWorld({ store });
  const other = await world.addOrganization({ webhook_url: world.endpoint.url });
  for (const key of ['test', 'test', other.keys.test])
    await world.call('POST', '/v1/bookings', { key, body: newBooking() });
  opens = 0;
  const claimed = await store.claimDeliveries({ ...claim, now: world.clock.now() });
  expect(claimed.map(({ signing_secret }) => signing_secret)).toEqual(
    expect.arrayContaining([world.organization.signing_secret, other.signing_secret]),
  );
  expect(claimed.length).toBeGreaterThanOrEqual(3);
  expect(opens).toBe(2);
});
