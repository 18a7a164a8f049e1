/** Requests that every port refuses, so that no proxy in front of one can be made to disagree with it. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ErrorDetail } from '@booking-service/contract';
import { createReceivedLog, startReceiver } from '../../src/command/sandbox/receiver.ts';
import { createBookingServer, createLog, createMetrics, startAdminServer } from '../../src/index.ts';
import { sendRaw, toRequest } from '../support/raw/raw-http.ts';
import { openDashboardWorld } from '../support/worlds/dashboard-world.ts';
import { lines } from '../support/raw/raw-world.ts';
import { openWorld, type World } from '../../src/testing.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';

const ports = ['public', 'admin', 'dashboard', 'receiver'] as const;
const opened = new AsyncDisposableStack();
const urls = new Map<string, string>();

beforeAll(async () => {
  const world = opened.use(await openDashboardWorld('sqlite'));
  const { store, clock, server } = world;
  const log = createLog({ level: 'silent' });
  const metrics = createMetrics({ store, clock, log });
  const admin = opened.use(await startAdminServer({ port: 0, server, metrics, log }));
  const receiver = opened.use(
    await startReceiver({ host: '127.0.0.1', port: 0, readSecrets: async () => [], log: createReceivedLog() }),
  );
  urls
    .set('public', world.url)
    .set('admin', admin.url)
    .set('dashboard', world.dashboardUrl)
    .set('receiver', receiver.url);
});
afterAll(() => opened.disposeAsync());

const host = 'Host: 127.0.0.1';
const refused = [
  { name: 'no Host', headers: [] },
  { name: 'two Hosts', headers: [host, 'Host: elsewhere.test'] },
  { name: 'the same Host twice', headers: [host, host] },
  { name: 'a Host with a path', headers: [`${host}/x`] },
  { name: 'two lengths', headers: [host, 'Content-Length: 2', 'Content-Length: 3'] },
  { name: 'a length and chunks', headers: [host, 'Content-Length: 2', 'Transfer-Encoding: chunked'] },
  { name: 'chunks that are not the last coding', headers: [host, 'Transfer-Encoding: chunked, gzip'] },
];

describe.each(ports)('the %s port', (port) => {
  const send = (headers: readonly string[]) => {
    // A second request on the connection, which must not be served.
    const next = lines('GET /next HTTP/1.1', host, 'Connection: close');
    return sendRaw(urls.get(port) ?? '', `${lines('GET / HTTP/1.1', ...headers)}${next}`);
  };

  it.each(refused)('END-12: refuses $name with 400 and closes the connection', async ({ headers }) => {
    const responses = await send(headers);
    expect(responses.map(({ status }) => status)).toEqual([400]);
    expect(responses[0]?.headers.get('connection')).toBe('close');
  });

  it('END-12: serves a request with one Host', async () => {
    const responses = await send([host, 'Content-Length: 0']);
    expect(responses[0]?.status).toBeOneOf([200, 403, 404]);
  });
});

// The probes at the port of the service, as load balancers send them.

it.each(['/livez', '/readyz'])('responds to %s without a key and a Host header', async (path) => {
  await using world = await openWorld();
  for (const method of ['GET', 'HEAD']) {
    const [response] = await sendRaw(world.url, lines(`${method} ${path} HTTP/1.0`));
    expect(response?.status).toBe(200);
    expect(response?.headers.get('cache-control')).toBe('no-store');
  }
  expect((await fetch(new URL(path, world.url), { method: 'POST' })).status).toBe(404);
});

it('responds to /readyz with 503 and without details, and checks the database once for all probes of a second', async () => {
  await using world = await openWorld();
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let checks = 0;
  const checkWrite = async () => {
    checks += 1;
    throw new Error('The disk is full.');
  };
  const log = createLog({ level: 'silent' });
  const server = createBookingServer({ store: { ...world.store, checkWrite }, clock: world.clock, log, suppliers: [] });
  const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
  try {
    const probes = await Promise.all(Array.from({ length: 20 }, () => fetch(new URL('/readyz', url))));
    const bodies = await Promise.all(probes.map(async (response) => [response.status, await response.json()]));
    expect(bodies).toEqual(bodies.map(() => [503, { object: 'readiness', ready: false }]));
    expect(checks).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect((await fetch(new URL('/readyz', url))).status).toBe(503);
    expect(checks).toBe(2);
    expect((await fetch(new URL('/livez', url))).status).toBe(200);
  } finally {
    await server.close({ grace_seconds: 0 });
  }
});

// A header that is sent twice. A Request of the Fetch standard joins the two, so the handler cannot refuse it (handler.test.ts).

const booking = newBooking({ date: '2026-11-22' });

/** Creates a booking with two equal keys. */
async function createTwice({ url, wire }: World, api_key: string, body: unknown = booking) {
  const headers = [
    `Authorization: Bearer ${api_key}`,
    'Content-Type: application/json',
    'Idempotency-Key: order-1',
    'Idempotency-Key: order-1',
    'Connection: close',
  ];
  const [response] = await sendRaw(url, toRequest('POST /v1/bookings', { headers, body: JSON.stringify(body) }));
  if (!response) throw new Error('There was no response.');
  wire.checkResponse({ method: 'POST', path: '/v1/bookings', ...response });
  return response;
}

it.each([
  { name: 'a good body', party_size: 2, named: ['header idempotency-key'] },
  { name: 'a bad one', party_size: 0, named: ['body /party_size', 'header idempotency-key'] },
])(
  'END-12 IDM-4 ERR-4: refuses a repeated Idempotency-Key, with $name, with 400 and names it',
  async ({ party_size, named }) => {
    await using world = await openWorld();
    const { status, text } = await createTwice(world, world.organization.keys.test, { ...booking, party_size });
    const body = JSON.parse(text) as { error_code: string; details: ErrorDetail[] };
    expect([status, body.error_code]).toEqual([400, 'invalid_request']);
    expect(body.details.map((detail) => `${detail.in} ${detail.path}`).toSorted()).toEqual(named);
  },
);

it.each(engines)('IDM-7 IDM-4: refuses it at its step in the order of refusals, on %s', async (engine) => {
  await using world = await openWorldOn(engine, { organization: { test_allowance: 0 } });
  const { keys } = world.organization;
  const headers = { 'Idempotency-Key': 'order-1, order-1' };
  // One key that looks like two joined ones.
  const created = await world.call('POST', '/v1/bookings', { key: 'live', headers, body: booking });
  expect(created.status).toBe(201);
  const live = await createTwice(world, keys.live);
  expect(live).toMatchObject({ status: 400, text: expect.stringContaining('must be sent once') as unknown });
  const test = await createTwice(world, keys.test);
  expect(test).toMatchObject({ status: 402, text: expect.stringContaining('free_tier_exhausted') as unknown });
});
