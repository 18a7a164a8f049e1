import { describe, expect, it } from 'vitest';
import { type CallOptions, UnreadableError } from '@booking-service/client';
import * as conducts from '../support/conducts.ts';
import { type Conduct, openHostileServer } from '../support/hostile-server.ts';
import { openClient, openRawClient } from '../support/open-client.ts';
import { createTestTime } from '../support/test-time.ts';

const apiKey = 'sk_test_planted_bodies_key';
const id = 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';

const bad = [
  { body: 'an empty success', conduct: conducts.emptyOk, status: 200 },
  { body: 'a truncated success', conduct: conducts.cutJson, status: 200 },
  { body: 'half a success', conduct: conducts.halfBody, status: 200 },
  { body: 'half a chunk', conduct: conducts.halfChunk, status: 200 },
  { body: 'an HTML success', conduct: conducts.respond({ body: '<html></html>' }), status: 200 },
  { body: 'a bare string', conduct: conducts.respond({ body: '"ok"' }), status: 200 },
  { body: 'the root of another API', conduct: conducts.respond({ body: '{"object":"api"}' }), status: 200 },
  { body: 'null', conduct: conducts.respond({ body: 'null' }), status: 200 },
  { body: 'no content', conduct: conducts.respond({ status: 204 }), status: 204 },
  { body: 'a redirect', conduct: conducts.respond({ status: 302, headers: { Location: '/elsewhere' } }), status: 302 },
  { body: 'an empty 500', conduct: conducts.empty500, status: 500 },
  { body: 'an HTML 502', conduct: conducts.html502, status: 502 },
  { body: 'an HTML 404', conduct: conducts.html404, status: 404 },
  { body: 'a 503 with the JSON of another service', conduct: conducts.proseJson, status: 503 },
  {
    body: 'an error that is not a string',
    conduct: conducts.respond({ status: 400, body: '{"error":{}}' }),
    status: 400,
  },
];

describe.each(bad)('$body', ({ conduct, status }) => {
  it('rejects with the status', async () => {
    await using server = await openHostileServer(conduct);
    const client = openClient({ apiKey, baseUrl: server.url, retries: 0 });
    const { ok, error } = await client.bookings.get(id).result();
    expect(ok).toBe(false);
    expect(error).toBeInstanceOf(UnreadableError);
    expect(error).toMatchObject({ name: 'UnreadableError', status, attempts: [{ status }] });
    expect(error?.code).toBeUndefined();
    expect(error?.message).toContain(String(status));
  });

  it('rejects a raw call with the same error', async () => {
    await using server = await openHostileServer(conduct);
    const raw = openRawClient({ apiKey, baseUrl: server.url, retries: 0 });
    const params = { path: { id } };
    await expect(raw.GET('/v1/bookings/{id}', { params })).rejects.toMatchObject({ name: 'UnreadableError', status });
  });
});

it('shows what an unreadable response is, and requests a page of a login once', async () => {
  const login = `<!doctype html><title>Sign in</title>${' '.repeat(99)}`;
  const headers = { 'Content-Type': 'text/html; charset=utf-8' };
  await using server = await openHostileServer(conducts.respond({ headers, body: login }));
  const { error } = await openClient({ apiKey, baseUrl: server.url }).bookings.get(id).result();
  expect(error).toMatchObject({ name: 'UnreadableError', effect: 'unknown', attempts: { length: 1 } });
  expect(error?.message).toBe(
    `getBooking: 200 text/html; charset=utf-8 is not the service's: ${JSON.stringify(login.slice(0, 60))}.`,
  );
});

const venues = (next: object): Conduct =>
  conducts.respond({ body: JSON.stringify({ object: 'list', data: [{ id }], ...next }) });

async function readAll(options: CallOptions, ...[first, ...more]: [Conduct, ...Conduct[]]) {
  let now = 0;
  const clock = { now: () => new Date(now), after: () => () => undefined };
  const server = await openHostileServer(first, ...more);
  const client = openClient({ apiKey, baseUrl: server.url, clock });
  const found: string[] = [];
  try {
    for await (const venue of client.venues.search({}, options)) {
      found.push(venue.id);
      now += 40;
    }
  } catch (error) {
    return { found, error };
  } finally {
    await server[Symbol.asyncDispose]();
  }
  return { found };
}

it('ends the pages at has_more false, and refuses a cursor that came before', async () => {
  const [more, other] = ['a', 'b'].map((next_cursor) => venues({ has_more: true, next_cursor })) as [Conduct, Conduct];
  expect(await readAll({}, more, venues({ has_more: false, next_cursor: 'b' }))).toEqual({ found: [id, id] });
  const { found, error } = await readAll({}, more, other, more);
  expect(found).toHaveLength(3);
  expect(error).toMatchObject({ name: 'UnreadableError', message: 'Cursor a again.', effect: 'none' });
});

it('bounds all pages by the deadline of their call', async () => {
  const pages = ['a', 'b', 'c', 'd'].map((next_cursor) => venues({ has_more: true, next_cursor }));
  const { found, error } = await readAll({ deadline: 100 }, ...(pages as [Conduct]));
  expect(found).toHaveLength(3);
  expect(error).toMatchObject({ name: 'DeadlineError', effect: 'none', attempts: [] });
});

it.each([
  [{ until: 'confirmd' }, '"confirmd"'],
  [{ until: ['confirmed', 'lost'] }, '"lost"'],
  [undefined, 'undefined'],
])('refuses to wait for %j', async (options, shown) => {
  const call = openClient({ apiKey, baseUrl: 'http://service.test' }).bookings.waitFor(
    id,
    options as { until: 'failed' },
  );
  await expect(call).rejects.toThrow(/^until must be a string like .+confirmed.+, not /);
  await expect(call).rejects.toThrow(`not ${shown}.`);
});

it.each([
  ['a reset', conducts.reset],
  ['no HTTP', conducts.notHttp],
])('rejects without a status after %s', async (_, conduct) => {
  await using server = await openHostileServer(conduct);
  const client = openClient({ apiKey, baseUrl: server.url, retries: 0 });
  const { error } = await client.bookings.get(id).result();
  expect(error).toMatchObject({ name: 'ConnectionError', status: undefined, cause: expect.any(Error) });
});

it('keeps the rate limit of a response whose body is unreadable', async () => {
  const headers = {
    'RateLimit-Limit': '300',
    'RateLimit-Remaining': '0',
    'RateLimit-Reset': '17',
    'Request-Id': 'req_12345678',
  };
  await using server = await openHostileServer(conducts.respond({ status: 500, headers }));
  const client = openClient({ apiKey, baseUrl: server.url, retries: 0 });
  const { error } = await client.bookings.get(id).result();
  expect(error).toMatchObject({
    requestId: 'req_12345678',
    rateLimit: { limit: 300, remaining: 0, reset_seconds: 17 },
  });
});

it('returns unknown values, actions and fields unchanged', async () => {
  const later = {
    status: 'waitlisted',
    next_action: { type: 'scan_code', picture: 'https://codes.test/1.png' },
    error_code: 'venue_flooded',
    seat: { row: 4 },
  };
  await using server = await openHostileServer(conducts.aBooking(later));
  const client = openClient({ apiKey, baseUrl: server.url });
  expect(await client.bookings.get(id)).toMatchObject(later);
});

it('continues waitFor after an unknown status', async () => {
  const time = createTestTime();
  await using server = await openHostileServer(conducts.aBooking({ status: 'waitlisted' }), conducts.aBooking());
  const client = openClient({ apiKey, baseUrl: server.url, clock: time.clock, logger: time.logger });
  expect((await client.bookings.waitFor(id, { until: 'confirmed' })).status).toBe('confirmed');
});

it.each(['constructor', 'toString', '__proto__'])('treats the status %s as unknown', async (status) => {
  const time = createTestTime();
  await using server = await openHostileServer(conducts.aBooking({ status }), conducts.aBooking());
  const client = openClient({ apiKey, baseUrl: server.url, clock: time.clock, logger: time.logger });
  expect((await client.bookings.waitFor(id, { until: 'confirmed' })).status).toBe('confirmed');
});

it('treats a refusal with an unknown code as a refusal', async () => {
  await using server = await openHostileServer(conducts.refusal(409, 'venue_closed'));
  const client = openClient({ apiKey, baseUrl: server.url });
  const { error } = await client.bookings.get(id).result();
  expect(error).toMatchObject({ name: 'RefusedError', code: 'venue_closed', status: 409, effect: 'none' });
});
