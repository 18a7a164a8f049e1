/** The shape of errors: their bodies, their headers, and the log line of each request (ERR-7). */
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { errorCatalogue } from '@booking-service/contract';
import { type Logger, pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSandboxProvider, openSqliteStore, type Provider, type Store, systemClock } from '../../src/index.ts';
import {
  type CallOptions,
  openWorld,
  type TestResponse,
  testSealing,
  type World,
  type WorldOptions,
} from '../../src/testing.ts';
import { newBooking, newGuest } from '../support/new-booking.ts';
import { openRaw, toRequest } from '../support/raw/raw-http.ts';

const bookingId = 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';
const read = `/v1/bookings/${bookingId}`;
const search = '/v1/venues/search';
const booking = newBooking({ date: '2026-11-22' });

type Refused = TestResponse<{ error: string; error_code?: string; request_id: string }>;

const olderRefusals: {
  code: string;
  status: number;
  organization?: WorldOptions['organization'];
  key?: string | null;
}[] = [
  { code: 'unauthorized', status: 401, key: null },
  { code: 'free_tier_exhausted', status: 402, organization: { test_allowance: 0 } },
  { code: 'insufficient_scope', status: 403, organization: { scopes: [] } },
  { code: 'rate_limited', status: 429, organization: { rate_limit: 1 } },
];

it.each(olderRefusals)(
  'AUT-4 ERR-1 ERR-2 ERR-4: sends $code in error and in error_code, with $status',
  async ({ code, status, organization = {}, key = 'test' }) => {
    await using refusing = await openWorld({ organization });
    await refusing.call('POST', search, { key, body: {} });
    const { body, ...response } = await refusing.call('POST', search, { key, body: {} });
    expect(response.status).toBe(status);
    expect(body).toEqual({ error: code, error_code: code, request_id: response.headers.get('request-id') });
  },
);

const codedRefusals: { code: string; status: number; call: [string, string, CallOptions] }[] = [
  { code: 'invalid_request', status: 400, call: ['POST', search, { text: '{' }] },
  { code: 'live_key_required', status: 403, call: ['GET', '/v1/sessions/card', {}] },
  {
    code: 'cardservice_disabled',
    status: 403,
    call: [
      'POST',
      '/v1/bookings',
      {
        body: {
          ...booking,
          venue_id: 'ven_no_card_service',
          slot_id: 'slt_no_card_service_20261122T1900',
          payment_collection: 'cardservice_external',
        },
      },
    ],
  },
  { code: 'not_found', status: 404, call: ['GET', read, {}] },
  { code: 'method_not_allowed', status: 405, call: ['DELETE', read, {}] },
  { code: 'slot_not_offered', status: 409, call: ['POST', '/v1/bookings', { body: { ...booking, party_size: 9 } }] },
  { code: 'payload_too_large', status: 413, call: ['POST', search, { text: '{}'.padEnd(70_000) }] },
  {
    code: 'unsupported_media_type',
    status: 415,
    call: ['POST', search, { text: '{}', headers: { 'Content-Type': 'x/y' } }],
  },
  { code: 'search_failed', status: 502, call: ['POST', search, { body: { query: 'sandbox search failed' } }] },
  { code: 'no_search_provider', status: 503, call: ['POST', search, { body: { query: 'sandbox no provider' } }] },
];

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

it.each(codedRefusals)(
  'ERR-1 ERR-3 ERR-5: sends $code with $status, in error_code, and a sentence in error',
  async (row) => {
    const { status, headers, body }: Refused = await world.call(...row.call);
    expect({ status, error_code: body.error_code }).toEqual({ status: row.status, error_code: row.code });
    expect(body.error).toMatch(/^[A-Z].*\.$/);
    expect(body.request_id).toBe(headers.get('request-id'));
    expect(headers.get('retry-after')).toBe(status === 503 ? '5' : null);
    expect(headers.get('www-authenticate')).toBeNull();
  },
);

it('END-14 LIM-2: sends the headers of the contract and of HTTP only', async () => {
  const ofHttp = ['cache-control', 'connection', 'content-length', 'content-type', 'date', 'request-id'];
  const metered = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];
  const found = await world.call('POST', search, { body: {} });
  expect([...found.headers.keys()].toSorted()).toEqual([...ofHttp, ...metered].toSorted());
  const unrouted = await world.call('GET', '/v1/nothing');
  expect([...unrouted.headers.keys()].toSorted()).toEqual(ofHttp);
});

it('ERR-7: does not quote the body in its refusal', async () => {
  for (const text of ['{"guest": s3cr3t}', '{"query": "s3cr3t"', '{"query": ["s3cr3t"]}', '{"country": "s3cr3t"}']) {
    const response = await world.call('POST', search, { text });
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body)).not.toContain('s3cr3t');
  }
});

interface Log {
  readonly log: Logger;
  readonly lines: string[];
}

function openLog(): Log {
  const lines: string[] = [];
  return { lines, log: pino({ level: 'trace' }, { write: (line) => void lines.push(line) }) };
}

const secret = 'whsec_hunter2 at /srv/booking-service/secret.db';
/** The same, as the log has it. */
const masked = '[masked] at /srv/booking-service/secret.db';

class PlantedError extends TypeError {
  readonly sql = 'SELECT signing_secret FROM organizations';
}

/** Sends one request to a world that fails, and returns the response and every log line. */
async function respondAndLog(options: WorldOptions, call: [string, string, CallOptions?]) {
  const { log, lines } = openLog();
  await using failing = await openWorld({ log, ...options });
  const response: Refused = await failing.call(...call);
  return { response, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

function failingProvider(broken: Partial<Provider>): Provider {
  return { ...createSandboxProvider({ clock: systemClock }), ...broken };
}

/** The whole body of a 500. It may contain nothing else. */
function internalError({ headers }: TestResponse<unknown>) {
  const error = errorCatalogue.internal_error.message;
  return { error, error_code: 'internal_error', request_id: headers.get('request-id') };
}

async function fail(): Promise<never> {
  throw new PlantedError(secret);
}

const day = { venue_id: 'ven_harbour_table', date: '2026-11-22', party_size: 2 };

interface BrokenProvider {
  readonly name: string;
  readonly broken: Partial<Provider>;
  readonly call: [string, CallOptions];
  readonly status: number;
  readonly code: keyof typeof errorCatalogue;
  /** Replaces the catalogue's message. */
  readonly message?: string;
}

it.each([
  {
    name: 'a venue search',
    broken: { searchVenues: fail },
    call: [search, { body: {} }],
    status: 502,
    code: 'search_failed',
  },
  {
    name: 'an availability search',
    broken: { searchAvailability: fail },
    call: ['/v1/availability/search', { body: day }],
    status: 502,
    code: 'availability_failed',
  },
  {
    name: 'a create',
    broken: { checkRequest: fail },
    call: ['/v1/bookings', { body: booking }],
    status: 503,
    code: 'service_unavailable',
    message: 'The provider does not respond. No booking was made; send the request again later.',
  },
] satisfies BrokenProvider[])(
  'ERR-5 ERR-7: refuses $name with $status $code if the provider throws, with the reason in the log only',
  async ({ broken, call, status, code, message }: BrokenProvider) => {
    const { response, lines } = await respondAndLog({ providers: [failingProvider(broken)] }, ['POST', ...call]);
    expect(response.status).toBe(status);
    expect(response.body).toEqual({
      ...internalError(response),
      error: message ?? errorCatalogue[code].message,
      error_code: code,
    });
    const entries = lines.filter(({ err }) => err !== undefined);
    const err = expect.objectContaining({ message: masked, stack: expect.stringContaining('error-shape.test') });
    // A search also names the provider that failed, in a line of its own.
    expect(new Set(entries.map(({ msg }) => msg)).size).toBe(entries.length);
    const { request_id } = response.body;
    expect(entries).toEqual([{}, ...entries.slice(1)].map(() => expect.objectContaining({ err, request_id })));
  },
);

it.each(['admit', 'findBookingText'] as const)(
  'ERR-7: returns 500 internal_error if the store throws in %s, with the request_id in the log',
  async (method) => {
    const store: Store = { ...world.store, [method]: fail };
    const { response, lines } = await respondAndLog({ store }, ['GET', read]);
    expect(response.status).toBe(500);
    expect(response.body).toEqual(internalError(response));
    expect(lines.filter(({ level }) => level === 50)).toEqual([
      expect.objectContaining({
        request_id: response.body.request_id,
        err: expect.objectContaining({ message: masked }),
      }),
    ]);
  },
);

it('ERR-7 LIM-2: sends the RateLimit headers with an internal error, if they are known', async () => {
  const early = await respondAndLog({ store: { ...world.store, admit: fail } }, ['GET', read]);
  expect(early.response.headers.has('ratelimit-limit')).toBe(false);
  const late = await respondAndLog({ store: { ...world.store, findBookingText: fail } }, ['GET', read]);
  expect(late.response.headers.get('ratelimit-remaining')).toBe('299');
});

it('ERR-7: returns 500 internal_error without SQL if the database is gone', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'booking-service-'));
  const store = openSqliteStore(folder.path, { sealing: testSealing });
  await using failing = await openWorld({ store });
  await store[Symbol.asyncDispose]();
  const response = await failing.call<{ request_id: string }>('GET', read);
  expect({ status: response.status, body: response.body }).toEqual({ status: 500, body: internalError(response) });
});

interface Line {
  readonly level: number;
  readonly request_id?: string;
  readonly [field: string]: unknown;
}

/** Returns every log line of a world at the most verbose level, from its first request until it is closed. */
async function logOf(
  run: (logged: World) => Promise<void>,
  options: { readonly log_successes?: number } = {},
): Promise<Line[]> {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
  {
    await using logged = await openWorld({ log, ...options });
    await run(logged);
  }
  return lines.map((line) => JSON.parse(line) as Line);
}

const validBooking = newBooking({
  date: '2026-11-22',
  guest: newGuest({ first_name: 'Ada-s3cr3t', email: 'ada-s3cr3t@diner.test' }),
});

it('ERR-7: writes one line per request, with its Request-Id', async () => {
  const lines = await logOf(async (logged) => {
    const id = (number: number) => ({ 'Request-Id': `req_0000000${number}` });
    await logged.call('POST', '/v1/venues/search', { body: {}, headers: id(1) });
    await logged.call('POST', '/v1/venues/search', { key: null, headers: id(2) });
    await logged.call('GET', '/v1/nothing?x=1', { headers: id(3) });
    await logged.call('POST', '/v1/venues/search', { text: '{', headers: id(4) });
  });
  const entries = lines.filter(({ request_id }) => request_id?.startsWith('req_0000000'));
  const searchFields = { operationId: 'searchVenues', route: '/v1/venues/search' };
  const line = (status: number, fields: object) =>
    expect.objectContaining({ level: 30, status, duration_ms: expect.any(Number), ...fields }) as unknown;
  const caller = { organization_id: expect.stringMatching(/^org_/), key_id: expect.stringMatching(/^key_/) };
  expect(entries.toSorted((a, b) => `${a.request_id}`.localeCompare(`${b.request_id}`))).toEqual([
    line(200, { ...searchFields, ...caller }),
    line(401, { ...searchFields, error_code: 'unauthorized' }),
    line(404, { operationId: 'unrouted', error_code: 'not_found' }),
    line(400, { ...searchFields, ...caller, error_code: 'invalid_request' }),
  ]);
});

it('ERR-7: leaves out successful requests if wanted, and no other line', async () => {
  const requests = async (logged: World) => {
    await logged.call('POST', '/v1/venues/search', { body: {} });
    await logged.call('POST', '/v1/venues/search', { key: null });
    await logged.call('POST', '/v1/bookings', { body: validBooking });
    await logged.clock.advance(30_000);
  };
  const ended = (lines: Line[]) => lines.filter(({ route }) => route !== undefined).map(({ status }) => status);
  const all = await logOf(requests);
  const some = await logOf(requests, { log_successes: 0 });
  expect(ended(all)).toEqual([200, 401, 201]);
  expect(ended(some)).toEqual([401]);
  // Runs and deliveries keep their lines.
  expect(some).toHaveLength(all.length - 2);
});

it('ERR-7: writes no key, header, query, body or signing secret to the log', async () => {
  const planted: string[] = ['s3cr3t', 'Bearer', 'whsec_'];
  const lines = await logOf(async (logged) => {
    const { keys, signing_secret } = logged.organization;
    planted.push(keys.test, keys.live, signing_secret);
    logged.endpoint.responses.push(500, 'drop', 302, 204);

    const headers = { 'Idempotency-Key': 'order-s3cr3t', 'X-Note': 's3cr3t', Cookie: 'a=s3cr3t' };
    const created = await logged.call<{ id: string }>('POST', '/v1/bookings', { body: validBooking, headers });
    expect(created.status).toBe(201);
    await logged.call('GET', `/v1/bookings/${created.body.id}?key=${keys.live}&s3cr3t=1`);
    await logged.call('POST', '/v1/bookings', { body: { ...validBooking, s3cr3t: 's3cr3t' } });
    await logged.call('POST', '/v1/bookings', { text: '{"s3cr3t' });
    await logged.call('POST', '/v1/venues/search', { body: { query: 'sandbox search failed', city: 's3cr3t' } });
    await logged.call('GET', '/v1/sessions/card', { key: 'sk_live_s3cr3t' });
    await logged.call('GET', '/v1/sessions/card', { key: null, headers: { Authorization: 'Basic s3cr3t' } });
    for (let tick = 0; tick < 40; tick += 1) await logged.clock.advance(30_000);
    expect(logged.endpoint.received.length).toBeGreaterThan(3);
  });
  expect(lines.length).toBeGreaterThan(6);
  for (const text of planted) expect(lines.filter((line) => JSON.stringify(line).includes(text))).toEqual([]);
});

it('ERR-7: logs no error if the caller closes the connection within a body', async () => {
  const lines = await logOf(async (logged) => {
    const key = `Authorization: Bearer ${logged.organization.keys.test}`;
    const headers = [key, 'Content-Type: application/json', 'Content-Length: 100', 'Expect: 100-continue'];
    const socket = openRaw(logged.url);
    socket.write(toRequest('POST /v1/venues/search', { headers: [...headers, 'Request-Id: req_hungup00'] }));
    const [interim] = (await once(socket, 'data')) as [Buffer];
    expect(interim.toString()).toMatch(/^HTTP\/1\.1 100 /);
    socket.write('{');
    socket.destroy();
    // The server responds to the next request, so it has noticed the closed connection.
    for (let call = 0; call < 3; call += 1) await logged.call('POST', '/v1/venues/search', { body: {} });
  });
  expect(lines.filter(({ level }) => level > 30)).toEqual([]);
  const entries = lines.filter(({ request_id }) => request_id === 'req_hungup00');
  expect(entries).toEqual([expect.objectContaining({ route: '/v1/venues/search', status: null })]);
});
