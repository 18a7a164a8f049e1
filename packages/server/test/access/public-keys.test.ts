/** The sandbox's public API keys outside a sandbox: the service refuses them and keeps them out of its database. */
import { access, sandbox, type KeyMode } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../src/command/run-command-line.ts';
import { publicKey } from '../../src/domain/contract.ts';
import { createSealing, openSqliteStore } from '../../src/index.ts';
import { openSandboxSealing } from '../../src/command/open-store.ts';
import { openWorld } from '../../src/testing.ts';
import { engines, makePostgresDatabase, openWorldOn } from '../support/engines.ts';
import { openFolder } from '../support/processes/server-process.ts';

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
