import { expect, it } from 'vitest';
import { createBookingClient } from '@booking-service/client';
import { collected, showAll } from '../support/collected.ts';
import * as conducts from '../support/conducts.ts';
import { newBooking, openClient, openRawClient } from '../support/open-client.ts';
import { openHostileServer, type Conduct } from '../support/hostile-server.ts';

const apiKey = 'sk_test_planted_0f9e8d7c6b5a4938';
const id = 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';

it('sends the key and never shows it in a client, log, response, error or request of a middleware', async () => {
  const repeatsIt: Conduct = (socket, { headers }) =>
    conducts.respond({ status: 502, body: `<p>${headers.get('Authorization')}</p>` })(socket, { ...empty, headers });
  const refusesWithIt: Conduct = (socket, request) => {
    const said = request.headers.get('Authorization');
    const body = JSON.stringify({
      error: `No: ${said}`,
      error_code: 'invalid_request',
      details: [{ in: 'header', path: said, message: said }],
    });
    conducts.respond({ status: 400, body })(socket, request);
  };
  const returnsIt: Conduct = (socket, request) =>
    conducts.aBooking({ metadata: { said: request.headers.get('Authorization') } })(socket, request);
  await using server = await openHostileServer(repeatsIt, refusesWithIt, returnsIt, conducts.halfBody, conducts.reset);
  const client = openClient({ apiKey, baseUrl: server.url, retries: 0 });
  const shown: unknown[] = [client];
  for (let call = 0; call < 5; call += 1) shown.push(await client.bookings.create(newBooking()).result());
  shown.push(
    client.bookings.get(id).catch(() => undefined),
    client.withOptions({ retries: 1 }),
  );
  expect(server.received.map(({ headers }) => headers.get('Authorization'))).toContain(`Bearer ${apiKey}`);
  for (const value of [...shown, ...collected]) expect(showAll(value)).not.toContain(apiKey);
});

it('masks the key in an error of a custom fetch', async () => {
  const client = openClient({
    apiKey,
    baseUrl: 'http://service.test',
    retries: 0,
    fetch: (request) => {
      const cause = Object.assign(new Error(`refused ${request.headers.get('Authorization')}`), { request });
      throw Object.assign(new Error(`failed with ${apiKey}`, { cause }), { config: { headers: [...request.headers] } });
    },
  });
  const { error } = await client.bookings.get(id).result();
  expect(showAll(error)).not.toContain(apiKey);
  expect(error).toMatchObject({
    name: 'ConnectionError',
    message: 'refused Bearer sk_***',
    cause: { message: 'refused Bearer sk_***' },
  });
});

it.each(['a text', undefined, null, 7])('reports a custom fetch that throws %j', async (thrown) => {
  const client = openClient({
    apiKey,
    baseUrl: 'http://service.test',
    retries: 0,
    fetch: () => Promise.reject(thrown),
  });
  await expect(client.bookings.get(id)).rejects.toMatchObject({ name: 'ConnectionError', message: String(thrown) });
});

it.each([
  [undefined, 'undefined'],
  [null, '…'],
  [7, '7'],
  ['', '""'],
  ['pk_test_abc', '…'],
  ['sk_test_', '…'],
  ['sk_test_a\nb', '…'],
  ['sk_test_a b', '…'],
  ['sk_live_ä', '…'],
  ['Bearer sk_test_a', '…'],
])('refuses the key %j immediately without showing it', (given, shown) => {
  const make = () => createBookingClient({ apiKey: given as string, baseUrl: 'http://service.test' });
  expect(make).toThrow(
    new TypeError(`apiKey or BOOKING_API_KEY must be a string like /^(sk_test_|sk_live_)[!-~]+$/, not ${shown}.`),
  );
});

it('refuses a key of the other mode immediately', () => {
  const baseUrl = 'http://service.test';
  expect(() => createBookingClient({ apiKey: 'sk_live_a', baseUrl, mode: 'test' })).toThrow(
    'apiKey or BOOKING_API_KEY must be a string like /^(sk_test_)[!-~]+$/',
  );
  expect(() => createBookingClient({ apiKey: 'sk_test_a', baseUrl, mode: 'live' })).toThrow(
    'apiKey or BOOKING_API_KEY must be a string like /^(sk_live_)[!-~]+$/',
  );
  expect(createBookingClient({ apiKey: 'sk_live_a', baseUrl, mode: 'live' }).livemode).toBe(true);
  expect(createBookingClient({ apiKey: 'sk_test_a', baseUrl, mode: 'test' }).livemode).toBe(false);
});

it.each([
  { key: 'sk_test_planted_mode_key', livemode: true },
  { key: 'sk_live_planted_mode_key', livemode: false },
])('rejects a response with livemode $livemode for $key and does not retry', async ({ key, livemode }) => {
  await using server = await openHostileServer(conducts.aBooking({ livemode }, 201));
  const options = { apiKey: key, baseUrl: server.url };
  const { error } = await openClient(options).bookings.create(newBooking()).result();
  expect(error).toMatchObject({ name: 'WrongModeError', status: 201 });
  expect(error?.message).toContain(`livemode ${livemode}`);
  const raw = openRawClient(options).GET('/v1/bookings/{id}', { params: { path: { id } } });
  await expect(raw).rejects.toMatchObject({ name: 'WrongModeError' });
  expect(server.received).toHaveLength(2);
});

const empty = { method: '', path: '', body: '' };
