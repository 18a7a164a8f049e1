import { limits, operationTable } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import type { TestResponse, World } from '../../src/testing.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';

const search = '/v1/venues/search';
const unknownBooking = '/v1/bookings/bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';

/** The RateLimit headers of a response: limit, remaining and reset; null if absent. */
function windowOf({ headers }: TestResponse<unknown>): (number | null)[] {
  return ['limit', 'remaining', 'reset'].map((name) => {
    const text = headers.get(`ratelimit-${name}`);
    return text === null ? null : Number(text);
  });
}

async function searchWith(world: World, key = 'test'): Promise<TestResponse<unknown>> {
  return world.call('POST', search, { key, body: {} });
}

describe.each(engines)('%s', (engine) => {
  it('LIM-2 LIM-4: allows and counts 300 requests per window by default', async () => {
    await using world = await openWorldOn(engine);
    expect(windowOf(await searchWith(world))).toEqual([300, 299, 300]);
    expect(windowOf(await searchWith(world))).toEqual([300, 298, 300]);
  });

  it('LIM-1 LIM-2 LIM-8: counts every operation, including GET and HEAD, the metered ones in one window and the reads in another', async () => {
    await using world = await openWorldOn(engine);
    const left = { requests: 300, reads: 3000 };
    for (const { method, path, metered } of Object.values(operationTable)) {
      const response = await world.call(method.toUpperCase(), path.replace('{id}', 'x'), { key: 'live' });
      expect(windowOf(response)).toEqual(metered ? [300, (left.requests -= 1), 300] : [3000, (left.reads -= 1), 300]);
    }
    expect(windowOf(await world.call('HEAD', unknownBooking))).toEqual([300, left.requests - 1, 300]);
    expect(windowOf(await world.call('HEAD', '/v1/events'))).toEqual([3000, left.reads - 1, 300]);
    expect(left).toEqual({ requests: 300 - 11, reads: 3000 - 5 });
  });

  it('LIM-8: a read costs 1, and 1 more for each 50 rows that it may read, whatever its result', async () => {
    await using world = await openWorldOn(engine);
    const { compared_rows, rows_per_unit } = limits.reads;
    const comparing = 1 + compared_rows / rows_per_unit;
    const costs = [
      ['/v1/bookings', 1],
      ['/v1/bookings?limit=49', 1],
      ['/v1/bookings?limit=50', 2],
      ['/v1/bookings?limit=100', 3],
      ['/v1/bookings?%6Cimit=100', 3],
      ['/v1/bookings?limit=1&limit=100', 3],
      ['/v1/bookings?limit=101', 1],
      ['/v1/bookings?limit=none', 1],
      ['/v1/bookings?limit=1&metadata[order]=1', comparing],
      ['/v1/bookings?limit=1&metadat%61%5Border%5D=1', comparing],
      ['/v1/events?limit=100&type=booking.created', 3],
      ['/v1/requests?status_class=4xx', comparing],
      ['/v1/requests?idempotency_key=one', 1],
      [`/v1/events/evt_${'0'.repeat(32)}`, 1],
      ['/v1/requests/req_1?limit=100', 1],
    ] as const;
    let remaining = 3000;
    for (const [path, cost] of costs) {
      remaining -= cost;
      expect({ path, window: windowOf(await world.call('GET', path)) }).toEqual({
        path,
        window: [3000, remaining, 300],
      });
    }
  });

  it('LIM-8 LIM-3: refuses reads once no unit remains, before anything is read, and leaves the rate limit alone', async () => {
    await using world = await openWorldOn(engine, { organization: { rate_limit: 1 } });
    const read = (query = '', key = 'test') => world.call('GET', `/v1/bookings${query}`, { key });
    for (const remaining of [7, 4, 1, 0]) expect(windowOf(await read('?limit=100'))).toEqual([10, remaining, 300]);
    for (const query of ['', '?limit=0']) {
      const refused = await read(query, 'live');
      expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
      expect(refused.headers.get('retry-after')).toBe('300');
      expect(windowOf(refused)).toEqual([10, 0, 300]);
    }
    expect((await read('', 'sk_test_nobody')).status).toBe(401);
    expect(windowOf(await searchWith(world))).toEqual([1, 0, 300]);
    await world.clock.advance(300_000);
    expect(windowOf(await read())).toEqual([10, 9, 300]);
  });

  it('LIM-1 LIM-2: neither counts nor sends RateLimit headers for a request without a known organization', async () => {
    await using world = await openWorldOn(engine);
    for (const response of [
      await world.call('POST', search, { key: null }),
      await world.call('POST', search, { key: 'sk_test_nobody' }),
      await world.call('GET', '/v1/nothing'),
      await world.call('GET', search),
    ]) {
      expect(response.status).toBeOneOf([401, 404, 405]);
      expect(windowOf(response)).toEqual([null, null, null]);
    }
    expect(windowOf(await searchWith(world))).toEqual([300, 299, 300]);
  });

  it.each([
    { now: '2026-11-21T09:30:00.000Z', reset: 300 },
    { now: '2026-11-21T09:30:00.001Z', reset: 300 },
    { now: '2026-11-21T09:30:01.000Z', reset: 299 },
    { now: '2026-11-21T09:32:30.500Z', reset: 150 },
    { now: '2026-11-21T09:34:58.999Z', reset: 2 },
    { now: '2026-11-21T09:34:59.000Z', reset: 1 },
    { now: '2026-11-21T09:34:59.999Z', reset: 1 },
    { now: '2026-11-21T09:35:00.000Z', reset: 300 },
    { now: '2026-12-31T23:59:59.999Z', reset: 1 },
  ])('LIM-2 LIM-4: at $now the window ends in $reset s', async ({ now, reset }) => {
    await using world = await openWorldOn(engine, { start: new Date(now), organization: { rate_limit: 1 } });
    expect(windowOf(await searchWith(world))).toEqual([1, 0, reset]);
    const refused = await searchWith(world);
    expect(refused.status).toBe(429);
    expect(windowOf(refused)).toEqual([1, 0, reset]);
    expect(refused.headers.get('retry-after')).toBe(`${reset}`);
  });

  it('LIM-1 LIM-4: aligns windows to the clock, not to the first request', async () => {
    const start = new Date('2026-11-21T09:34:59.999Z');
    await using world = await openWorldOn(engine, { start, organization: { rate_limit: 2 } });
    await searchWith(world);
    expect(windowOf(await searchWith(world))).toEqual([2, 0, 1]);
    expect((await searchWith(world)).status).toBe(429);
    await world.clock.advance(1);
    expect(windowOf(await searchWith(world))).toEqual([2, 1, 300]);
    await world.clock.advance(299_999);
    expect(windowOf(await searchWith(world))).toEqual([2, 0, 1]);
    expect((await searchWith(world)).status).toBe(429);
  });

  it('LIM-3 ERR-2 ERR-3 ERR-4: refuses a request over the limit with 429, rate_limited in error, and Retry-After', async () => {
    await using world = await openWorldOn(engine, { organization: { rate_limit: 1 } });
    await searchWith(world);
    await world.clock.advance(100_000);
    const refused = await world.call('GET', unknownBooking);
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      error: 'rate_limited',
      error_code: 'rate_limited',
      request_id: refused.headers.get('request-id'),
    });
    expect(refused.headers.get('retry-after')).toBe('200');
  });

  it('LIM-3: executes no refused request, and does not count it in the next window', async () => {
    await using world = await openWorldOn(engine, { organization: { rate_limit: 3 } });
    for (let call = 0; call < 10; call += 1) await searchWith(world);
    const body = newBooking({ date: '2026-11-22' });
    const headers = { 'Idempotency-Key': 'once' };
    expect((await world.call('POST', '/v1/bookings', { body, headers })).status).toBe(429);

    await world.clock.advance(300_000);
    const created = await world.call('POST', '/v1/bookings', { body, headers });
    expect(created.status).toBe(201);
    expect(windowOf(created)).toEqual([3, 2, 300]);
  });

  it('ORG-4 LIM-1: shares the window between both keys of an organization', async () => {
    await using world = await openWorldOn(engine, { organization: { rate_limit: 2 } });
    expect(windowOf(await searchWith(world, 'test'))).toEqual([2, 1, 300]);
    expect(windowOf(await searchWith(world, 'live'))).toEqual([2, 0, 300]);
    expect((await searchWith(world, 'test')).status).toBe(429);
    expect((await searchWith(world, 'live')).status).toBe(429);
  });

  it('ORG-4 LIM-4: gives each organization its own window and limit', async () => {
    await using world = await openWorldOn(engine, { organization: { rate_limit: 1 } });
    const other = await world.addOrganization({ rate_limit: 5 });
    await searchWith(world);
    expect((await searchWith(world)).status).toBe(429);
    expect(windowOf(await searchWith(world, other.keys.test))).toEqual([5, 4, 300]);
  });

  it('LIM-2 LIM-4: allows exactly the limit of concurrent requests, each with its own count', async () => {
    const limit = 40;
    await using world = await openWorldOn(engine, { organization: { rate_limit: limit } });
    for (let window = 0; window < 2; window += 1) {
      const responses = await Promise.all(
        Array.from({ length: 5 * limit }, (_, call) => searchWith(world, call % 2 === 0 ? 'test' : 'live')),
      );
      const passed = responses.filter(({ status }) => status === 200);
      const refused = responses.filter(({ status }) => status === 429);
      expect([passed.length, refused.length]).toEqual([limit, 4 * limit]);
      const remaining = passed.map((response) => windowOf(response)[1] ?? -1).toSorted((a, b) => a - b);
      expect(remaining).toEqual(Array.from({ length: limit }, (_, place) => place));
      expect(new Set(refused.map((response) => windowOf(response)[1]))).toEqual(new Set([0]));
      await world.clock.advance(300_000);
    }
  });
});
