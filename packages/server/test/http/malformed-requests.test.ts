/** Requests that are not valid HTTP, and those that every port refuses, so that no proxy can disagree with the service. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ErrorDetail } from '@booking-service/contract';
import { type RawOptions, sendRaw, toRequest } from '../support/raw/raw-http.ts';
import { codeOf, host, lines, openRawWorld, search, typed, unknownBooking } from '../support/raw/raw-world.ts';
import { createReceivedLog, startReceiver } from '../../src/command/sandbox/receiver.ts';
import { createBookingServer, createLog, createMetrics, startAdminServer } from '../../src/index.ts';
import { openDashboardWorld } from '../support/worlds/dashboard-world.ts';
import { openWorld, type World } from '../../src/testing.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';

const raw = openRawWorld();

/** A request inside another one. It must never get a response. */
const smuggled = 'GET /v1/smuggled HTTP/1.1\r\nHost: service.test\r\nRequest-Id: req_smuggled\r\n\r\n';

const many = (count: number, line: string) => Array.from({ length: count }, (_, index) => `X-${index}: ${line}`);

const malformed: { name: string; bytes: () => string | Uint8Array; options?: RawOptions }[] = [
  { name: 'bytes that are not HTTP', bytes: () => Buffer.from([0, 1, 2, 255, 254, 13, 10, 13, 10]) },
  { name: 'a TLS hello', bytes: () => Buffer.from('16030100c8010000c40303', 'hex') },
  { name: 'the preface of HTTP/2', bytes: () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' },
  { name: 'HTTP/3.7', bytes: () => lines(`GET ${search} HTTP/3.7`, host) },
  { name: 'an unfinished line of HTTP/0.9', bytes: () => `GET ${search}\r\n`, options: { end: 'after bytes' } },
  { name: 'half a request line', bytes: () => 'POST /v1/book', options: { end: 'after bytes' } },
  { name: 'half a header', bytes: () => `GET ${search} HTTP/1.1\r\nHo`, options: { end: 'after bytes' } },
  { name: 'bare line feeds', bytes: () => `GET ${search} HTTP/1.1\n${host}\n\n` },
  { name: 'an unknown method', bytes: () => lines(`FETCH ${search} HTTP/1.1`, host) },
  { name: 'a method in lower case', bytes: () => lines(`get ${search} HTTP/1.1`, host) },
  { name: 'a target without a slash', bytes: () => lines('GET v1/bookings HTTP/1.1', host) },
  { name: 'a space in the target', bytes: () => lines('GET /v1/book ings HTTP/1.1', host) },
  { name: 'a NUL in the target', bytes: () => lines('GET /v1/\0 HTTP/1.1', host) },
  { name: 'bytes above 127 in the target', bytes: () => Buffer.from(lines('GET /v1/\u00ff HTTP/1.1', host), 'latin1') },
  { name: 'a target of 40,000 bytes', bytes: () => lines(`GET /${'x'.repeat(40_000)} HTTP/1.1`, host) },
  { name: 'a header of 40,000 bytes', bytes: () => lines(`GET ${search} HTTP/1.1`, host, `X: ${'x'.repeat(40_000)}`) },
  { name: '5,000 headers', bytes: () => lines(`GET ${search} HTTP/1.1`, host, ...many(5000, 'x')) },
  { name: '5,000 headers of two bytes', bytes: () => lines(`GET ${search} HTTP/1.1`, host, 'X:\r\n'.repeat(5000)) },
  { name: 'a header without a colon', bytes: () => lines(`GET ${search} HTTP/1.1`, host, 'Nothing') },
  { name: 'a header without a name', bytes: () => lines(`GET ${search} HTTP/1.1`, host, ': x') },
  { name: 'a space before the colon', bytes: () => lines(`GET ${search} HTTP/1.1`, host, 'X : x') },
  { name: 'a NUL in a header', bytes: () => lines(`GET ${search} HTTP/1.1`, host, 'X: a\0b') },
  { name: 'a folded header', bytes: () => lines(`GET ${search} HTTP/1.1`, host, 'X: a', ' b') },
  { name: 'no Host', bytes: () => lines(`GET ${unknownBooking} HTTP/1.1`, raw.key) },
  {
    name: 'two Hosts',
    bytes: () => lines(`GET ${unknownBooking} HTTP/1.1`, host, raw.key, 'Host: elsewhere.test'),
  },
  { name: 'the same Host twice', bytes: () => lines(`GET ${unknownBooking} HTTP/1.1`, host, raw.key, host) },
  { name: 'two Hosts in HTTP/1.0', bytes: () => lines(`GET ${unknownBooking} HTTP/1.0`, host, raw.key, 'hOST:') },
  { name: 'two Hosts in a Host', bytes: () => lines(`GET ${unknownBooking} HTTP/1.1`, `${host} elsewhere.test`) },
  {
    name: 'a URL as Host',
    bytes: () => lines(`GET ${unknownBooking} HTTP/1.1`, 'Host: http://service.test/', raw.key),
  },
  {
    name: 'two Hosts, and a body',
    bytes: () => `${lines(`POST ${search} HTTP/1.1`, host, host, raw.key, typed, 'Content-Length: 2')}{}`,
  },
  {
    name: 'two Hosts, and a request after it',
    bytes: () => `${lines(`GET ${unknownBooking} HTTP/1.1`, host, host)}${smuggled}`,
  },
  {
    name: 'a length that is a word',
    bytes: () => lines(`POST ${search} HTTP/1.1`, host, raw.key, 'Content-Length: two'),
  },
  { name: 'a negative length', bytes: () => lines(`POST ${search} HTTP/1.1`, host, raw.key, 'Content-Length: -2') },
  { name: 'a length with a sign', bytes: () => lines(`POST ${search} HTTP/1.1`, host, raw.key, 'Content-Length: +2') },
  {
    name: 'a length past 64 bits',
    bytes: () => lines(`POST ${search} HTTP/1.1`, host, raw.key, 'Content-Length: 99999999999999999999'),
  },
  {
    name: 'two lengths',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Content-Length: 2', 'Content-Length: 3')}{}`,
  },
  {
    name: 'both a length and chunks',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Content-Length: 2', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
  },
  {
    name: 'chunks that are not the last coding',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Transfer-Encoding: chunked, gzip')}0\r\n\r\n`,
  },
  {
    name: 'an unknown coding',
    bytes: () => `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Transfer-Encoding: xchunked')}0\r\n\r\n`,
  },
  ...[
    { name: 'the same length twice', framing: ['Content-Length: 2', 'Content-Length: 2'] },
    { name: 'two lengths in one header', framing: ['Content-Length: 2, 2'] },
    { name: 'a hexadecimal length', framing: ['Content-Length: 0x2'] },
    { name: 'a length with a fraction', framing: ['Content-Length: 2.0'] },
    { name: 'a space before the colon of the length', framing: ['Content-Length : 2'] },
    { name: 'chunks, then a length', framing: ['Transfer-Encoding: chunked', 'Content-Length: 2'] },
    {
      name: 'chunks after another coding, and a length',
      framing: ['Transfer-Encoding: gzip, chunked', 'Content-Length: 2'],
    },
    { name: 'two codings in two headers', framing: ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'] },
    { name: 'a coding in quotes', framing: ['Transfer-Encoding: "chunked"'] },
    { name: 'a coding with a parameter', framing: ['Transfer-Encoding: chunked;x=1'] },
    { name: 'a coding after a vertical tab', framing: ['Transfer-Encoding: \x0bchunked'] },
    { name: 'a folded coding', framing: ['Transfer-Encoding:', ' chunked'] },
    { name: 'a folded length', framing: ['Content-Length:', '\t2'] },
    { name: 'a coding whose name ends in NUL', framing: ['Transfer-Encoding\0: chunked'] },
    { name: 'a header with a bare return at its end', framing: ['X: a\rContent-Length: 2'] },
    { name: 'a header with a bare line feed at its end', framing: ['X: a\nContent-Length: 2'] },
    { name: 'a header whose name is not ASCII', framing: ['Content-Lengt\u00e9: 2'] },
  ].map(({ name, framing }) => ({
    name,
    // The smuggled request begins where a body of another length would end.
    bytes: () =>
      Buffer.from(
        `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, ...framing)}0\r\n\r\n${smuggled}`,
        'latin1',
      ),
  })),
  {
    name: 'a chunk whose size has a sign',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Transfer-Encoding: chunked')}+2\r\n{}\r\n0\r\n\r\n`,
  },
  {
    name: 'a chunk whose size is hexadecimal with 0x',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Transfer-Encoding: chunked')}0x2\r\n{}\r\n0\r\n\r\n`,
  },
  {
    name: 'a chunk whose size ends in a bare line feed',
    bytes: () => `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Transfer-Encoding: chunked')}2\n{}\n0\n\n`,
  },
  {
    name: 'a chunk extension with a bare line feed at its end',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Transfer-Encoding: chunked')}2;x\n{}\r\n0\r\n\r\n`,
  },
  {
    name: 'a trailer of 40,000 bytes',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
  },
  {
    name: 'a chunk size that is a word',
    bytes: () => `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Transfer-Encoding: chunked')}zz\r\n{}\r\n`,
  },
  {
    name: 'a chunk size past 64 bits',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Transfer-Encoding: chunked')}${'f'.repeat(17)}\r\n`,
  },
  {
    name: 'a chunk longer than its size',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Transfer-Encoding: chunked')}1\r\n{}\r\n0\r\n\r\n`,
  },
  {
    name: 'a chunk extension of 20,000 bytes',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Transfer-Encoding: chunked')}2;${'x'.repeat(20_000)}\r\n{}\r\n`,
  },
  {
    name: 'a truncated body',
    bytes: () => `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Content-Length: 20')}{}`,
    options: { end: 'after bytes' },
  },
];

describe('malformed bytes', () => {
  it.each(malformed)(
    'END-12 END-14 ERR-1: refuses $name with one 400 invalid_request and closes the connection',
    async (row) => {
      const responses = await raw.send(row.bytes(), '/', row.options);
      expect(responses.map(codeOf)).toEqual(['400 invalid_request']);
      expect(responses[0]?.headers.get('connection')).toBe('close');
    },
  );
});

const ports = ['public', 'admin', 'dashboard', 'receiver'] as const;
const opened = new AsyncDisposableStack();
const urls = new Map<string, string>();

describe('every port', () => {
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

  describe.each(ports)('the %s port', (port) => {
    const send = (headers: readonly string[]) => {
      // A second request on the connection, which must not be served.
      const next = lines('GET /next HTTP/1.1', hostLine, 'Connection: close');
      return sendRaw(urls.get(port) ?? '', `${lines('GET / HTTP/1.1', ...headers)}${next}`);
    };

    it.each(refused)('END-12: refuses $name with 400 and closes the connection', async ({ headers }) => {
      const responses = await send(headers);
      expect(responses.map(({ status }) => status)).toEqual([400]);
      expect(responses[0]?.headers.get('connection')).toBe('close');
    });

    it('END-12: serves a request with one Host', async () => {
      const responses = await send([hostLine, 'Content-Length: 0']);
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
    const server = createBookingServer({
      store: { ...world.store, checkWrite },
      clock: world.clock,
      log,
      suppliers: [],
    });
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
});

const hostLine = 'Host: 127.0.0.1';
const refused = [
  { name: 'no Host', headers: [] },
  { name: 'two Hosts', headers: [hostLine, 'Host: elsewhere.test'] },
  { name: 'the same Host twice', headers: [hostLine, hostLine] },
  { name: 'a Host with a path', headers: [`${hostLine}/x`] },
  { name: 'two lengths', headers: [hostLine, 'Content-Length: 2', 'Content-Length: 3'] },
  { name: 'a length and chunks', headers: [hostLine, 'Content-Length: 2', 'Transfer-Encoding: chunked'] },
  { name: 'chunks that are not the last coding', headers: [hostLine, 'Transfer-Encoding: chunked, gzip'] },
];

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
