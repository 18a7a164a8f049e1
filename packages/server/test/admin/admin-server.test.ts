/** The admin server: liveness, readiness, and its refusals. */
import type { Liveness, AdminError, Readiness } from '@booking-service/contract/admin';
import { expect, it } from 'vitest';
import { createBookingServer, createLog, createMetrics, startAdminServer } from '../../src/index.ts';
import type { Store } from '../../src/store/store.ts';
import { openWorld } from '../../src/testing.ts';
import { guardOrigin } from '../../src/admin/start-admin-server.ts';
import { callAdmin, checkAdminResponse, openAdminWorld } from '../support/worlds/admin-world.ts';
import { sendRaw, toRequest, untilReset } from '../support/raw/raw-http.ts';

/** Starts a server and its admin server on a world's store and clock. `jump` moves the wall clock forward or back. */
async function openAdmin(overrides: Partial<Store> = {}, { tick_seconds = 30 } = {}) {
  await using opened = new AsyncDisposableStack();
  const world = opened.use(await openWorld());
  const store: Store = { ...world.store, ...overrides };
  let jumped_ms = 0;
  const clock = { ...world.clock, now: () => new Date(world.clock.now().getTime() + jumped_ms) };
  const jump = (ms: number) => void (jumped_ms += ms);
  const lines: Record<string, unknown>[] = [];
  const log = createLog({
    destination: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  });
  const metrics = createMetrics({ store, clock, log });
  const server = createBookingServer({ store, clock, log, observer: metrics.observer, suppliers: [], tick_seconds });
  const admin = opened.use(await startAdminServer({ port: 0, server, metrics, log }));
  opened.defer(() => server.close({ grace_seconds: 0 }));
  const listen = () => server.listen({ host: '127.0.0.1', port: 0 });
  const running = opened.move();
  return { url: admin.url, server, listen, clock, jump, lines, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

const ready = { status: 200, body: { object: 'readiness', ready: true, not_ready: [] } };
const notReady = (check: string, message: string) => ({
  status: 503,
  body: { object: 'readiness', ready: false, not_ready: [{ check, message }] },
});

it('listens on loopback by default', async () => {
  await using admin = await openAdmin();
  expect(admin.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

it('is live before the service listens and after it stops', async () => {
  await using admin = await openAdmin();
  const live = { status: 200, body: { object: 'liveness', live: true } };
  expect(await callAdmin<Liveness>(admin.url, 'GET /livez')).toMatchObject(live);
  await admin.listen();
  await admin.server.close();
  expect(await callAdmin<Liveness>(admin.url, 'GET /livez')).toMatchObject(live);
});

it('is ready while the service listens', async () => {
  await using admin = await openAdmin();
  const readiness = () => callAdmin<Readiness>(admin.url, 'GET /readyz');
  expect(await readiness()).toMatchObject(notReady('server', 'The server is not listening.'));
  await admin.listen();
  expect(await readiness()).toMatchObject(ready);
  await admin.server.close();
  expect(await readiness()).toMatchObject(notReady('server', 'The server is not listening.'));
});

it('DLV-3: is ready until three ticks after the last one', async () => {
  let hangs = false;
  const hanging = Promise.withResolvers<void>();
  await using admin = await openAdmin({
    async claimTurns({ receivers }) {
      if (!hangs || receivers === 'slow') return [];
      hanging.resolve();
      return new Promise(() => undefined);
    },
  });
  const readiness = () => callAdmin<Readiness>(admin.url, 'GET /readyz');
  await admin.listen();
  await admin.clock.advance(600_000);
  expect(await readiness()).toMatchObject(ready);
  hangs = true;
  void admin.clock.advance(30_000);
  await hanging.promise;
  await admin.clock.advance(90_000);
  expect(await readiness()).toMatchObject(ready);
  await admin.clock.advance(1000);
  const message =
    "The worker's lane for deliveries has been stalled for 91 s; it ticks every 30 s. Restart the service if this continues.";
  expect(await readiness()).toMatchObject(notReady('worker', message));
});

it('DLV-13: with a short tick, is ready while the turn of a receiver lasts', async () => {
  let turns = 0;
  await using admin = await openAdmin(
    {
      async claimTurns({ receivers }) {
        if (receivers === 'slow' || turns > 0) return [];
        turns += 1;
        return [{ organization_id: 'org_slow', webhook_url: 'https://slow.diner.test/', deliveries: [] }];
      },
      claimDeliveries: () => new Promise(() => undefined),
    },
    { tick_seconds: 1 },
  );
  await admin.listen();
  for (let second = 0; second < 100; second += 1) {
    // A tick in progress ends when the next is due. The check of readiness writes, so it comes after the writes of the ticks.
    void admin.clock.advance(1_000);
    expect(await callAdmin<Readiness>(admin.url, 'GET /readyz')).toMatchObject(ready);
  }
  expect(turns).toBe(1);
});

it.each([
  { lane: 'deliveries', method: 'claimTurns', interval: 30 },
  { lane: 'expiries', method: 'claimExpired', interval: 30 },
  { lane: 'runs', method: 'claimRuns', interval: 2 },
] as const)('DLV-3: is not ready while the lane for $lane is stalled, even if the wall clock jumps', async (row) => {
  let hangs = false;
  const hanging = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  // The lane for slow receivers does not hang.
  const hang = async (claim: { receivers?: string }) => {
    if (!hangs || claim.receivers === 'slow') return [];
    hanging.resolve();
    await released.promise;
    return [];
  };
  await using admin = await openAdmin({ [row.method]: hang });
  const readiness = () => callAdmin<Readiness>(admin.url, 'GET /readyz');
  await admin.listen();
  for (const hours of [-5, 10]) {
    admin.jump(hours * 3_600_000);
    expect(await readiness()).toMatchObject(ready);
    await admin.clock.advance(60_000);
    expect(await readiness()).toMatchObject(ready);
  }
  hangs = true;
  void admin.clock.advance(30_000);
  await hanging.promise;
  admin.jump(-5 * 3_600_000);
  await admin.clock.advance(91_000);
  const message = expect.stringMatching(
    `^The worker's lane for ${row.lane} has been stalled for .*; it ticks every ${row.interval} s\\. `,
  );
  expect(await readiness()).toMatchObject({ status: 503, body: { not_ready: [{ check: 'worker', message }] } });
  released.resolve();
});

it('DLV-3: stays ready during a long tick that completes batches', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const begun = Promise.withResolvers<void>();
  let claims = 0;
  await using admin = await openAdmin({
    async claimTurns({ receivers }) {
      if (receivers === 'slow') return [];
      begun.resolve();
      await gates[claims]?.promise;
      claims += 1;
      return [];
    },
  });
  await admin.listen();
  const tick = admin.clock.advance(30_000);
  await begun.promise;
  await admin.clock.advance(100_000);
  gates[0]?.resolve();
  await tick;
  expect(await callAdmin<Readiness>(admin.url, 'GET /readyz')).toMatchObject(ready);
  gates[1]?.resolve();
});

it('ERR-7: is not ready while the database does not respond, with the reason in the log only', async () => {
  const readMigration = async () => {
    throw new Error('disk I/O error at /srv/secret.db');
  };
  await using admin = await openAdmin({ readMigration });
  await admin.listen();
  const message = 'The database does not respond. See the log for the reason.';
  expect(await callAdmin<Readiness>(admin.url, 'GET /readyz')).toMatchObject(notReady('database', message));
  expect(admin.lines).toMatchObject([{ level: 'error', err: { message: 'disk I/O error at /srv/secret.db' } }]);
});

it.each([
  { database: 1, program: 2 },
  { database: 3, program: 2 },
])('is not ready with a database at migration $database that does not serve a program at $program', async (found) => {
  await using admin = await openAdmin({ readMigration: async () => ({ ...found, serves: false }) });
  await admin.listen();
  const message = `The database is at migration ${found.database} and does not serve this version, which needs ${found.program}. Run booking-service migrate, or the version that fits.`;
  expect(await callAdmin<Readiness>(admin.url, 'GET /readyz')).toMatchObject(notReady('migration', message));
});

it.each([
  { target: 'GET /', status: 404, error_code: 'not_found' },
  { target: 'GET /readyz/', status: 404, error_code: 'not_found' },
  { target: 'GET /v1/bookings', status: 404, error_code: 'not_found' },
  { target: 'GET /sandbox/clock', status: 404, error_code: 'not_found' },
  { target: 'POST /sandbox/clock/advance', status: 404, error_code: 'not_found' },
  { target: 'POST /readyz', status: 405, error_code: 'method_not_allowed' },
  { target: 'DELETE /metrics', status: 405, error_code: 'method_not_allowed' },
] as const)('refuses $target with $status $error_code', async ({ target, status, error_code }) => {
  await using admin = await openAdmin();
  const response = await callAdmin<AdminError>(admin.url, target);
  expect([response.status, response.body.error_code]).toEqual([status, error_code]);
  expect(response.headers.get('allow')).toBe(status === 405 ? 'GET, HEAD' : null);
});

it('returns the status of GET to HEAD, without a body', async () => {
  await using admin = await openAdmin();
  const head = await callAdmin(admin.url, 'HEAD /livez');
  expect([head.status, head.body]).toEqual([200, undefined]);
});

it('END-14 ERR-7: returns 500 internal_error if an operation fails, with the reason in the log only', async () => {
  await using opened = new AsyncDisposableStack();
  const lines: Record<string, unknown>[] = [];
  const log = createLog({
    destination: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  });
  const fail = () => Promise.reject(new Error('whsec_hunter2 at /srv'));
  const admin = opened.use(
    await startAdminServer({ port: 0, server: { health: fail, readDatabases: fail }, metrics: { text: fail }, log }),
  );
  const request_ids = ['req_chosen12', expect.stringMatching(/^req_[0-9a-f]{32}$/) as string];
  for (const [target, headers] of [
    ['GET /readyz', { 'Request-Id': 'req_chosen12' }],
    ['GET /metrics', { 'Request-Id': 'malformed' }],
  ] as const) {
    const response = await callAdmin<AdminError>(admin.url, target, { headers });
    expect(response).toMatchObject({ status: 500, body: { error_code: 'internal_error' } });
    expect(JSON.stringify(response.body)).not.toMatch(/hunter2|srv/);
  }
  const err = { message: '[masked] at /srv' };
  expect(lines).toMatchObject(request_ids.map((request_id) => ({ request_id, err })));
});

it('rejects if its port is in use', async () => {
  await using admin = await openAdmin();
  const { port } = new URL(admin.url);
  const { server } = admin;
  const log = createLog({ level: 'silent' });
  const starting = startAdminServer({ port: Number(port), server, metrics: { text: async () => '' }, log });
  await expect(starting).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

/** Returns the status of a GET of this path with these headers, Host included. */
async function statusOf(url: string, path: string, ...headers: string[]): Promise<number | undefined> {
  const request = toRequest(`GET ${path}`, { headers: [...headers, 'Connection: close'] });
  const [response] = await sendRaw(url, request.replace('Host: service.test\r\n', ''));
  if (response) checkAdminResponse({ method: 'GET', path, ...response });
  return response?.status;
}

it.each(['/livez', '/metrics', '/nothing'])(
  'refuses %s for a foreign host name that points here, and for a page of another origin',
  async (path) => {
    await using admin = await openAdmin();
    const foreign = ['Host: evil.test', 'Host: 127.0.0.1.evil.test', 'Host: 10.0.0.1', 'Host: metrics.test', 'Host:'];
    for (const host of foreign) expect([host, await statusOf(admin.url, path, host)]).toEqual([host, 403]);
    expect(await statusOf(admin.url, path, 'Host: localhost', 'Origin: http://evil.test')).toBe(403);
  },
);

it('accepts the names of loopback, and every name where requests have access tokens', async () => {
  await using admin = await openAdmin();
  const own = ['127.0.0.1:9', 'LOCALHOST', 'localhost:7422', '[::1]:1'];
  for (const host of own) expect([host, await statusOf(admin.url, '/metrics', `Host: ${host}`)]).toEqual([host, 200]);

  await using world = await openAdminWorld('sqlite', { access: 'token' });
  expect(await statusOf(world.adminUrl, '/livez', 'Host: metrics.test:9090')).toBe(200);
  expect(await statusOf(world.adminUrl, '/metrics', 'Host: metrics.test:9090')).toBe(401);
});

it('accepts the address at which a request arrives', () => {
  const at = (localAddress: string, host: string) => () => guardOrigin({ headers: { host }, socket: { localAddress } });
  expect(at('10.1.2.3', '10.1.2.3:7422')).not.toThrow();
  expect(at('::ffff:10.1.2.3', '10.1.2.3')).not.toThrow();
  expect(at('fd00::1', '[FD00::1]:7422')).not.toThrow();
  expect(at('10.1.2.3', '10.1.2.4')).toThrow('--admin-access token');
  expect(at('', '')).toThrow('--admin-access token');
});

it('destroys a connection with malformed bytes, even if the peer ignores its end', async () => {
  await using admin = await openAdmin();
  expect(await untilReset(admin.url, 'abc\r\n')).toBeUndefined();
});
