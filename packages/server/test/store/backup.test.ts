/** booking-service backup: a copy during writes, and a service that continues on the copy. */
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Booking } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { createOrganization, openSqliteStore } from '../../src/index.ts';
import { runCommandLine } from '../../src/command/run-command-line.ts';
import { openBooking, toEvents } from '../../src/domain/booking.ts';
import { randomId } from '@booking-service/kernel/contract';
import { openWorld, testSealing } from '../../src/testing.ts';
import { makeUnreleasedDatabase } from '../support/databases.ts';
import { openFolder, runCommand } from '../support/processes/server-process.ts';
import { newBooking } from '../support/new-booking.ts';

const start = new Date('2026-11-21T09:30:00.000Z');
const longest = { timeout: 240_000 };

async function backUp(data: string, to: string) {
  return runCommandLine(['backup', '--data', data, '--to', to], {});
}

it(
  'STA-12 IDM-2: copies every booking that was returned before, complete, while others are written',
  longest,
  async () => {
    await using folder = await openFolder();
    const data = join(folder.path, 'data');
    const to = join(folder.path, 'copy');
    await using store = openSqliteStore(data, { sealing: testSealing });
    const { organization_id, keys, signing_secret } = await createOrganization(
      store,
      { name: 'Diner', webhook_url: 'https://diner.test/', test_allowance: 1_000_000 },
      start,
    );
    const created: string[] = [];
    const stop = new AbortController();
    const caller = async () => {
      while (!stop.signal.aborted) created.push(await create());
    };
    async function create(): Promise<string> {
      const request = newBooking();
      const { booking, events } = openBooking(
        { id: randomId('bkg'), provider: 'sandbox', livemode: false, request },
        start,
      );
      const run = { step: 1, due_at: start.toISOString() };
      const named = { organization_id, booking, idempotency_key: booking.id };
      await store.createBooking({ ...named, events: toEvents(events, booking, { newId: randomId }), run });
      return booking.id;
    }

    const callers = Array.from({ length: 8 }, caller);
    // A separate process, as the operator would start it.
    const before = [await create(), ...created];
    const ended = await runCommand(['backup', '--data', data, '--to', to]);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const copied = Number(/ (\d+) bookings, \d+ bytes, migration \d+\./.exec(ended.stdout)?.[1]);
    expect(copied).toBeGreaterThanOrEqual(before.length);
    // The service creates bookings before, during and after the backup.
    await expect.poll(() => created.length).toBeGreaterThan(copied);
    stop.abort();
    await Promise.all(callers);

    const counts = inFile(join(to, 'booking-service.db'), (db) =>
      ['bookings', 'idempotency_keys', 'events', 'deliveries', 'runs'].map((table) =>
        Number(db.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.['rows']),
      ),
    );
    expect(counts).toEqual(Array.from({ length: 5 }, () => copied));
    await using restored = openSqliteStore(to, { sealing: testSealing, migrate: 'never' });
    for (const id of before)
      expect(await restored.findBooking({ organization_id, id })).toMatchObject({ working: true });

    const claim = { now: start, lease_until: start, lease_token: 'lease_a', limit: 1 };
    expect(await restored.claimRuns(claim)).toMatchObject([{ attempt: 1 }]);
    expect(await restored.claimDeliveries(claim)).toMatchObject([{ attempt: 1, signing_secret }]);
    await using world = await openWorld({ store: restored });
    const [id] = before;
    const found = await world.call<Booking>('GET', `/v1/bookings/${id}`, { key: keys.test });
    expect(found).toMatchObject({ status: 200, body: { id, status: 'processing' } });
  },
);

it('ORG-2: makes a copy that only its owner can read, without the sealing key', { tags: ['needs-posix'] }, async () => {
  await using folder = await openFolder();
  const data = join(folder.path, 'data');
  const to = join(folder.path, 'below', 'copy');
  await openSqliteStore(data, { sealing: testSealing })[Symbol.asyncDispose]();
  writeFileSync(join(data, 'sandbox-sealing.key'), 'the key');
  const { exitCode, text } = await backUp(data, to);
  expect({ exitCode, files: readdirSync(to) }).toEqual({ exitCode: 0, files: ['booking-service.db'] });
  expect([statSync(to).mode & 0o777, statSync(join(to, 'booking-service.db')).mode & 0o777]).toEqual([0o700, 0o600]);
  expect(text).toContain(
    `${to}/booking-service.db is a complete, checked copy of the database in ${data}: 0 bookings,`,
  );
  expect(text).toContain(
    'The copy does not contain the sealing key, and its signing secrets cannot be read without that key.',
  );
  expect(text).toContain(`${data}/sandbox-sealing.key`);
});

it('STA-12: refuses a database of an unreleased version', async () => {
  await using folder = await openFolder();
  makeUnreleasedDatabase(folder.path);
  const to = join(folder.path, 'copy');
  const text = expect.stringContaining('is from a version before the first release');
  expect(await backUp(folder.path, to)).toMatchObject({ exitCode: 1, text });
  expect(existsSync(to)).toBe(false);
});

it('STA-12: refuses an existing target and leaves it unchanged', async () => {
  await using folder = await openFolder();
  await openSqliteStore(folder.path, { sealing: testSealing })[Symbol.asyncDispose]();
  const file = join(folder.path, 'kept');
  writeFileSync(file, 'kept');
  for (const to of [file, folder.path]) {
    const text = `${to} already exists. Nothing was changed. Choose a folder that does not exist.`;
    expect(await backUp(folder.path, to)).toEqual({ exitCode: 1, text });
  }
  expect(readFileSync(file, 'utf8')).toBe('kept');
});

/** Replaces the bytes of the database. */
function rewrite(change: (whole: Buffer) => Buffer): (file: string) => void {
  return (file) => writeFileSync(file, change(readFileSync(file)));
}

it.each([
  { what: 'no database', damage: (file: string) => rmSync(file), message: 'There is no database in ' },
  { what: 'an empty one', damage: rewrite(() => Buffer.alloc(0)), message: 'is empty. There is nothing to copy.' },
  { what: 'no SQLite file', damage: rewrite(() => Buffer.alloc(9000, 'x')), message: 'file is not a database' },
  { what: 'one that is cut off', damage: rewrite((whole) => whole.subarray(0, 8192)), message: 'malformed' },
  {
    what: 'a newer one',
    damage: (file: string) => inFile(file, (db) => db.exec('PRAGMA user_version = 99')),
    message: 'newer than this program supports',
  },
  {
    what: 'one with a row that refers to nothing',
    damage: (file: string) =>
      inFile(file, (db) =>
        db.exec(`
          PRAGMA foreign_keys = OFF;
          INSERT INTO api_keys (id, organization_id, digest, mode, scopes, created)
          VALUES ('key_a', 'org_none', 'digest', 'test', '[]', '2026-11-21T09:30:00.000Z')`),
      ),
    message: 'is damaged and was removed: a row of api_keys refers to a missing row. Check the database and',
  },
])('STA-12: refuses a copy of $what, and leaves none', async ({ damage, message }) => {
  await using folder = await openFolder();
  const data = join(folder.path, 'data');
  const to = join(folder.path, 'copy');
  await openSqliteStore(data, { sealing: testSealing })[Symbol.asyncDispose]();
  damage(join(data, 'booking-service.db'));
  const { exitCode, text } = await backUp(data, to);
  expect({ exitCode, text }).toEqual({ exitCode: 1, text: expect.stringContaining(message) });
  expect(existsSync(to)).toBe(false);
});

function inFile<T>(file: string, work: (db: DatabaseSync) => T): T {
  using db = new DatabaseSync(file);
  return work(db);
}
