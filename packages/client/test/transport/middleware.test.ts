import { expect, it } from 'vitest';
import { createBookingClient, type CallInfo, type Middleware } from '@booking-service/client';
import * as conducts from '../support/conducts.ts';
import { newBooking, openClient } from '../support/open-client.ts';
import { openHostileServer } from '../support/hostile-server.ts';
import { createTestTime } from '../support/test-time.ts';

const apiKey = 'sk_test_planted_middleware_key';
const id = 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';

it('runs middleware around each attempt, in order, with the operation and its path in the contract', async () => {
  const time = createTestTime();
  const log: string[] = [];
  const layer =
    (name: string): Middleware =>
    async (request, next, { operation, method, path, number }) => {
      log.push(`${name} > ${operation} ${method} ${path} ${number} ${request.headers.get('X-Layers')}`);
      const headers = new Headers(request.headers);
      headers.append('X-Layers', name);
      const response = await next(new Request(request, { headers }));
      log.push(`${name} < ${response.status}`);
      return response;
    };
  await using server = await openHostileServer(conducts.html502, conducts.aBooking());
  const client = openClient({
    apiKey,
    baseUrl: server.url,
    clock: time.clock,
    logger: time.logger,
    middleware: [layer('outer'), layer('inner')],
  });
  await client.bookings.get(id);
  expect(log).toEqual([
    'outer > getBooking GET /v1/bookings/{id} 1 null',
    'inner > getBooking GET /v1/bookings/{id} 1 outer',
    'inner < 502',
    'outer < 502',
    'outer > getBooking GET /v1/bookings/{id} 2 null',
    'inner > getBooking GET /v1/bookings/{id} 2 outer',
    'inner < 200',
    'outer < 200',
  ]);
  expect(server.received.map(({ headers }) => headers.get('X-Layers'))).toEqual(['outer, inner', 'outer, inner']);
});

it('runs a wrapper around the whole call and passes its outcome', async () => {
  const time = createTestTime();
  const log: unknown[] = [];
  await using server = await openHostileServer(
    conducts.html502,
    conducts.aBooking({}, 201),
    conducts.refusal(404, 'not_found'),
  );
  const client = openClient({
    apiKey,
    baseUrl: server.url,
    clock: time.clock,
    logger: time.logger,
    async onCall(call: CallInfo, run) {
      try {
        const outcome = await run();
        log.push({ ...call, status: outcome.response.status, attempts: outcome.record.attempts.length });
        return outcome;
      } catch (error) {
        log.push({ ...call, error });
        throw error;
      }
    },
  });
  await client.bookings.create(newBooking());
  await client.bookings.get(id).result();
  expect(log).toMatchObject([
    { operation: 'createBooking', method: 'POST', path: '/v1/bookings', status: 201, attempts: 2 },
    {
      operation: 'getBooking',
      method: 'GET',
      path: '/v1/bookings/{id}',
      error: { code: 'not_found', attempts: { length: 1 } },
    },
  ]);
});

it('accepts a response that a middleware creates', async () => {
  const client = openClient({
    apiKey,
    baseUrl: 'http://service.test',
    middleware: [() => Promise.resolve(Response.json({ id, object: 'booking', status: 'confirmed', livemode: false }))],
  });
  expect(await client.bookings.get(id)).toMatchObject({ status: 'confirmed' });
});

it('ends a call immediately with the unchanged error of a middleware', async () => {
  const mistake = new Error('a mistake of the middleware');
  let tries = 0;
  const client = openClient({
    apiKey,
    baseUrl: 'http://service.test',
    middleware: [
      () => {
        tries += 1;
        return Promise.reject(mistake);
      },
    ],
  });
  await expect(client.bookings.get(id)).rejects.toBe(mistake);
  await expect(client.bookings.get(id).result()).rejects.toBe(mistake);
  expect(tries).toBe(2);
});

it('logs each event at its level, without ids of resources', async () => {
  const time = createTestTime();
  await using server = await openHostileServer(
    conducts.html502,
    conducts.aBooking(),
    conducts.refusal(404, 'not_found'),
  );
  const { url: baseUrl } = server;
  const client = openClient({ apiKey, baseUrl, clock: time.clock, logger: time.logger, random: () => 1 });
  await client.bookings.get(id);
  await client.bookings.get(id).result();
  expect(time.lines.map(({ level, operation }) => `${level} ${operation}`)).toEqual([
    'debug getBooking',
    'warn getBooking',
    'debug getBooking',
    'info getBooking',
    'debug getBooking',
    'error getBooking',
  ]);
  expect(time.lines[1]?.fields).toMatchObject({ number: 1, status: 502, error: 'UnreadableError', wait_ms: 500 });
  expect(time.lines[5]?.fields).toMatchObject({
    number: 1,
    status: 404,
    code: 'not_found',
    requestId: 'req_0b9c8d7e6f5a',
  });
  expect(JSON.stringify(time.lines)).not.toContain(id);
});

it.each([
  { logLevel: 'off', levels: [] },
  { logLevel: 'error', levels: ['error'] },
  { logLevel: undefined, levels: ['error'] },
  { logLevel: 'info', levels: ['info', 'error'] },
] as const)('logs up to the level $logLevel', async ({ logLevel, levels }) => {
  const { logger, lines } = createTestTime();
  await using server = await openHostileServer(conducts.aBooking(), conducts.refusal(404, 'not_found'));
  const client = createBookingClient({ apiKey, baseUrl: server.url, logger, ...(logLevel && { logLevel }) });
  await client.bookings.get(id);
  await client.bookings.get(id).result();
  expect(lines.map(({ level }) => level)).toEqual(levels);
});
