import { describe, expect, it } from 'vitest';
import { UnreadableError } from '@booking-service/client';
import * as conducts from '../support/conducts.ts';
import { openHostileServer } from '../support/hostile-server.ts';
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
