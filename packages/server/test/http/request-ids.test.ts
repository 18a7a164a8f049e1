/** The Request-Id and the trace of a request: in its response, and in every log line that it causes. */
import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { createSandboxProvider, systemClock } from '../../src/index.ts';
import { type CallOptions, openWorld, type World, type WorldOptions } from '../../src/testing.ts';
import { sendRaw, toRequest } from '../support/raw/raw-http.ts';
import { newBooking } from '../support/new-booking.ts';
import { type EngineName, engines, type EngineWorld, openWorldOn } from '../support/engines.ts';

const search = '/v1/venues/search';
const unknownBooking = '/v1/bookings/bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';

describe('the Request-Id', () => {
  let world: World;
  beforeAll(async () => {
    const provider = createSandboxProvider({ clock: systemClock });
    const handlesVenue = () => {
      throw new Error('for a 500');
    };
    const providers = [{ ...provider, handlesVenue }];
    world = await openWorld({ organization: { rate_limit: 100_000 }, providers });
    const { keys } = await world.addOrganization({ rate_limit: 1 });
    limited = { key: keys.test };
    await world.call('POST', search, { key: keys.test, body: {} });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each(kinds)('END-14: sends a new Request-Id with each $status to $method $path', async (kind) => {
    const first = await world.call(kind.method, kind.path, kind.options?.());
    const second = await world.call(kind.method, kind.path, kind.options?.());
    expect([first.status, second.status]).toEqual([kind.status, kind.status]);
    expect(first.headers.get('request-id')).toMatch(ours);
    expect(second.headers.get('request-id')).not.toBe(first.headers.get('request-id'));
  });

  it.each(kinds)('END-14: keeps a well-formed Request-Id in the $status to $method $path', async (kind) => {
    for (const id of ['req_12345678', `req_${'aZ09'.repeat(16)}`]) {
      const options = kind.options?.();
      const headers = { ...options?.headers, 'Request-Id': id };
      const response = await world.call(kind.method, kind.path, { ...options, headers });
      expect(response.status).toBe(kind.status);
      expect(response.headers.get('request-id')).toBe(id);
    }
  });

  const malformed = [
    'req_1234567',
    `req_${'x'.repeat(65)}`,
    'REQ_12345678',
    'req-12345678',
    'req_1234567_',
    'req_1234 5678',
    'req_12345678,',
    'x_req_12345678',
    'req_caf\u00e9caf\u00e9',
    'req_12345678"><script>',
    '',
    'x'.repeat(1024),
  ];

  it.each(kinds)('END-14: replaces a malformed Request-Id in the $status to $method $path', async (kind) => {
    for (const id of malformed) {
      const options = kind.options?.();
      const headers = { ...options?.headers, 'Request-Id': id };
      const response = await world.call(kind.method, kind.path, { ...options, headers });
      expect(response.status).toBe(kind.status);
      expect(response.headers.get('request-id')).toMatch(ours);
    }
  });

  it('END-14 END-12 LIM-6: refuses a Request-Id that is too long, under a new id', async () => {
    const headers = { 'Request-Id': 'x'.repeat(1025) };
    const response = await world.call('GET', unknownBooking, { headers });
    expect(response).toMatchObject({ status: 400, body: { details: [{ in: 'header', path: 'request-id' }] } });
    expect(response.headers.get('request-id')).toMatch(ours);
  });

  it('END-14: replaces a repeated Request-Id', async () => {
    const headers = ['Request-Id: req_11111111', 'Request-Id: req_22222222', 'Connection: close'];
    const [response] = await sendRaw(world.url, toRequest('GET /v1/nothing', { headers }));
    if (!response) throw new Error('There was no response.');
    world.wire.checkResponse({ method: 'GET', path: '/v1/nothing', ...response });
    expect(response.headers.get('request-id')).toMatch(ours);
  });

  it.each([
    { name: 'a request without a Host', bytes: 'GET /v1/nothing HTTP/1.1\r\nRequest-Id: req_12345678\r\n\r\n' },
    { name: 'a CONNECT', bytes: toRequest('CONNECT elsewhere.test:443', { headers: ['Request-Id: req_12345678'] }) },
  ])('END-14: keeps the Request-Id of $name', async ({ bytes }) => {
    const [response] = await sendRaw(world.url, bytes);
    if (!response) throw new Error('There was no response.');
    world.wire.checkResponse({ method: 'GET', path: '/', ...response });
    expect(response.headers.get('request-id')).toBe('req_12345678');
  });
});
let limited: { key: string };

const booking = newBooking({ date: '2026-11-22' });

const kinds: { status: number; method: string; path: string; options?: () => CallOptions }[] = [
  { status: 200, method: 'POST', path: search, options: () => ({ body: {} }) },
  { status: 400, method: 'POST', path: search, options: () => ({ text: '{' }) },
  { status: 401, method: 'POST', path: search, options: () => ({ key: null }) },
  { status: 403, method: 'GET', path: '/v1/sessions/card' },
  { status: 404, method: 'GET', path: unknownBooking },
  { status: 404, method: 'HEAD', path: unknownBooking },
  { status: 404, method: 'GET', path: '/v1/nothing' },
  { status: 405, method: 'DELETE', path: search },
  { status: 413, method: 'POST', path: search, options: () => ({ text: '{}'.padEnd(70_000) }) },
  { status: 415, method: 'POST', path: search, options: () => ({ text: '{}', headers: { 'Content-Type': 'x/y' } }) },
  { status: 429, method: 'POST', path: search, options: () => limited },
  { status: 500, method: 'POST', path: '/v1/bookings', options: () => ({ body: booking }) },
  { status: 502, method: 'POST', path: search, options: () => ({ body: { query: 'sandbox search failed' } }) },
];

const ours = /^req_[0-9a-f]{32}$/;

type Line = Readonly<Record<string, unknown>>;

const trace_id = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${trace_id}-b7ad6b7169203331-01`;

/** Opens a world with a log, from the level debug. */
async function openLogged(
  engine: EngineName,
  options: Omit<WorldOptions, 'store'> = {},
): Promise<EngineWorld & { readonly lines: readonly Line[] }> {
  const lines: Line[] = [];
  const log = pino({ level: 'debug', base: null }, { write: (line) => void lines.push(JSON.parse(line) as Line) });
  return { ...(await openWorldOn(engine, { ...options, log })), lines };
}

describe.each(engines)('the log lines, on %s', (engine) => {
  it('ERR-7: joins the lines of a create, its run and its deliveries by request, booking and trace', async () => {
    await using world = await openLogged(engine);
    const { clock, lines, organization } = world;
    const headers = { 'Request-Id': 'req_create00', 'Idempotency-Key': 'order-1', traceparent };
    const { body } = await world.call<{ id: string }>('POST', '/v1/bookings', { body: newBooking(), headers });
    const booking_id = body.id;
    await clock.advance(2_000);
    world.endpoint.responses.push(500);
    for (let tick = 0; tick < 3; tick += 1) await clock.advance(30_000);

    const { organization_id } = organization;
    const joined = { request_id: 'req_create00', booking_id, trace_id, organization_id };
    const run = { ...joined, provider: 'sandbox', step: 1, duration_ms: expect.any(Number) };
    const delivery = {
      ...joined,
      delivery_id: expect.stringMatching(/^dlv_/),
      event_id: expect.stringMatching(/^evt_/),
      host: new URL(world.endpoint.url).host,
      duration_ms: expect.any(Number),
    };
    const created = { ...delivery, event_type: 'booking.created' };
    const confirmed = { ...delivery, event_type: 'booking.confirmed' };
    const ofBooking = lines.filter((line) => JSON.stringify(line).includes(booking_id));
    expect(ofBooking).toHaveLength(6);
    expect(ofBooking).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...joined, operationId: 'createBooking', status: 201 }),
        expect.objectContaining({ ...run, attempt: 1, outcome: 'pending', msg: 'a run continues later' }),
        expect.objectContaining({ ...run, attempt: 2, outcome: 'confirmed', msg: 'a run ended' }),
        expect.objectContaining({ ...created, status: expect.any(Number) }),
        expect.objectContaining({ ...confirmed, status: expect.any(Number) }),
        expect.objectContaining({ ...delivery, status: 500, attempt: 1, msg: 'a webhook attempt failed' }),
        expect.objectContaining({ ...delivery, status: 204, attempt: 2, msg: 'a webhook was delivered' }),
      ]),
    );
  });

  it('IDM-1: says which response is a replay, and names the request that caused a later change', async () => {
    await using world = await openLogged(engine);
    const key = { 'Idempotency-Key': 'order-1' };
    const create = (request_id: string) =>
      world.call<{ id: string }>('POST', '/v1/bookings', {
        body: newBooking(),
        headers: { ...key, 'Request-Id': request_id },
      });
    const { id } = (await create('req_create00')).body;
    await create('req_replay00');
    await world.clock.advance(2_000);
    await world.call('POST', `/v1/bookings/${id}/cancel`, { body: {}, headers: { 'Request-Id': 'req_cancel00' } });
    await world.clock.advance(30_000);

    const of = (request_id: string) => world.lines.filter((line) => line['request_id'] === request_id);
    expect(of('req_create00')[0]).not.toHaveProperty('replayed');
    expect(of('req_replay00')).toEqual([expect.objectContaining({ status: 200, replayed: true, booking_id: id })]);
    expect(of('req_cancel00')).toEqual([
      expect.objectContaining({ operationId: 'cancelBooking', booking_id: id }),
      expect.objectContaining({ msg: 'a run ended', outcome: 'released', booking_id: id }),
      expect.objectContaining({ event_type: 'booking.cancelled', status: 204, booking_id: id }),
    ]);
    expect(of('req_cancel00').some((line) => 'trace_id' in line)).toBe(false);
  });

  it('ERR-7: names the request that modified a booking in the lines of its delivery', async () => {
    await using world = await openLogged(engine);
    const { body } = await world.call<{ id: string }>('POST', '/v1/bookings', { body: newBooking() });
    await world.clock.advance(2_000);
    const headers = { 'Request-Id': 'req_modify00' };
    const path = `/v1/bookings/${body.id}/modify`;
    expect(await world.call('POST', path, { body: { party_size: 3 }, headers })).toMatchObject({ status: 200 });
    await world.clock.advance(30_000);
    const delivered = world.lines.filter(({ msg }) => msg === 'a webhook was delivered');
    expect(delivered).toContainEqual(
      expect.objectContaining({ event_type: 'booking.modified', request_id: 'req_modify00' }),
    );
  });

  it('leaves a malformed request out of the trail of the request before it on the connection', async () => {
    await using world = await openLogged(engine);
    const body = JSON.stringify(newBooking());
    const headers = [
      'Host: service.test',
      `Authorization: Bearer ${world.organization.keys.test}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `traceparent: ${traceparent}`,
    ];
    await sendRaw(world.url, `POST /v1/bookings HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}GARBAGE\r\n\r\n`);
    const [created, malformed] = world.lines.filter((line) => 'operationId' in line);
    expect(created).toMatchObject({ operationId: 'createBooking', status: 201, trace_id });
    expect(malformed).toMatchObject({ operationId: 'unrouted', error_code: 'invalid_request' });
    expect(malformed).not.toHaveProperty('trace_id');
    expect(malformed).not.toHaveProperty('booking_id');
  });

  it('names the client and the key of a request, also of one that is refused', async () => {
    await using world = await openLogged(engine, { trustedProxies: ['127.0.0.1'] });
    const searchFrom = (key: string, forwarded: string) =>
      world.call('POST', '/v1/venues/search', { body: {}, key, headers: { 'X-Forwarded-For': forwarded } });
    await searchFrom('test', '198.51.100.1, 203.0.113.7');
    await searchFrom('sk_test_unknown', 'sk_live_hunter2');
    await searchFrom('unknown', '');
    const digestOf = (key: string) => hash('sha256', key, 'hex').slice(0, 12);
    const shown = world.lines.map(({ client_address, key_digest, key_id, status }) => {
      return { client_address, key_digest, key_id, status };
    });
    const key_digest = digestOf(world.organization.keys.test);
    expect(shown).toEqual([
      { client_address: '203.0.113.7', key_digest, key_id: expect.stringMatching(/^key_/), status: 200 },
      { client_address: '127.0.0.1', key_digest: digestOf('sk_test_unknown'), status: 401 },
      { client_address: '127.0.0.1', status: 401 },
    ]);
  });
});
