/**
 * The move of an organization: its tables, the refusals while it is frozen, what stops it, and an archive meanwhile.
 *
 * @module-tag slow
 */
import { join } from 'node:path';
import type { Booking } from '@booking-service/contract';
import type { CreatedApiKey, CreatedOrganization } from '@booking-service/contract/admin';
import { apiKeyDigest, randomId } from '@booking-service/kernel/contract';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { createOrganization, openPostgresCells } from '../../../src/index.ts';
import { moveOrganization, moveSteps } from '../../../src/store/moves/move-organization.ts';
import { readMovedTables, unmovedTables } from '../../../src/store/moves/copy-rows.ts';
import type { RequestRow } from '../../../src/store/requests/requests.ts';
import { testSealing } from '../../../src/testing.ts';
import { makePostgresDatabase } from '../../support/engines.ts';
import { newBooking } from '../../support/new-booking.ts';
import { eventually, openFolder } from '../../support/processes/server-process.ts';
import { listCells, openCellService } from '../cells/open-cells.ts';
import { untilDelivered } from './open-moves.ts';
import { archiveStore } from '../../../src/command/archive/archive-store.ts';
import { openUpkeep } from '../../../src/command/open-store.ts';
import { daysAgo, readParquet } from '../../command/archive/open-archive.ts';
import { addEvent } from '../retention/old-events.ts';

const longest = { timeout: 120_000 };

async function openDatabases() {
  await using opened = new AsyncDisposableStack();
  const one = opened.use(await makePostgresDatabase({ tables: true }));
  const two = opened.use(await makePostgresDatabase({ tables: true }));
  const [source, target] = listCells([one.url, two.url]);
  if (!source || !target) throw new Error('Two databases are two cells.');
  const running = opened.move();
  return { one, two, source, target, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

it('copies every table except those that are declared, and refuses a table of unknown rows', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    const moved = await readMovedTables(client);
    const all = await database.query(
      `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace`,
    );
    expect([...new Set(moved.map(({ root }) => root)), ...Object.keys(unmovedTables)].toSorted()).toEqual(
      all.map(({ name }) => String(name)).toSorted(),
    );
    // A table comes after those that it refers to.
    const at = (name: string) => moved.findIndex((table) => table.name === name);
    expect(at('bookings')).toBeGreaterThan(at('organizations'));
    expect(at('runs')).toBeGreaterThan(at('bookings'));
    await database.execute('CREATE TABLE notes (id text PRIMARY KEY, text text)');
    await expect(readMovedTables(client)).rejects.toThrow('The table notes has no organization_id or no primary key');
  } finally {
    await client.end();
  }
});

it('ERR-5: holds new work before the freeze, then refuses writes with 503 and serves reads', longest, async () => {
  await using databases = await openDatabases();
  const { one, two, source, target } = databases;
  await using service = await openCellService([one.url, two.url]);
  const { admin, book, call, organizations, url } = service;
  const order = newBooking({ date: new Date(Date.now() + 24 * 3600 * 1000).toISOString().slice(0, 10) });
  const { id, key } = organizations.one;
  const { body: booking } = await book('one', 'order-1');
  const late: string[] = [];
  const drained: (() => Promise<void>)[] = [
    async () => {
      const { status, body } = await book('one', 'order-3');
      expect(status).toBe(201);
      late.push(body.id);
      // No claim finds its work.
      const held = [{ ready: false, lease_token: 'move' }];
      expect(await one.query(`SELECT ready, lease_token FROM runs WHERE booking_id = '${body.id}'`)).toEqual(held);
      const queues = `SELECT lease_token FROM delivery_queues WHERE organization_id = '${id}'`;
      expect(await one.query(queues)).toEqual([{ lease_token: 'move' }]);
    },
  ];
  const frozen: (() => Promise<void>)[] = [
    async () => {
      const response = await fetch(`${url}/v1/bookings`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Idempotency-Key': 'order-2' },
        body: JSON.stringify(order),
      });
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
      expect(await response.json()).toMatchObject({ error_code: 'service_unavailable' });
      expect(await call(key, `GET /v1/bookings/${booking.id}`)).toMatchObject({ status: 200 });
      // Another organization of the cell is not touched.
      const other = await admin<CreatedOrganization>('POST /organizations', {
        name: 'Bar',
        webhook_url: null,
        cell: 'one',
      });
      const created = await admin<CreatedApiKey>(`POST /organizations/${other.body.organization.id}/keys`, {
        mode: 'test',
      });
      expect(await call(created.body.key, 'POST /v1/bookings', { body: JSON.stringify(order) })).toMatchObject({
        status: 201,
      });
      // One insertion of the log of requests has rows of both.
      const bar = other.body.organization.id;
      await service.store.recordRequests([id, bar].map(loggedRequest));
      const logged = `SELECT organization_id FROM requests WHERE id = 'req_of_both'`;
      expect(await one.query(logged)).toEqual([{ organization_id: bar }]);
    },
  ];
  await moveOrganization({
    organization_id: id,
    source,
    target,
    delete_after_ms: 0,
    async onStep(step) {
      if (step === 'drained') for (const check of drained) await check();
      if (step === 'frozen') for (const check of frozen) await check();
    },
  });
  const { status, body } = await book('one', 'order-2');
  expect(status).toBe(201);
  expect(await book('one', 'order-1')).toMatchObject({ status: 200, body: { id: booking.id } });
  await untilDelivered(service, key, new Set([booking.id, body.id, ...late]));
});

function loggedRequest(organization_id: string): RequestRow {
  return {
    organization_id,
    mode: 'test',
    position: randomId('req', new Date()),
    id: 'req_of_both',
    created: new Date().toISOString(),
    operation: 'getBooking',
    method: 'GET',
    path: '/v1/bookings/{id}',
    status: 200,
    error_code: null,
    key_id: 'key_1',
    idempotency_key: null,
    booking_id: null,
    latency_ms: 1,
  };
}

it('stays in its cell if the copy differs, and moves at the next call', longest, async () => {
  await using databases = await openDatabases();
  const { one, two, source, target } = databases;
  await using service = await openCellService([one.url, two.url]);
  const { book, call, organizations } = service;
  const { id, key } = organizations.one;
  const { body: booking } = await book('one', 'order-1');
  await eventually(
    () => call<Booking>(key, `GET /v1/bookings/${booking.id}`),
    ({ body }) => body.status === 'confirmed',
  );
  const options = { organization_id: id, source, target, delete_after_ms: 0 };
  const broken = moveOrganization({
    ...options,
    async onStep(step) {
      if (step === 'drained') await two.execute(`DELETE FROM idempotency_keys WHERE organization_id = '${id}'`);
    },
  });
  await expect(broken).rejects.toThrow(
    `The copy of the organization ${id} differs from its source: the number of rows in idempotency_keys. The organization stays in its cell.`,
  );
  expect(await book('one', 'order-2')).toMatchObject({ status: 201 });
  expect(await moveOrganization(options)).toMatchObject({ rows: expect.any(Number) });
  expect(await book('one', 'order-1')).toMatchObject({ status: 200, body: { id: booking.id } });
});

it('moves an organization from before the cells: its key without a number works', longest, async () => {
  await using databases = await openDatabases();
  const { one, two, source, target } = databases;
  await using alone = await one.open();
  const now = new Date();
  const { organization_id, keys } = await createOrganization(alone, { name: 'Diner', webhook_url: null }, now);
  await using store = await openPostgresCells(listCells([one.url, two.url]), { sealing: testSealing });
  const digest = apiKeyDigest(keys.test);
  expect(await store.authenticate(digest)).toMatchObject({ organization: { id: organization_id } });
  const move = { organization_id, source, target, delete_after_ms: 0 };
  await moveOrganization({
    ...move,
    async onStep(step) {
      // An unfinished copy is not the organization.
      if (step === 'copied') expect((await store.cells?.locate(organization_id))?.name).toBe('one');
    },
  });
  expect(await store.authenticate(digest)).toMatchObject({ organization: { id: organization_id } });
  expect((await store.cells?.locate(organization_id))?.name).toBe('two');
  // A process that starts later searches every cell.
  await using later = await openPostgresCells(listCells([one.url, two.url]), { sealing: testSealing });
  expect((await later.cells?.locate(organization_id))?.name).toBe('two');
  await later.setLimits(organization_id, { rate_limit: 7 });
  expect(await two.query('SELECT rate_limit FROM organizations')).toEqual([{ rate_limit: 7 }]);
});

it('refuses a move to a third cell, and back, before the first has ended', async () => {
  await using databases = await openDatabases();
  const { one, two, source, target } = databases;
  await using store = await openPostgresCells(listCells([one.url, two.url]), { sealing: testSealing });
  const { organization_id } = await createOrganization(store, { name: 'Diner', webhook_url: null }, new Date());
  const from = (await store.cells?.locate(organization_id))?.name === 'one' ? source : target;
  const to = from === source ? target : source;
  await moveOrganization({ organization_id, source: from, target: to, keepRows: true });
  await expect(
    moveOrganization({ organization_id, source: from, target: { ...to, number: 3 }, delete_after_ms: 0 }),
  ).rejects.toThrow(`already moves to cell ${to.number}. Finish that move first.`);
  await expect(moveOrganization({ organization_id, source: to, target: from, delete_after_ms: 0 })).rejects.toThrow(
    'left that cell, and its rows there are not deleted yet. Run the earlier move again, then this one.',
  );
});

it('DLV-14: archives the events of an organization that moves once, after the move', async () => {
  await using one = await makePostgresDatabase({ tables: true });
  await using two = await makePostgresDatabase({ tables: true });
  await using folder = await openFolder();
  const [source, target] = listCells([one.url, two.url]);
  if (!source || !target) throw new Error('Two databases are two cells.');
  await using store = await openPostgresCells([source, target], { sealing: testSealing });
  const inSource = { ...store, chooseCell: async () => source.number };
  const addOrganization = () => createOrganization(inSource, { name: 'Diner', webhook_url: null }, daysAgo(90));
  const [moving, staying] = [await addOrganization(), await addOrganization()];
  const old: string[] = [];
  for (const days of [50, 49, 40]) old.push(await addEvent(store, moving, daysAgo(days)));
  const other = await addEvent(store, staying, daysAgo(50));
  const archive = async ({ name, url }: typeof source) => {
    await using upkeep = await openUpkeep({ data: '', database: url, cells: undefined });
    await archiveStore(upkeep, { folder: join(folder.path, name), before: daysAgo(30) });
  };
  const idsOf = async ({ name }: typeof source) =>
    (await readParquet(join(folder.path, name))).map(({ event_id }) => event_id);

  const steps: string[] = [];
  await moveOrganization({
    organization_id: moving.organization_id,
    source,
    target,
    delete_after_ms: 0,
    async onStep(step) {
      steps.push(step);
      if (step === 'deleted') return;
      await archive(source);
      // The transaction that activates has the rows of the target.
      if (step !== 'compared') await archive(target);
    },
  });
  expect(steps).toEqual(moveSteps);
  expect(await idsOf(source)).toEqual([other]);
  await archive(target);
  expect(await idsOf(target)).toEqual(old.toSorted());
});
