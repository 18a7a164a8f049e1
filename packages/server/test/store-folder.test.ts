/** The folder of the embedded store: its lock, its migrations, and what a restart finds. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Booking } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { createOrganization, openSqliteStore } from '../src/index.ts';
import { apiKeyDigest } from '../src/domain/api-key.ts';
import { openWorld, testSealing } from '../src/testing.ts';

const request = {
  venue_id: 'ven_harbour_table',
  slot_id: 'slt_harbour_table_20261121T1900',
  party_size: 2,
  guest: { first_name: 'Ada', email: 'ada@diner.test' },
};
const start = new Date('2026-11-21T09:30:00.000Z');

async function makeFolder(): Promise<{ folder: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

function inDatabase<T>(folder: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(folder, 'booking-service.db'));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

it('STA-12: a folder is open once; the second one to open it is told so in a sentence', async () => {
  await using made = await makeFolder();
  const store = openSqliteStore(made.folder, { sealing: testSealing });
  const sentence = `Another process has the data folder ${made.folder} open. Stop it, or choose another folder.`;
  expect(() => openSqliteStore(made.folder, { sealing: testSealing })).toThrow(sentence);
  expect(() => openSqliteStore(made.folder, { sealing: testSealing })).toThrow(sentence);
  await using elsewhere = await makeFolder();
  await openSqliteStore(elsewhere.folder, { sealing: testSealing })[Symbol.asyncDispose]();

  await store[Symbol.asyncDispose]();
  await openSqliteStore(made.folder, { sealing: testSealing })[Symbol.asyncDispose]();
});

it('STA-12: a process that is killed lets go of the folder, and what it had stored is there', async () => {
  await using made = await makeFolder();
  const program = `
    import { createOrganization, openSqliteStore } from ${JSON.stringify(import.meta.resolve('../src/index.ts'))};
    import { testSealing } from ${JSON.stringify(import.meta.resolve('../src/testing.ts'))};
    const store = openSqliteStore(process.argv[1], { sealing: testSealing });
    const { keys } = await createOrganization(store, { name: 'Diner', webhook_url: null }, new Date());
    process.stdout.write(keys.test);
    setInterval(() => undefined, 1000);`;
  const flags = ['--conditions=@booking-service/source', '--input-type=module', '--eval', program];
  const child = spawn(process.execPath, [...flags, made.folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  using cleanup = new DisposableStack();
  cleanup.defer(() => void child.kill('SIGKILL'));
  const [key] = (await once(child.stdout, 'data')) as [Buffer];
  expect(() => openSqliteStore(made.folder, { sealing: testSealing })).toThrow('Another process has the data folder');
  child.kill('SIGKILL');
  await once(child, 'close');

  await using store = openSqliteStore(made.folder, { sealing: testSealing });
  expect(await store.authenticate(apiKeyDigest(key.toString()))).toMatchObject({ key: { mode: 'test' } });
}, 20_000);

it('STA-12: a reopened folder has ended the leases of the last process: its work is free at once', async () => {
  await using made = await makeFolder();
  const claim = { now: start, lease_until: new Date(start.getTime() + 3_600_000), lease_token: 'lease_a', limit: 10 };
  const first = openSqliteStore(made.folder, { sealing: testSealing });
  let id: string;
  {
    await using world = await openWorld({ store: first });
    id = (await world.call<Booking>('POST', '/v1/bookings', { body: request })).body.id;
    expect(await first.claimRuns(claim)).toHaveLength(1);
    expect(await first.claimDeliveries(claim)).toHaveLength(1);
    expect(await first.claimRuns(claim)).toEqual([]);
  }
  await first[Symbol.asyncDispose]();

  await using reopened = openSqliteStore(made.folder, { sealing: testSealing });
  expect(await reopened.claimRuns(claim)).toMatchObject([{ booking_id: id, attempt: 2 }]);
  expect(await reopened.claimDeliveries(claim)).toMatchObject([{ event_type: 'booking.created', attempt: 2 }]);
});

it('IDM-2 ORG-2: bookings, their keys and the organization are there after a restart', async () => {
  await using made = await makeFolder();
  const headers = { 'Idempotency-Key': 'order-1' };
  const first = openSqliteStore(made.folder, { sealing: testSealing });
  await using world = await openWorld({ store: first });
  const { body } = await world.call<Booking>('POST', '/v1/bookings', { body: request, headers });
  const organization = await first.findOrganization(world.organization.organization_id);
  await first[Symbol.asyncDispose]();

  await using reopened = openSqliteStore(made.folder, { sealing: testSealing });
  await using later = await openWorld({ store: reopened });
  const key = world.organization.keys.test;
  const replay = await later.call<Booking>('POST', '/v1/bookings', { key, body: request, headers });
  expect(replay.status).toBe(200);
  expect(replay.body).toStrictEqual(body);
  expect(await reopened.findOrganization(world.organization.organization_id)).toStrictEqual(organization);
});

it('LIM-1: a restart in the middle of a window counts on', async () => {
  await using made = await makeFolder();
  const call = { organization_id: 'org_a', window_start: start.toISOString(), limit: 5 };
  const first = openSqliteStore(made.folder, { sealing: testSealing });
  expect([await first.countCall(call), await first.countCall(call)]).toEqual([1, 2]);
  await first[Symbol.asyncDispose]();
  await using reopened = openSqliteStore(made.folder, { sealing: testSealing });
  expect(await reopened.countCall(call)).toBe(3);
});

it('STA-12: a database from a newer program is refused in a sentence and left as it was', async () => {
  await using made = await makeFolder();
  const store = openSqliteStore(made.folder, { sealing: testSealing });
  const { organization_id } = await createOrganization(store, { name: 'Diner', webhook_url: null }, start);
  await store[Symbol.asyncDispose]();
  const known = inDatabase(made.folder, (db) => {
    const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
    db.exec(`PRAGMA user_version = ${version + 1}`);
    return version;
  });
  const before = await readFile(join(made.folder, 'booking-service.db'));

  expect(known).toBeGreaterThan(0);
  expect(() => openSqliteStore(made.folder, { sealing: testSealing })).toThrow(
    `The database is at migration ${known + 1}, newer than this program knows (${known}). Run a newer version of the program.`,
  );
  expect((await readFile(join(made.folder, 'booking-service.db'))).equals(before)).toBe(true);
  const found = inDatabase(made.folder, (db) => db.prepare('SELECT id FROM organizations').all());
  expect(found).toEqual([{ id: organization_id }]);
});

it('STA-12: a folder that was refused is let go of: once it is mended, the same process can open it', async () => {
  await using made = await makeFolder();
  await openSqliteStore(made.folder, { sealing: testSealing })[Symbol.asyncDispose]();
  const known = inDatabase(made.folder, (db) => {
    const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
    db.exec(`PRAGMA user_version = ${version + 1}`);
    return version;
  });
  expect(() => openSqliteStore(made.folder, { sealing: testSealing })).toThrow('newer than this program knows');
  inDatabase(made.folder, (db) => db.exec(`PRAGMA user_version = ${known}`));
  await using store = openSqliteStore(made.folder, { sealing: testSealing });
  expect(await store.findOrganization('org_none')).toBeUndefined();
});
