/** The folder of the embedded store: its lock, its data after a restart, and write-ahead logs that stay small. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { statSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { apiKeyDigest, randomId } from '@booking-service/kernel/contract';
import {
  type CreatedOrganization,
  createOrganization,
  migrateSqliteStore,
  openSqliteStore,
  type Store,
} from '../../../src/index.ts';
import { backUpSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts';
import { openSqliteAdmin } from '../../../src/store/sqlite/sqlite-store.ts';
import { transferToPostgres } from '../../../src/store/transfer/transfer-to-postgres.ts';
import { openWorld, testSealing } from '../../../src/testing.ts';
import { inDatabase, makeFolder, request, start } from '../stored.ts';
import { openBooking, toEvents } from '../../../src/domain/booking.ts';
import { openFolder } from '../../support/processes/server-process.ts';
import { newBooking } from '../../support/new-booking.ts';

it('STA-12: refuses to open a folder twice', async () => {
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

/**
 * Another process that tries to open the folder on request, both as a second server and with SQLite alone. Returns the outcome
 * of each attempt.
 */
async function startSecondProcess(folder: string): Promise<{ take(): Promise<unknown> } & Disposable> {
  const program = `
    import { createInterface } from 'node:readline';
    import { DatabaseSync } from 'node:sqlite';
    import { openSqliteStore } from ${JSON.stringify(import.meta.resolve('../../../src/index.ts'))};
    import { testSealing } from ${JSON.stringify(import.meta.resolve('../../../src/testing/world.ts'))};
    const [, folder] = process.argv;
    async function outcomeOf(take) {
      try {
        await take();
        return 'taken';
      } catch (error) {
        return error.message;
      }
    }
    for await (const _line of createInterface(process.stdin)) {
      const server = await outcomeOf(() => openSqliteStore(folder, { sealing: testSealing })[Symbol.asyncDispose]());
      const database = await outcomeOf(() => {
        using db = new DatabaseSync(folder + '/booking-service.db');
        db.exec('PRAGMA locking_mode = EXCLUSIVE; SELECT id FROM organizations');
      });
      console.log(JSON.stringify({ server, database }));
    }`;
  const flags = ['--conditions=@booking-service/source', '--input-type=module', '--eval', program];
  const child = spawn(process.execPath, [...flags, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  return {
    async take() {
      child.stdin.write('take\n');
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      return JSON.parse(line.toString()) as unknown;
    },
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  };
}

/** Every way in which a process can open a folder that it already has open, and the outcome of each. */
const attempts: Readonly<Record<string, (folder: string) => unknown>> = {
  'the store': (folder) => openSqliteStore(folder, { sealing: testSealing }),
  'the store, not migrated': (folder) => openSqliteStore(folder, { sealing: testSealing, migrate: 'never' }),
  'a migration': (folder) => migrateSqliteStore(folder, { sealing: testSealing }),
  'a transfer': (folder) =>
    transferToPostgres(folder, { url: 'postgres://none.test/none', sealing: testSealing, public_digests: [] }),
  'its organizations': (folder) => openSqliteAdmin(folder)[Symbol.asyncDispose](),
  'a backup': (folder) => backUpSqliteStore(folder, { to: join(folder, 'copy') }),
};

it.each([
  { by: 'its own path', to: (folder: string) => folder },
  { by: 'a symbolic link', to: (folder: string) => linkTo(folder) },
])(
  'STA-12: a folder stays locked against other processes after its own process opens it again by $by',
  { timeout: 240_000 },
  async ({ to }) => {
    await using made = await makeFolder();
    const data = join(made.folder, 'data');
    await using held = openSqliteStore(data, { sealing: testSealing });
    expect(await held.listOrganizations()).toEqual([]);
    using other = await startSecondProcess(data);
    const refused = {
      server: `Another process has the data folder ${data} open. Stop it, or choose another folder.`,
      database: 'database is locked',
    };
    expect(await other.take()).toEqual(refused);
    for (const [name, attempt] of Object.entries(attempts)) {
      const passes = ['its organizations', 'a backup'].includes(name);
      const outcome = await Promise.resolve(data)
        .then(to)
        .then(attempt)
        .then(
          () => 'passed',
          (error: unknown) => String(error),
        );
      const said = passes ? /^passed$/ : /^StoreError: Another process has the data folder/;
      expect({ name, outcome }).toEqual({ name, outcome: expect.stringMatching(said) });
      expect({ name, taken: await other.take() }).toEqual({ name, taken: refused });
    }
  },
);

function linkTo(folder: string): string {
  const link = `${folder}-${randomUUID()}`;
  symlinkSync(folder, link, 'junction');
  return link;
}

it('STA-12: opens the folder of a killed process with all stored data', async () => {
  await using made = await makeFolder();
  const program = `
    import { createOrganization, openSqliteStore } from ${JSON.stringify(import.meta.resolve('../../../src/index.ts'))};
    import { testSealing } from ${JSON.stringify(import.meta.resolve('../../../src/testing.ts'))};
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
});

it('STA-12: ends the leases of the last process when it opens, so its work is free at once', async () => {
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

it('IDM-2 ORG-2: keeps bookings, their keys and the organization over a restart', async () => {
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

it('LIM-1: continues the count of a window after a restart', async () => {
  await using made = await makeFolder();
  const first = openSqliteStore(made.folder, { sealing: testSealing });
  const { keys } = await createOrganization(first, { name: 'Diner', webhook_url: null }, start);
  const call = { digest: apiKeyDigest(keys.test), window_start: start.toISOString() };
  expect([await first.admit(call), await first.admit(call)]).toMatchObject([{ calls: 1 }, { calls: 2 }]);
  await first[Symbol.asyncDispose]();
  await using reopened = openSqliteStore(made.folder, { sealing: testSealing });
  expect(await reopened.admit(call)).toMatchObject({ calls: 3 });
});

it('STA-12: refuses a database of a newer program and leaves it unchanged', async () => {
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
    `The database is at migration ${known + 1}, newer than this program supports (${known}). Run a newer version of the program.`,
  );
  expect((await readFile(join(made.folder, 'booking-service.db'))).equals(before)).toBe(true);
  const found = inDatabase(made.folder, (db) => db.prepare('SELECT id FROM organizations').all());
  expect(found).toEqual([{ id: organization_id }]);
});

it('STA-12: releases a refused folder, so the same process can open it once it is fixed', async () => {
  await using made = await makeFolder();
  await openSqliteStore(made.folder, { sealing: testSealing })[Symbol.asyncDispose]();
  const known = inDatabase(made.folder, (db) => {
    const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
    db.exec(`PRAGMA user_version = ${version + 1}`);
    return version;
  });
  expect(() => openSqliteStore(made.folder, { sealing: testSealing })).toThrow('newer than this program supports');
  inDatabase(made.folder, (db) => db.exec(`PRAGMA user_version = ${known}`));
  await using store = openSqliteStore(made.folder, { sealing: testSealing });
  expect(await store.findOrganization('org_none')).toBeUndefined();
});

// Every way to open the folder without migrating it.

const logStart = new Date('2026-11-21T09:30:00.000Z');
/** Twice the 4 MB of limitLogSize, because one commit may exceed that limit. */
const maxLog_bytes = 8 * 1024 * 1024;
const longest = { timeout: 240_000 };

interface Opened extends AsyncDisposable {
  readonly store: Store;
  readonly organization: CreatedOrganization;
  readonly file: string;
  readonly logBytes: (database: 'booking-service' | 'rate-windows') => number;
}

async function openStore(): Promise<Opened> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await openFolder());
  const store = opened.use(openSqliteStore(folder.path, { sealing: testSealing }));
  const named = { name: 'Diner', webhook_url: 'https://diner.test/', rate_limit: 1_000_000, test_allowance: 1_000_000 };
  const organization = await createOrganization(store, named, logStart);
  const running = opened.move();
  return {
    store,
    organization,
    file: join(folder.path, 'booking-service.db'),
    logBytes: (database) => statSync(join(folder.path, `${database}.db-wal`)).size,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function callOften({ store, organization }: Opened, times: number): Promise<void> {
  const call = { digest: apiKeyDigest(organization.keys.test), window_start: logStart.toISOString() };
  for (let count = 0; count < times; count += 1) await store.admit(call);
}

/** Creates bookings of about 8 KB, 16 at a time, and reads each one. Returns the largest size of the log. */
async function createOften({ store, organization, logBytes }: Opened, times: number): Promise<number> {
  let largest = 0;
  for (let made = 0; made < times; made += 16) {
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        const booking = acceptedBooking(organization);
        await store.createBooking(booking);
        expect(await store.findBooking({ ...booking, id: booking.booking.id })).toBeDefined();
      }),
    );
    largest = Math.max(largest, logBytes('booking-service'));
  }
  return largest;
}

function acceptedBooking({ organization_id }: CreatedOrganization) {
  const logRequest = newBooking({ metadata: { note: 'x'.repeat(8000) } });
  const opening = { id: randomId('bkg'), provider: 'sandbox', livemode: false, request: logRequest };
  const { booking, events } = openBooking(opening, logStart);
  const run = { step: 1, due_at: logStart.toISOString() };
  return {
    organization_id,
    booking,
    idempotency_key: booking.id,
    events: toEvents(events, booking, { newId: randomId }),
    run,
  };
}

describe('the logs', () => {
  it('STA-12: keeps the log small over 5,000 counted requests', longest, async () => {
    await using opened = await openStore();
    await callOften(opened, 5000);
    expect(opened.logBytes('rate-windows')).toBeGreaterThan(0);
    expect(opened.logBytes('rate-windows')).toBeLessThan(maxLog_bytes);
  });

  it('STA-12: keeps the log small while 2,000 bookings are created and read', longest, async () => {
    await using opened = await openStore();
    expect(await createOften(opened, 2000)).toBeLessThan(maxLog_bytes);
  });

  it('STA-12: lets the log grow beside an open snapshot, and truncates it afterwards', longest, async () => {
    await using opened = await openStore();
    await createOften(opened, 16);
    using other = new DatabaseSync(opened.file, { readOnly: true });
    // An open read transaction, like that of a backup.
    other.exec('BEGIN; SELECT count(*) FROM bookings');
    expect(await createOften(opened, 1000)).toBeGreaterThan(maxLog_bytes);
    await callOften(opened, 5000);
    expect(opened.logBytes('rate-windows')).toBeLessThan(maxLog_bytes);

    other.exec('ROLLBACK');
    await createOften(opened, 64);
    expect(opened.logBytes('booking-service')).toBeLessThan(maxLog_bytes);
  });
});
