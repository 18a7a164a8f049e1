/** booking-service transfer: from the embedded store to PostgreSQL, with all pending work. */
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import type { Booking } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { runCommandLine } from '../../src/command/run-command-line.ts';
import { createSealing } from '@booking-service/kernel/store';
import { openSqliteStore } from '../../src/index.ts';
import { openWebhookEndpoint, openWorld } from '../../src/testing.ts';
import { makePostgresDatabase, type PostgresDatabase } from '../support/engines.ts';
import { openFolder } from '../support/processes/server-process.ts';
import { newBooking, newGuest } from '../support/new-booking.ts';
import { readDeliveries } from '../support/read-deliveries.ts';

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
