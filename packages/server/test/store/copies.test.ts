/** Copies of a database by command: a backup during writes, and a transfer to PostgreSQL with all pending work. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { randomId } from '@booking-service/kernel/contract';
import { createSealing } from '@booking-service/kernel/store';
import { createOrganization, openSqliteStore } from '../../src/index.ts';
import { runCommandLine } from '../../src/command/run-command-line.ts';
import { openBooking, toEvents } from '../../src/domain/booking.ts';
import { openWebhookEndpoint, openWorld, testSealing } from '../../src/testing.ts';
import { makeUnreleasedDatabase, readDeliveries } from '../support/databases.ts';
import { openFolder, runCommand } from '../support/processes/server-process.ts';
import { newBooking, newGuest } from '../support/new-booking.ts';
import { makePostgresDatabase, type PostgresDatabase } from '../support/engines.ts';

const start = new Date('2026-11-21T09:30:00.000Z');
const longest = { timeout: 240_000 };

async function backUp(data: string, to: string) {
  return runCommandLine(['backup', '--data', data, '--to', to], {});
}

describe('backup', () => {
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
        const newRequest = newBooking();
        const { booking, events } = openBooking(
          { id: randomId('bkg'), provider: 'sandbox', livemode: false, request: newRequest },
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

  it(
    'ORG-2: makes a copy that only its owner can read, without the sealing key',
    { tags: ['needs-posix'] },
    async () => {
      await using folder = await openFolder();
      const data = join(folder.path, 'data');
      const to = join(folder.path, 'below', 'copy');
      await openSqliteStore(data, { sealing: testSealing })[Symbol.asyncDispose]();
      writeFileSync(join(data, 'sandbox-sealing.key'), 'the key');
      const { exitCode, text } = await backUp(data, to);
      expect({ exitCode, files: readdirSync(to) }).toEqual({ exitCode: 0, files: ['booking-service.db'] });
      expect([statSync(to).mode & 0o777, statSync(join(to, 'booking-service.db')).mode & 0o777]).toEqual([
        0o700, 0o600,
      ]);
      expect(text).toContain(
        `${to}/booking-service.db is a complete, checked copy of the database in ${data}: 0 bookings,`,
      );
      expect(text).toContain(
        'The copy does not contain the sealing key, and its signing secrets cannot be read without that key.',
      );
      expect(text).toContain(`${data}/sandbox-sealing.key`);
    },
  );

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
});

/** Replaces the bytes of the database. */
function rewrite(change: (whole: Buffer) => Buffer): (file: string) => void {
  return (file) => writeFileSync(file, change(readFileSync(file)));
}

function inFile<T>(file: string, work: (db: DatabaseSync) => T): T {
  using db = new DatabaseSync(file);
  return work(db);
}

const key = new Uint8Array(32).fill(7);
const sealing = createSealing(key);

const request = newBooking({
  date: '2026-11-22',
  guest: newGuest({ last_name: 'Byron' }),
  metadata: { note: 'a "quoted" line\nand ünïcode \u2028 ☕' },
});

function transfer(data: string, { url }: Pick<PostgresDatabase, 'url'>, sealing_key: Uint8Array = key) {
  const environment = {
    BOOKING_SERVICE_DATABASE: url,
    BOOKING_SERVICE_SEALING_KEY: Buffer.from(sealing_key).toString('base64'),
  };
  return runCommandLine(['transfer', '--data', data], environment);
}

describe('transfer', () => {
  it('STA-12 IDM-1 AUT-7 DLV-7: continues everything on the other database', async () => {
    await using folder = await openFolder();
    await using database = await makePostgresDatabase();
    await using endpoint = await openWebhookEndpoint();
    const create = { headers: { 'Idempotency-Key': 'order-1' }, body: request };
    const made: Booking[] = [];
    let keys = { test: '', live: '' };
    let before: unknown;
    {
      await using store = openSqliteStore(folder.path, { sealing });
      {
        await using world = await openWorld({ store, organization: { webhook_url: endpoint.url } });
        ({ keys } = world.organization);
        endpoint.responses.push(500);
        made.push((await world.call<Booking>('POST', '/v1/bookings', create)).body);
        await world.clock.advance(30_000);
        // A second booking, whose first run and whose event are still pending.
        made.push((await world.call<Booking>('POST', '/v1/bookings', { key: 'live', body: request })).body);
      }
      // The end of the world has stored when its keys were last used.
      before = await historyOf(store);
    }

    const { exitCode, text } = await transfer(folder.path, database);
    expect({ exitCode, text }).toEqual({
      exitCode: 0,
      text: expect.stringMatching(/^Copied all of .* to postgres:\/\//),
    });
    expect(text).not.toContain(new URL(database.url).password);
    for (const [table, rows] of tableCounts(folder.path)) expect(text).toMatch(new RegExp(`  ${table} +${rows}\\n?`));

    await using store = await database.open(sealing);
    expect(await historyOf(store)).toEqual(before);
    await using world = await openWorld({ store, start: new Date('2026-11-21T09:30:30.000Z') });
    const replayed = await world.call<Booking>('POST', '/v1/bookings', { ...create, key: keys.test });
    expect(replayed).toMatchObject({ status: 200, body: { id: made[0]?.id, metadata: request.metadata } });
    for (let tick = 0; tick < 4; tick += 1) await world.clock.advance(30_000);
    const second = await world.call<Booking>('GET', `/v1/bookings/${made[1]?.id}`, { key: keys.live });
    expect(second.body).toMatchObject({ status: 'confirmed', guest: request.guest });
    // The failed attempt is repeated with the same event id and the same secret.
    const eventIds = endpoint.received.map(({ event }) => event.id);
    expect(new Set(eventIds).size).toBe(4);
    expect(eventIds.length).toBeGreaterThan(4);
  });

  it('STA-12: refuses a database with organizations, a folder in use and another key', async () => {
    await using folder = await openFolder();
    await using database = await makePostgresDatabase();
    const refused = async (text: string, sealing_key?: Uint8Array) =>
      expect(await transfer(folder.path, database, sealing_key)).toEqual({
        exitCode: 1,
        text: expect.stringContaining(text),
      });
    await refused('There is no database in ');
    {
      await using store = openSqliteStore(folder.path, { sealing });
      await using world = await openWorld({ store });
      await refused('Another process has the data folder');
      await world.addOrganization();
    }
    await refused('are sealed with another key than the one given', new Uint8Array(32).fill(8));
    expect((await transfer(folder.path, database)).exitCode).toBe(0);
    await refused('already has organizations. Nothing was changed.');
    expect(await database.query('SELECT id FROM organizations')).toHaveLength(2);

    const { exitCode, text } = await runCommandLine(['transfer', '--data', folder.path], {});
    expect({ exitCode, text }).toEqual({ exitCode: 2, text: expect.stringContaining('--database is missing.') });
  });

  it.each([
    { sql: 'CREATE TABLE forgotten (id TEXT)', message: 'has no rule for the table forgotten' },
    {
      sql: 'ALTER TABLE events ADD COLUMN forgotten TEXT',
      message: 'cannot copy events: SQLite has created, forgotten,',
    },
  ])('STA-12: refuses a store that the other database has no place for: $sql', async ({ sql, message }) => {
    await using folder = await openFolder();
    await using database = await makePostgresDatabase();
    await openSqliteStore(folder.path, { sealing })[Symbol.asyncDispose]();
    {
      using db = new DatabaseSync(join(folder.path, 'booking-service.db'));
      db.exec(sql);
    }
    const { exitCode, text } = await transfer(folder.path, database);
    expect({ exitCode, text }).toEqual({ exitCode: 1, text: expect.stringContaining(message) });
  });

  it('STA-12: leaves nothing of a failed copy', async () => {
    await using folder = await openFolder();
    await using database = await makePostgresDatabase();
    {
      await using store = openSqliteStore(folder.path, { sealing });
      await using world = await openWorld({ store });
      await world.call('POST', '/v1/bookings', { body: request });
    }
    {
      using db = new DatabaseSync(join(folder.path, 'booking-service.db'));
      db.exec(`PRAGMA foreign_keys = OFF; UPDATE runs SET booking_id = 'bkg_gone'`);
    }
    const { exitCode, text } = await transfer(folder.path, database);
    expect({ exitCode, text }).toEqual({ exitCode: 1, text: expect.stringContaining('Nothing was changed') });
    expect(await database.query('SELECT id FROM organizations')).toEqual([]);
  });
});

async function historyOf(store: Awaited<ReturnType<PostgresDatabase['open']>>) {
  const organizations = await store.listOrganizations();
  const keys = organizations.map(({ id }) => store.listApiKeys({ organization_id: id, limit: 10 }));
  return {
    organizations,
    keys: await Promise.all(keys),
    deliveries: await readDeliveries(store),
  };
}

function tableCounts(folder: string): [string, number][] {
  using db = new DatabaseSync(join(folder, 'booking-service.db'), { readOnly: true });
  return ['organizations', 'api_keys', 'bookings', 'idempotency_keys', 'events', 'deliveries'].map((table) => [
    table,
    Number(db.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.['rows']),
  ]);
}
