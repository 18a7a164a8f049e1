/**
 * A service during and after an outage of its PostgreSQL database.
 *
 * @module-tag slow
 */
import { hash } from 'node:crypto';
import type { Booking } from '@booking-service/contract';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import {
  createBookingServer,
  createMetrics,
  createOrganization,
  createSandboxProvider,
  openPostgresStore,
  startAdminServer,
  systemClock,
  type Store,
} from '../../../src/index.ts';
import { operatorCaller, toAuditEntry } from '../../../src/admin/admin-context.ts';
import { BusyError, busyReasons } from '@booking-service/kernel/store';
import { bothSides, openWorld, testSealing } from '../../../src/testing.ts';
import { callAdmin } from '../../support/worlds/admin-world.ts';
import { makePostgresDatabase } from '../../support/engines.ts';
import { queryPostgres } from '../../support/postgres/query-postgres.ts';
import { startPostgresServer } from '../../support/postgres/postgres-server.ts';
import { bookingRequest, call, eventually } from '../../support/processes/server-process.ts';
import { newBooking } from '../../support/new-booking.ts';

const longest = { timeout: 240_000 };

it(
  'ERR-5 STA-12: returns 503 with Retry-After and is not ready while the database is down, and recovers by itself',
  longest,
  async () => {
    await using opened = new AsyncDisposableStack();
    const postgres = opened.use(await startPostgresServer());
    const store = opened.use(await openPostgresStore(postgres.url, { sealing: testSealing }));
    const lines: Record<string, unknown>[] = [];
    const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
    const clock = systemClock;
    const provider = createSandboxProvider({ clock });
    const server = createBookingServer({ store, suppliers: [bothSides(provider)], log, tick_seconds: 1 });
    const metrics = createMetrics({ store, clock, log });
    const administration = { store, clock, allowLoopbackWebhooks: false, access: 'open' } as const;
    const admin = opened.use(await startAdminServer({ port: 0, server, metrics, log, administration }));
    opened.defer(() => server.close());
    const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
    const { keys, organization_id } = await createOrganization(store, { name: 'Diner', webhook_url: null }, new Date());
    const service = { url, receiverUrl: '', adminUrl: admin.url, keys, welcome: '' };
    const ready = async () => (await fetch(`${admin.url}/readyz`)).json();
    const headers = { 'Idempotency-Key': 'order-1' };
    const body = await bookingRequest(service as Parameters<typeof bookingRequest>[0]);
    expect(await ready()).toMatchObject({ ready: true });
    const resume = () =>
      callAdmin(admin.url, `PUT /organizations/${organization_id}/standing`, { body: { standing: 'active' } });
    expect((await resume()).status).toBe(200);

    await postgres.crash();
    for (const target of ['POST /v1/venues/search', 'POST /v1/bookings', 'GET /v1/bookings/bkg_x'] as const) {
      const response = await call(service, target, { ...(target.startsWith('POST') && { body }), headers });
      expect(response).toMatchObject({ status: 503, body: { error_code: 'service_unavailable' } });
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    // The database cannot name the key. Its digest does.
    const key_digest = hash('sha256', keys.test, 'hex').slice(0, 12);
    const refused = lines.filter(({ status }) => status === 503);
    expect(refused).toEqual(Array(3).fill(expect.objectContaining({ key_digest })));
    expect(await ready()).toMatchObject({ ready: false, not_ready: [{ check: 'database' }] });
    expect(await resume()).toMatchObject({ status: 503, body: { error_code: 'service_unavailable' } });
    const entry = toAuditEntry(
      { action: 'setStanding', organization_id },
      { caller: operatorCaller('operator'), now: new Date() },
    );
    await expect(store.audited(entry).setStanding(organization_id, 'suspended')).rejects.toThrow(BusyError);

    await postgres.start();
    const made = await eventually(
      () => call<Booking>(service, 'POST /v1/bookings', { body, headers }),
      ({ status }) => status !== 503,
    );
    expect(made.status).toBe(201);
    expect(await ready()).toMatchObject({ ready: true });
    expect((await resume()).status).toBe(200);
    // The change that failed left no entry.
    expect(await store.listAuditEntries({ limit: 10, organization_id })).toHaveLength(2);
    // The worker, which failed meanwhile, has recovered too.
    await eventually(
      () => call<Booking>(service, `GET /v1/bookings/${made.body.id}`),
      (response) => response.body.status === 'confirmed',
    );
  },
);

it.each([
  {
    what: 'read-only',
    begin: (name: string) => `ALTER DATABASE ${name} SET default_transaction_read_only = on`,
    end: (name: string) => `ALTER DATABASE ${name} RESET default_transaction_read_only`,
    code: 'database_read_only' as const,
  },
  {
    what: 'closed to connections',
    begin: (name: string) => `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`,
    end: (name: string) => `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`,
    code: 'database_unreachable' as const,
  },
])(
  'ERR-5: returns 503 with Retry-After and is not ready while the database is $what, and recovers by itself',
  longest,
  async ({ begin, end, code }) => {
    await using database = await makePostgresDatabase({ tables: true });
    await using store = await database.open();
    await using world = await openWorld({ store });
    const log = pino({ level: 'silent' });
    const server = createBookingServer({ store, suppliers: [], clock: world.clock, log });
    const name = new URL(database.url).pathname.slice(1);
    // This runs on another database, because this one accepts no statement that could undo it.
    const administer = (sql: string) => queryPostgres(new URL('/postgres', database.url).href, sql);
    const cutOff = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`;
    const messages = async () =>
      (await server.health()).not_ready.flatMap(({ check, message }) => (check === 'database' ? [message] : []));
    const create = () => world.call<Booking>('POST', '/v1/bookings', { body: newBooking() });
    const first = await create();
    expect([first.status, await messages()]).toEqual([201, []]);

    await administer(begin(name));
    await administer(cutOff);
    const refused = await create();
    expect(refused).toMatchObject({ status: 503, body: { error_code: 'service_unavailable' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // Each connection of the pool may report first that it was cut off.
    const expected = `${code}: ${busyReasons[code]}`;
    await eventually(messages, ([message, ...more]) => message === expected && more.length === 0);

    await administer(end(name));
    const made = await eventually(create, ({ status }) => status !== 503);
    expect(made.status).toBe(201);
    await eventually(messages, ({ length }) => length === 0);
    expect(await world.call('GET', `/v1/bookings/${first.body.id}`)).toMatchObject({ status: 200 });
  },
);

it('ERR-5: becomes ready after a full disk only when new pages have room too', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await using store = await database.open();
  const { organization_id } = await createOrganization(store, { name: 'Diner', webhook_url: null }, new Date());
  // Simulates a disk that is full for new pages: a change of an organization and a new table fail.
  const fail = `BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END`;
  await database.query(`
    CREATE FUNCTION fail_row() RETURNS trigger LANGUAGE plpgsql AS $$${fail}$$;
    CREATE FUNCTION fail_table() RETURNS event_trigger LANGUAGE plpgsql AS $$${fail}$$;
    CREATE TRIGGER full_row BEFORE UPDATE ON organizations FOR EACH ROW EXECUTE FUNCTION fail_row();
    CREATE EVENT TRIGGER full_table ON ddl_command_start WHEN TAG IN ('CREATE TABLE AS') EXECUTE FUNCTION fail_table()`);
  const full = expect.objectContaining({ code: 'database_full' });
  await store.checkWrite();
  await expect(store.setWebhookUrl(organization_id, 'https://diner.test/')).rejects.toEqual(full);
  await expect(store.checkWrite()).rejects.toEqual(full);

  await database.query('DROP EVENT TRIGGER full_table; DROP TRIGGER full_row ON organizations');
  await store.checkWrite();
  await store.setWebhookUrl(organization_id, 'https://diner.test/');
});

it('STA-12: notifies an instance of the runs of another, also after a lost connection', longest, async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await using listening = await database.open();
  await using other = await database.open();
  await using world = await openWorld({ store: other });
  let heard = 0;
  const unwatch = listening.watchRuns?.(() => (heard += 1));
  const storeRun = async (key: string) => {
    const response = await world.call('POST', '/v1/bookings', {
      body: newBooking(),
      headers: { 'Idempotency-Key': key },
    });
    expect(response.status).toBe(201);
  };
  await eventually(
    async () => heard,
    (times) => times === 1,
  );
  await storeRun('order-1');
  await eventually(
    async () => heard,
    (times) => times === 2,
  );

  await database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE query = 'LISTEN booking_service_runs' AND datname = current_database()`,
  );
  // A new connection polls at once for missed runs.
  await eventually(
    async () => heard,
    (times) => times === 3,
  );
  await storeRun('order-2');
  await eventually(
    async () => heard,
    (times) => times === 4,
  );
  unwatch?.();
});

it('ERR-5: gives up a statement that times out, and continues', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await using store = await openPostgresStore(database.url, { sealing: testSealing, timeout_seconds: 3 });
  await using world = await openWorld({ store });
  const find = () => store.findBooking({ organization_id: 'org_none', id: 'bkg_none' });
  // The lock lasts as long as its session sleeps.
  const holding = queryPostgres(database.url, 'BEGIN; LOCK TABLE bookings; SELECT pg_sleep(30)').catch(() => undefined);
  const held = `SELECT pid FROM pg_locks WHERE relation = 'bookings'::regclass AND granted AND mode = 'AccessExclusiveLock'`;
  const [holder] = await eventually(
    () => database.query(held),
    ({ length }) => length === 1,
  );
  await expect(find()).rejects.toThrow(BusyError);
  const response = await world.call('GET', '/v1/bookings/bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1');
  expect([response.status, response.body['error_code']]).toEqual([503, 'service_unavailable']);
  await database.query(`SELECT pg_terminate_backend(${String(holder?.['pid'])})`);
  await holding;
  expect(await find()).toBeUndefined();
});

it('opens no more connections than allowed, however many calls are made', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await using store: Store = await openPostgresStore(database.url, { sealing: testSealing, connections: 3 });
  // A call waits at most five seconds for a connection, so the last one must not wait for too many others.
  await Promise.all(Array.from({ length: 40 }, () => store.listOrganizations()));
  const connections = await database.query(
    `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE application_name = 'booking-service' AND datname = current_database()`,
  );
  expect(connections).toEqual([{ count: 3 }]);
});
