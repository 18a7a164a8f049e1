import { once } from 'node:events';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { openWorld, type World } from '../../src/testing.ts';
import { openRaw, toRequest } from '../support/raw/raw-http.ts';
import { newBooking, newGuest } from '../support/new-booking.ts';

interface Line {
  readonly level: number;
  readonly request_id?: string;
  readonly [field: string]: unknown;
}

/** Returns every log line of a world at the most verbose level, from its first request until it is closed. */
async function logOf(
  run: (world: World) => Promise<void>,
  options: { readonly log_successes?: number } = {},
): Promise<Line[]> {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
  {
    await using world = await openWorld({ log, ...options });
    await run(world);
  }
  return lines.map((line) => JSON.parse(line) as Line);
}

const booking = newBooking({
  date: '2026-11-22',
  guest: newGuest({ first_name: 'Ada-s3cr3t', email: 'ada-s3cr3t@diner.test' }),
});

it('ERR-7: writes one line per request, with its Request-Id', async () => {
  const lines = await logOf(async (world) => {
    const id = (number: number) => ({ 'Request-Id': `req_0000000${number}` });
    await world.call('POST', '/v1/venues/search', { body: {}, headers: id(1) });
    await world.call('POST', '/v1/venues/search', { key: null, headers: id(2) });
    await world.call('GET', '/v1/nothing?x=1', { headers: id(3) });
    await world.call('POST', '/v1/venues/search', { text: '{', headers: id(4) });
  });
  const entries = lines.filter(({ request_id }) => request_id?.startsWith('req_0000000'));
  const search = { operationId: 'searchVenues', route: '/v1/venues/search' };
  const line = (status: number, fields: object) =>
    expect.objectContaining({ level: 30, status, duration_ms: expect.any(Number), ...fields }) as unknown;
  const caller = { organization_id: expect.stringMatching(/^org_/), key_id: expect.stringMatching(/^key_/) };
  expect(entries.toSorted((a, b) => `${a.request_id}`.localeCompare(`${b.request_id}`))).toEqual([
    line(200, { ...search, ...caller }),
    line(401, { ...search, error_code: 'unauthorized' }),
    line(404, { operationId: 'unrouted', error_code: 'not_found' }),
    line(400, { ...search, ...caller, error_code: 'invalid_request' }),
  ]);
});

it('ERR-7: leaves out successful requests if wanted, and no other line', async () => {
  const requests = async (world: World) => {
    await world.call('POST', '/v1/venues/search', { body: {} });
    await world.call('POST', '/v1/venues/search', { key: null });
    await world.call('POST', '/v1/bookings', { body: booking });
    await world.clock.advance(30_000);
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
  const lines = await logOf(async (world) => {
    const { keys, signing_secret } = world.organization;
    planted.push(keys.test, keys.live, signing_secret);
    world.endpoint.responses.push(500, 'drop', 302, 204);

    const headers = { 'Idempotency-Key': 'order-s3cr3t', 'X-Note': 's3cr3t', Cookie: 'a=s3cr3t' };
    const created = await world.call<{ id: string }>('POST', '/v1/bookings', { body: booking, headers });
    expect(created.status).toBe(201);
    await world.call('GET', `/v1/bookings/${created.body.id}?key=${keys.live}&s3cr3t=1`);
    await world.call('POST', '/v1/bookings', { body: { ...booking, s3cr3t: 's3cr3t' } });
    await world.call('POST', '/v1/bookings', { text: '{"s3cr3t' });
    await world.call('POST', '/v1/venues/search', { body: { query: 'sandbox search failed', city: 's3cr3t' } });
    await world.call('GET', '/v1/sessions/card', { key: 'sk_live_s3cr3t' });
    await world.call('GET', '/v1/sessions/card', { key: null, headers: { Authorization: 'Basic s3cr3t' } });
    for (let tick = 0; tick < 40; tick += 1) await world.clock.advance(30_000);
    expect(world.endpoint.received.length).toBeGreaterThan(3);
  });
  expect(lines.length).toBeGreaterThan(6);
  for (const text of planted) expect(lines.filter((line) => JSON.stringify(line).includes(text))).toEqual([]);
});

it('ERR-7: logs no error if the caller closes the connection within a body', async () => {
  const lines = await logOf(async (world) => {
    const key = `Authorization: Bearer ${world.organization.keys.test}`;
    const headers = [key, 'Content-Type: application/json', 'Content-Length: 100', 'Expect: 100-continue'];
    const socket = openRaw(world.url);
    socket.write(toRequest('POST /v1/venues/search', { headers: [...headers, 'Request-Id: req_hungup00'] }));
    const [interim] = (await once(socket, 'data')) as [Buffer];
    expect(interim.toString()).toMatch(/^HTTP\/1\.1 100 /);
    socket.write('{');
    socket.destroy();
    // The server responds to the next request, so it has noticed the closed connection.
    for (let call = 0; call < 3; call += 1) await world.call('POST', '/v1/venues/search', { body: {} });
  });
  expect(lines.filter(({ level }) => level > 30)).toEqual([]);
  const entries = lines.filter(({ request_id }) => request_id === 'req_hungup00');
  expect(entries).toEqual([expect.objectContaining({ route: '/v1/venues/search', status: null })]);
});
