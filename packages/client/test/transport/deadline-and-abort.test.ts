import { describe, expect, it } from 'vitest';
import { AbortedError, type BookingClient, DeadlineError, RefusedError } from '@booking-service/client';
import * as conducts from '../support/conducts.ts';
import { newBooking, openClient, openRawClient } from '../support/open-client.ts';
import { type Conduct, openHostileServer } from '../support/hostile-server.ts';
import { createTestTime, type TestTime } from '../support/test-time.ts';

const apiKey = 'sk_test_planted_deadline_key';
const id = 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';

const calls: Record<string, (client: BookingClient) => PromiseLike<unknown>> = {
  'a read': ({ bookings }) => bookings.get(id),
  'a create': ({ bookings }) => bookings.create(newBooking()),
  'a cancel': ({ bookings }) => bookings.cancel(id),
  'a search': ({ venues }) => venues.search(),
};

/** Each fault takes the time that the clock allows. A hanging request ends by a limit. */
const faults: Record<string, (time: TestTime) => Conduct> = {
  'a reset': () => conducts.reset,
  'a reset after the headers': () => conducts.resetAfterHeaders,
  'half a body': () => conducts.halfBody,
  'half a chunk': () => conducts.halfChunk,
  'truncated JSON': () => conducts.cutJson,
  'an empty success': () => conducts.emptyOk,
  'an empty 500': () => conducts.empty500,
  'an HTML 502': () => conducts.html502,
  'the JSON of another service': () => conducts.proseJson,
  'no HTTP': () => conducts.notHttp,
  'no response': (time) => conducts.hang(() => time.expire()),
  'a byte every 40 ms': (time) =>
    conducts.drip((next) => {
      time.advance(40);
      next();
    }),
  'a storm of 429': () => conducts.olderRefusal(429, 'rate_limited', { 'Retry-After': '2' }),
  'a storm of 503': () => conducts.refusal(503, 'service_unavailable', { 'Retry-After': '1' }),
};

describe.each(Object.entries(faults))('under %s', (_, faultIn) => {
  it.each(Object.entries(calls))('%s ends within its deadline', async (__, call) => {
    for (const deadline of [900, 7_000, 25_000]) {
      const time = createTestTime();
      await using server = await openHostileServer(faultIn(time));
      const client = openClient({
        apiKey,
        baseUrl: server.url,
        clock: time.clock,
        logger: time.logger,
        deadline,
        timeout: 5_000,
        retries: 100,
        random: () => 1,
      });
      const began = time.clock.now().getTime();
      const error: unknown = await Promise.resolve(call(client)).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: expect.stringMatching(/Error$/), operation: expect.any(String) });
      expect(time.clock.now().getTime() - began).toBeLessThanOrEqual(deadline + 50);
    }
  });
});

async function hostile(
  options: { deadline: number; random?: () => number },
  ...[first, ...more]: [Conduct, ...Conduct[]]
) {
  const time = createTestTime();
  const server = await openHostileServer(first, ...more);
  const client = openClient({ apiKey, baseUrl: server.url, clock: time.clock, logger: time.logger, ...options });
  return { time, server, client, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

it('fails immediately with the refusal if its Retry-After exceeds the deadline', async () => {
  const limited = conducts.olderRefusal(429, 'rate_limited', { 'Retry-After': '120' });
  await using setting = await hostile({ deadline: 119_999 }, limited);
  const { error } = await setting.client.bookings.get(id).result();
  expect(error).toBeInstanceOf(RefusedError);
  expect(error).toMatchObject({ code: 'rate_limited', status: 429, retry_after_seconds: 120 });
  expect([setting.server.received.length, setting.time.waits]).toEqual([1, []]);
});

it('waits the whole Retry-After if the deadline allows it', async () => {
  const limited = conducts.olderRefusal(429, 'rate_limited', { 'Retry-After': '120' });
  await using setting = await hostile({ deadline: 180_000, random: () => 0 }, limited, conducts.aBooking());
  expect(await setting.client.bookings.get(id)).toMatchObject({ id });
  expect(setting.time.waits).toEqual([120_000]);
});

it('does not sleep for days after a long Retry-After', async () => {
  const limited = conducts.olderRefusal(429, 'rate_limited', { 'Retry-After': '2147483' });
  await using setting = await hostile({ deadline: 90_000 }, limited);
  expect(await setting.client.bookings.get(id).result()).toMatchObject({ error: { retry_after_seconds: 2_147_483 } });
  expect(setting.time.waits).toEqual([]);
});

it('compares a Retry-After date with the Date of the response', async () => {
  const headers = { 'Retry-After': 'Sat, 21 Nov 2026 05:00:10 GMT', Date: 'Sat, 21 Nov 2026 05:00:00 GMT' };
  await using setting = await hostile(
    { deadline: 60_000, random: () => 0 },
    conducts.refusal(503, 'service_unavailable', headers),
    conducts.aBooking(),
  );
  expect(await setting.client.bookings.get(id)).toMatchObject({ id });
  expect(setting.time.waits).toEqual([10_000]);
});

it.each([
  { shape: 'without a Date', headers: { 'Retry-After': 'Sat, 21 Nov 2026 09:30:20 GMT' }, wait: 20_000 },
  { shape: 'in the past', headers: { 'Retry-After': 'Sat, 21 Nov 2020 09:30:20 GMT' }, wait: 0 },
  { shape: 'that is no date', headers: { 'Retry-After': 'soon' }, wait: 0 },
  { shape: 'that is below zero', headers: { 'Retry-After': '-5' }, wait: 0 },
  { shape: 'that is empty', headers: { 'Retry-After': '' }, wait: 0 },
])('reads a Retry-After $shape', async ({ headers, wait }) => {
  await using setting = await hostile(
    { deadline: 60_000, random: () => 0 },
    conducts.refusal(503, 'service_unavailable', headers),
    conducts.aBooking(),
  );
  expect(await setting.client.bookings.get(id)).toMatchObject({ id });
  expect(setting.time.waits).toEqual([wait]);
});

it('reports the failure before a deadline as its cause', async () => {
  const time = createTestTime();
  await using server = await openHostileServer(
    conducts.html502,
    conducts.hang(() => time.expire()),
  );
  const client = openClient({ apiKey, baseUrl: server.url, clock: time.clock, logger: time.logger, deadline: 10_000 });
  const { error } = await client.bookings.get(id).result();
  expect(error).toBeInstanceOf(DeadlineError);
  expect(error).toMatchObject({ cause: { name: 'UnreadableError', status: 502 }, effect: 'unknown' });
  expect(error?.attempts.map((each) => each.error)).toEqual(['UnreadableError', 'DeadlineError']);
});

it('applies the timeout to the body and retries', async () => {
  const time = createTestTime();
  const slow = conducts.drip((next) => {
    time.advance(1_000);
    next();
  });
  await using server = await openHostileServer(slow, conducts.aBooking());
  const client = openClient({ apiKey, baseUrl: server.url, clock: time.clock, logger: time.logger, timeout: 3_000 });
  const { attempts } = await client.bookings.get(id).withResponse();
  expect(attempts.map(({ error, status }) => error ?? status)).toEqual(['TimeoutError', 200]);
  expect(attempts[0]?.duration_ms).toBe(3_000);
});

const reason = new Error('The page was closed.');

it('ends an attempt by its signal and reports an unknown effect', async () => {
  const stop = new AbortController();
  await using server = await openHostileServer(conducts.hang(() => stop.abort(reason)));
  const client = openClient({ apiKey, baseUrl: server.url });
  const { error } = await client.bookings.create(newBooking(), { signal: stop.signal }).result();
  expect(error).toBeInstanceOf(AbortedError);
  expect(error).toMatchObject({ cause: reason, effect: 'unknown', idempotencyKey: expect.any(String) });
  expect(error?.attempts).toHaveLength(1);
});

it('ends a delay between attempts by its signal', async () => {
  const stop = new AbortController();
  const time = createTestTime({
    onWait: () => {
      stop.abort(reason);
      return new Promise(() => undefined);
    },
  });
  await using server = await openHostileServer(conducts.olderRefusal(429, 'rate_limited', { 'Retry-After': '30' }));
  const client = openClient({ apiKey, baseUrl: server.url, clock: time.clock, logger: time.logger });
  const { error } = await client.bookings.get(id, { signal: stop.signal }).result();
  expect(error).toMatchObject({ name: 'AbortedError', cause: reason, effect: 'none', operation: 'getBooking' });
  expect(server.received).toHaveLength(1);
});

it('ends waitFor by its signal between two polls', async () => {
  const stop = new AbortController();
  const time = createTestTime({
    onWait: () => {
      stop.abort(reason);
      return new Promise(() => undefined);
    },
  });
  await using server = await openHostileServer(conducts.aBooking({ status: 'processing' }));
  const client = openClient({ apiKey, baseUrl: server.url, clock: time.clock, logger: time.logger });
  const { error } = await client.bookings.waitFor(id, { until: 'confirmed', signal: stop.signal }).result();
  expect(error).toMatchObject({ name: 'AbortedError', cause: reason });
});

it('sends nothing if the signal is already aborted', async () => {
  await using server = await openHostileServer(conducts.aBooking());
  const options = { apiKey, baseUrl: server.url };
  const signal = AbortSignal.abort(reason);
  const { error } = await openClient(options).bookings.get(id, { signal }).result();
  expect(error).toMatchObject({ name: 'AbortedError', cause: reason, effect: 'none', attempts: [] });
  const raw = openRawClient(options).GET('/v1/bookings/{id}', { params: { path: { id } }, signal });
  await expect(raw).rejects.toBeInstanceOf(AbortedError);
  expect(server.received).toEqual([]);
});

it('ends a call even if its fetch ignores the signal', async () => {
  const time = createTestTime();
  const client = openClient({
    apiKey,
    baseUrl: 'http://service.test',
    clock: time.clock,
    logger: time.logger,
    retries: 0,
    fetch: () => {
      queueMicrotask(() => time.expire());
      return new Promise(() => undefined);
    },
  });
  await expect(client.bookings.get(id)).rejects.toMatchObject({ name: 'TimeoutError' });
});
