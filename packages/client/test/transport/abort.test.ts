import { expect, it } from 'vitest';
import { AbortedError } from '@booking-service/client';
import * as conducts from '../support/conducts.ts';
import { newBooking } from '../support/fixtures.ts';
import { openHostileServer } from '../support/hostile-server.ts';
import { openClient, openRawClient } from '../support/open-client.ts';
import { createTestTime } from '../support/test-time.ts';

const apiKey = 'sk_test_planted_abort_key';
const id = 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';
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
  expect(error).toMatchObject({ name: 'AbortedError', cause: reason });
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
