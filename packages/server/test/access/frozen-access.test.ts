/**
 * Who may do what, apart from the contract: a change of the contract that weakens a check fails until this file states it, too. Review a
 * change of these tables as a change of the service's security. refusals-order.test.ts has the order of refusals, and
 * ../admin/isolation/rows.ts the callers of each operation of the admin contract.
 */
import { once } from 'node:events';
import {
  access,
  delivery,
  idempotency,
  type KeyMode,
  limits,
  operationTable,
  sandbox,
} from '@booking-service/contract';
import { adminRoles } from '@booking-service/contract/admin';
import { providerRoutes } from '@booking-service/contract/provider';
import { describe, expect, it } from 'vitest';
// @boundaries-ignore a private part of the kernel
import { maxInProgress } from '../../../kernel/src/http/metering.ts';
import { openWorld } from '../../src/testing.ts';
import { engines, makePostgresDatabase, openWorldOn } from '../support/engines.ts';
import { eventually, openFolder } from '../support/processes/server-process.ts';
import { openRaw, toRequest } from '../support/raw/raw-http.ts';
import { runCommandLine } from '../../src/command/run-command-line.ts';
import { publicKey } from '../../src/domain/ids.ts';
import { createSealing, openSqliteStore } from '../../src/index.ts';
import { openSandboxSealing } from '../../src/command/settings/find-sealing.ts';

/** The scope that each operation requires, and its flags. An operation that is not released needs no row. */
const frozenOperations = {
  searchVenues: 'venues:read metered test_allowance billing repeatable',
  searchAvailability: 'availability:read metered test_allowance billing repeatable',
  createBooking: 'bookings:write metered test_allowance billing repeatable',
  getBooking: 'bookings:read metered repeatable',
  continueBooking: 'bookings:write metered test_allowance billing',
  cancelBooking: 'bookings:write metered test_allowance billing',
  modifyBooking: 'bookings:write metered test_allowance billing repeatable',
  createSession: 'sessions:write metered live_key billing',
  verifySession: 'sessions:write metered live_key billing',
  getSessionCard: 'cards:read metered live_key billing repeatable',
  getCard: 'cards:read metered live_key billing repeatable',
};

const flags = ['metered', 'live_key', 'test_allowance', 'billing', 'repeatable'] as const;

it('AUT-6 AUT-8 AUT-9 LIM-1: operations require the scopes and checks of the frozen table', () => {
  const rows = Object.entries(operationTable).map(([operationId, row]) => [
    operationId,
    [row.scope, ...flags.filter((flag) => row[flag])].join(' '),
  ]);
  expect(Object.fromEntries(rows)).toMatchObject(frozenOperations);
});

it('AUT-1 ORG-3: keys have frozen prefixes and modes', () => {
  expect(access.key_modes).toEqual({
    test: { prefix: 'sk_test_', livemode: false },
    live: { prefix: 'sk_live_', livemode: true },
  });
});

it('IDM-4: an idempotency key belongs to one organization and environment', () => {
  expect(idempotency.scope).toEqual(['organization', 'environment']);
});

it('ADM-6: a role includes the frozen roles, and is or is not one of an organization', () => {
  const rows = Object.entries(adminRoles).map(([role, { organization, includes }]) => [
    role,
    `${organization ? 'member' : 'staff'} ${includes.join(' ')}`.trim(),
  ]);
  expect(Object.fromEntries(rows)).toEqual({
    viewer: 'member',
    developer: 'member viewer',
    admin: 'member viewer developer',
    monitoring: 'staff',
    support: 'staff viewer developer monitoring',
    operator: 'staff viewer developer admin monitoring support',
  });
});

it('SIG-1: webhooks and requests to providers are signed in the frozen header, by the frozen algorithm', () => {
  const { header, scheme, algorithm } = delivery.signature;
  expect({ header, scheme, algorithm }).toEqual({
    header: 'Service-Signature',
    scheme: 'v1',
    algorithm: 'HMAC-SHA256',
  });
});

it('PRV-1: a provider serves the operations at frozen paths', () => {
  const rows = Object.entries(providerRoutes).map(([operationId, { method, path }]) => [
    operationId,
    `${method} ${path}`,
  ]);
  expect(Object.fromEntries(rows)).toMatchObject({
    searchVenues: 'post /venues/search',
    searchAvailability: 'post /availability/search',
    checkRequest: 'post /bookings/check',
    book: 'post /bookings/book',
    modify: 'post /bookings/modify',
    checkHold: 'post /bookings/check-hold',
    release: 'post /bookings/release',
  });
});

// The requests of one organization that are served at the same time (LIM-7, LIM-9).

const path = '/v1/availability/search';
const body = { venue_id: 'ven_harbour_table', date: '2026-11-21', party_size: 2 };

describe.each(engines)('%s', (engine) => {
  it('LIM-7 LIM-2: refuses one request more than the share, and serves the next when one has ended', async () => {
    await using world = await openWorldOn(engine, { organization: { rate_limit: 1_000_000 } });
    const other = await world.addOrganization();
    const text = JSON.stringify(body);
    const headers = [
      `Authorization: Bearer ${world.organization.keys.live}`,
      'Content-Type: application/json',
      `Content-Length: ${text.length}`,
    ];
    const sockets = Array.from({ length: maxInProgress }, () => openRaw(world.url));
    // The last byte of each body is missing.
    for (const socket of sockets) socket.write(toRequest(`POST ${path}`, { headers, body: text.slice(0, -1) }));

    const refused = await eventually(
      () => world.call('POST', path, { body }),
      ({ status }) => status === 429,
    );
    expect(refused.body).toMatchObject({ error: 'rate_limited' });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('ratelimit-limit')).toBe('1000000');
    expect((await world.call('POST', path, { key: other.keys.test, body })).status).toBe(200);

    const [first, ...others] = sockets;
    first?.write(text.slice(-1));
    if (first) await once(first, 'data');
    expect((await world.call('POST', path, { body })).status).toBe(200);
    // A request that its caller gave up has ended too.
    for (const socket of others) socket.destroy();
    first?.destroy();
    await eventually(
      () => Promise.all(Array.from({ length: maxInProgress }, () => world.call('POST', path, { body }))),
      (responses) => responses.every(({ status }) => status === 200),
    );
  });
});

it('LIM-9: serves a share of the reads of one organization at the same time', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await using store = await database.open();
  await using world = await openWorld({ store });
  const other = await world.addOrganization();
  const read = (key: string) => world.call('GET', '/v1/bookings', { key });
  await read(world.organization.keys.test);
  // Every read of bookings waits for this table.
  const table = await database.hold('LOCK TABLE bookings');
  const share = limits.reads.in_progress;
  const reads = Array.from({ length: share }, () => read(world.organization.keys.test));
  await database.untilWaiting(share);
  const refused = await read(world.organization.keys.live);
  expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(refused.headers.get('ratelimit-remaining')).toBe(String(3000 - share - 2));
  const others = read(other.keys.test);
  await database.untilWaiting(share + 1);
  await table.release();
  expect((await Promise.all([...reads, others])).map(({ status }) => status)).toEqual(Array(share + 1).fill(200));
  expect((await read(world.organization.keys.live)).status).toBe(200);
});

it('SHR-1: a flood with one key leaves connections to PostgreSQL for the other keys', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await using store = await database.open();
  await using world = await openWorld({ store });
  const other = await world.addOrganization();
  await world.call('POST', path, { body });
  // Every count of A's requests waits for this row.
  const row = await database.hold(
    `UPDATE rate_windows SET calls = calls WHERE organization_id = '${world.organization.organization_id}'`,
  );
  const flood = Array.from({ length: 100 }, () => world.call('POST', path, { body }));
  await database.untilWaiting(1);
  expect((await world.call('POST', path, { key: other.keys.test, body })).status).toBe(200);
  await row.release();
  expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([200]));
});

// The sandbox's public API keys outside a sandbox: the service refuses them and keeps them out of its database.

const keyModes = Object.keys(access.key_modes) as KeyMode[];
const publicKeys = sandbox.organizations.flatMap(({ name }) => keyModes.map((mode) => publicKey(mode, name)));
const unauthorized = { status: 401, body: { error: 'unauthorized' } };

describe.each(engines)('%s', (engine) => {
  it('AUT-1 AUT-7: refuses every public key outside a sandbox, even if the database contains it', async () => {
    await using world = await openWorldOn(engine, { acceptPublicKeys: false });
    await world.addMagicOrganizations();
    for (const key of publicKeys) {
      expect(await world.call('POST', '/v1/venues/search', { key, body: {} })).toMatchObject(unauthorized);
      expect(await world.call('GET', '/v1/sessions/card', { key })).toMatchObject(unauthorized);
    }
    expect((await world.call('POST', '/v1/venues/search', { body: {} })).status).toBe(200);
  });
});

it('AUT-1: accepts public keys in a sandbox', async () => {
  await using world = await openWorld();
  await world.addMagicOrganizations();
  for (const key of publicKeys) {
    expect((await world.call('POST', '/v1/venues/search', { key, body: {} })).status).not.toBe(401);
  }
});

/** Runs the command on the folder, with its sealing key. */
function transfer(data: string, { url, sealing_key }: { url: string; sealing_key: Uint8Array }) {
  return runCommandLine(['transfer', '--data', data], {
    BOOKING_SERVICE_DATABASE: url,
    BOOKING_SERVICE_SEALING_KEY: Buffer.from(sealing_key).toString('base64'),
  });
}

it('AUT-7: refuses to transfer the folder of a sandbox, and leaves the database unchanged', async () => {
  await using folder = await openFolder();
  await using database = await makePostgresDatabase();
  const store = openSqliteStore(folder.path, { sealing: (sealed) => openSandboxSealing(folder.path, sealed) });
  await store[Symbol.asyncDispose]();
  const { exitCode, text } = await transfer(folder.path, { ...database, sealing_key: new Uint8Array(32) });
  expect({ exitCode, text }).toEqual({ exitCode: 1, text: expect.stringContaining('is the folder of a sandbox') });
  expect(text).toContain('booking-service migrate');
  expect(await database.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
});

it('AUT-7: refuses to transfer a folder with a public key, names the key, and transfers the folder once all are revoked', async () => {
  await using folder = await openFolder();
  await using database = await makePostgresDatabase();
  const sealing_key = new Uint8Array(32).fill(7);
  {
    await using store = openSqliteStore(folder.path, { sealing: createSealing(sealing_key) });
    await using world = await openWorld({ store });
    await world.addMagicOrganizations();
  }
  const using = { ...database, sealing_key };
  const names = sandbox.organizations.map(({ name }) => name).toSorted();
  const { exitCode, text } = await transfer(folder.path, using);
  const first = `key_live_org_sandbox_${names[0]}`;
  expect({ exitCode, text }).toEqual({ exitCode: 1, text: expect.stringContaining(`key revoke ${first}`) });
  expect(text).toContain(`${publicKeys.length} public API keys`);
  expect(await database.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);

  for (const name of names) {
    for (const mode of keyModes) {
      await runCommandLine(['key', 'revoke', `key_${mode}_org_sandbox_${name}`, '--data', folder.path], {});
    }
  }
  expect((await transfer(folder.path, using)).exitCode).toBe(0);
});
