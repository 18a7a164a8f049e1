/** A provider behind HTTP: the requests that it gets, and what its responses become. */
import { createServer } from 'node:http';
import { createVerifier } from '@booking-service/webhooks';
import type { Booking } from '@booking-service/contract';
import { providerRoutes } from '@booking-service/contract/provider';
import { expect, it } from 'vitest';
import { openBooking } from '../../src/domain/booking.ts';
import { randomId } from '@booking-service/kernel/contract';
import { DeadlineError } from '@booking-service/kernel/time';
import { createHttpProvider, Refusal, systemClock, type Provider, type Reports } from '../../src/index.ts';
import { openWorld, testContext } from '../../src/testing.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { listenOnLoopback } from '../../../kernel/test/support/network/listen-on-loopback.ts';
import { newBooking } from '../support/new-booking.ts';
import {
  refusal,
  secret,
  startHttpProvider,
  type ProviderResponse,
  type Received,
  type TestHttpProvider,
} from './test-http-provider.ts';

const day = { venue_id: 'ven_corner_cafe', date: '2030-01-01', party_size: 2 };
const request = { ...newBooking(), venue_id: 'ven_corner_cafe', slot_id: 'slt_corner_cafe_20300101T1900' };

function connect({ url }: Pick<TestHttpProvider, 'url'>, options: object = {}): Provider {
  return createHttpProvider({ name: 'corner', url, secret, clock: systemClock, ...options });
}

function bookingOf(fields: Partial<Booking> = {}): Booking {
  const metadata = { note: 'private' };
  const opening = { id: randomId('bkg'), provider: 'corner', livemode: false, request: { ...request, metadata } };
  return { ...openBooking(opening, new Date()).booking, ...fields };
}

const listOf = (data: readonly object[]) => ({ object: 'list', data, has_more: false, next_cursor: null });
const step = (booking: Booking) => ({ booking, reference: `${booking.id}/1`, step: 1, attempt: 1, answer: undefined });

/** Checks the operation and the signature of a request. The server has compared it with the contract. */
function checkRequest({ path, body, headers }: Received): void {
  const [operationId] = Object.entries(providerRoutes).find(([, route]) => route.path === path) ?? [];
  expect(JSON.parse(body)).toMatchObject({ operation: operationId, ...testContext });
  const signature = String(headers['service-signature']);
  expect(signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
  // The verifier of webhooks accepts it: the scheme is the same.
  const verifier = createVerifier({ secrets: [secret] });
  expect(() => verifier.verifyRaw(body, { 'service-signature': signature })).not.toThrow();
}

it('SIG-2: every operation sends one signed request that matches the contract', async () => {
  await using server = await startHttpProvider();
  const provider = connect(server);
  const booking = bookingOf();
  const search = { query: 'cafe', city: 'Ghent', country: 'BE', limit: 1 };
  expect(await provider.searchVenues(search, testContext)).toEqual({
    object: 'list',
    data: [
      {
        id: 'ven_corner_cafe',
        object: 'venue',
        name: 'Corner cafe',
        provider: 'corner',
        city: 'Ghent',
        country: 'BE',
      },
    ],
    has_more: false,
    next_cursor: null,
  });
  const slots = await provider.searchAvailability({ ...day, limit: 1 }, testContext);
  expect(slots).toMatchObject({
    data: [{ object: 'slot', venue_id: 'ven_corner_cafe', starts_at: '2030-01-01T18:00:00.000Z' }],
    has_more: true,
    next_cursor: '1',
  });
  expect(await provider.searchAvailability({ ...day, limit: 3, cursor: '1' }, testContext)).toMatchObject({
    has_more: false,
  });
  expect(await provider.checkRequest(request, testContext)).toMatchObject({ at_once: false });
  const confirmed = { outcome: 'confirmed', confirmation_code: 'CRN-1' };
  expect(await provider.book(step(booking), testContext)).toEqual(confirmed);
  expect(await provider.book({ ...step(booking), attempt: 2 }, testContext)).toEqual(confirmed);
  const modification = { booking, changes: { party_size: 4 }, reference: `${booking.id}/2` };
  expect(await provider.modify?.(modification, testContext)).toMatchObject({ outcome: 'modified' });
  expect(await provider.checkHold?.(booking, testContext)).toEqual({ held: true, check_hold_after_seconds: 60 });
  expect(await provider.readBooking?.(booking, testContext)).toMatchObject({ state: 'confirmed' });
  const refund = { amount: 3000, currency: 'EUR' };
  expect(await provider.release({ ...booking, status: 'cancelled' }, testContext)).toEqual({ refund });

  expect(server.received.map(({ path }) => path)).toHaveLength(10);
  expect(new Set(server.received.map(({ path }) => path)).size).toBe(Object.keys(providerRoutes).length);
  for (const each of server.received) checkRequest(each);
  // The provider gets neither the caller's metadata nor the webhook URL.
  expect(server.received.map(({ body }) => body).join()).not.toMatch(/metadata|private|webhook_url/);
});

it('passes on the metadata of a slot', async () => {
  const noted = { ...slot, metadata: { room: 'garden' } };
  const body = listOf([noted, slot]);
  await using server = await startHttpProvider({
    operations: { '/availability/search': () => ({ status: 200, body }) },
  });
  const { data } = await connect(server).searchAvailability(day, testContext);
  expect(data.map(({ metadata }) => metadata)).toEqual([{ room: 'garden' }, undefined]);
  for (const each of data) expect(each).not.toHaveProperty('price');
});

it('handles the venues with its prefix', () => {
  const provider = connect({ url: 'http://127.0.0.1:1' });
  expect(['ven_corner_cafe', 'ven_corners', 'ven_other'].map((id) => provider.handlesVenue(id))).toEqual([
    true,
    false,
    false,
  ]);
  const own = connect({ url: 'http://127.0.0.1:1' }, { venue_prefix: 'ven_c_' });
  expect(['ven_c_1', 'ven_corner_cafe'].map((id) => own.handlesVenue(id))).toEqual([true, false]);
});

it('refuses a blank secret', () => {
  expect(() => connect({ url: 'http://127.0.0.1:1' }, { secret: ' ' })).toThrow(TypeError);
});

const calls: Readonly<Record<string, (provider: Provider) => Promise<unknown>>> = {
  '/venues/search': (provider) => provider.searchVenues({ cursor: 'x' }, testContext),
  '/availability/search': (provider) => provider.searchAvailability({ ...day, cursor: 'x' }, testContext),
  '/bookings/check': (provider) => provider.checkRequest(request, testContext),
  '/bookings/book': (provider) => provider.book(step(bookingOf()), testContext),
  '/bookings/release': (provider) => provider.release(bookingOf(), testContext),
};

/** Makes the call at a provider that returns this response, and returns how it failed. */
async function failureOf(path: string, response: ProviderResponse): Promise<unknown> {
  await using server = await startHttpProvider({ operations: { [path]: () => response } });
  return await calls[path]?.(connect(server)).catch((error: unknown) => error);
}

it.each([
  { path: '/venues/search', response: refusal(400, 'invalid_request'), code: 'invalid_request' },
  { path: '/availability/search', response: refusal(400, 'invalid_request'), code: 'invalid_request' },
  { path: '/availability/search', response: refusal(404, 'not_found'), code: 'not_found' },
  { path: '/bookings/check', response: refusal(409, 'slot_not_offered'), code: 'slot_not_offered' },
  { path: '/bookings/check', response: refusal(422, 'missing_last_name'), code: 'missing_last_name' },
])('BKG-11: $path with $response.status $code is a refusal', async ({ path, response, code }) => {
  const failure = await failureOf(path, response);
  expect(failure).toBeInstanceOf(Refusal);
  expect(failure).toMatchObject({ code });
});

const slot = {
  id: 'slt_a',
  starts_at: '2030-01-01T19:00:00Z',
  duration_minutes: 90,
  min_party_size: 1,
  max_party_size: 8,
};
const venue = { id: 'ven_corner_cafe', name: 'Café', city: 'Ghent', country: 'BE' };

it.each([301, 302, 303, 307, 308])('follows no redirect with %d to another address', async (status) => {
  let requests = 0;
  await using elsewhere = createServer((_req, res) => {
    requests += 1;
    res
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end('{"outcome":"confirmed","confirmation_code":"CRN-1"}');
  });
  const headers = { Location: `${await listenOnLoopback(elsewhere)}/bookings/book` };
  const failure = await failureOf('/bookings/book', { status, body: {}, headers });
  expect(failure).toMatchObject({ message: expect.stringContaining(`status ${status}`) });
  expect(requests).toBe(0);
});

it.each([
  { what: 'a server error', path: '/bookings/book', response: refusal(500, 'internal_error') },
  { what: 'a refused signature', path: '/bookings/book', response: refusal(401, 'unauthorized') },
  { what: 'a refusal without a code', path: '/bookings/check', response: { status: 409, body: { error: 'No.' } } },
  { what: 'a refusal with the code of another', path: '/bookings/check', response: refusal(409, 'missing_last_name') },
  { what: 'a refusal of a book', path: '/bookings/book', response: refusal(409, 'slot_not_offered') },
  { what: 'an HTML page', path: '/bookings/book', response: { status: 200, body: '<html>' } },
  { what: 'an empty body', path: '/bookings/book', response: { status: 200, body: '' } },
  { what: 'a success with another status', path: '/bookings/book', response: { status: 202, body: {} } },
  { what: 'a redirect', path: '/bookings/book', response: { status: 307, body: {} } },
  { what: 'an unknown outcome', path: '/bookings/book', response: { status: 200, body: { outcome: 'done' } } },
  { what: 'no code', path: '/bookings/book', response: { status: 200, body: { outcome: 'confirmed' } } },
  {
    what: 'a code that the service cannot show',
    path: '/bookings/book',
    response: { status: 200, body: { outcome: 'confirmed', confirmation_code: 'a b' } },
  },
  {
    what: 'an error code that is not for bookings',
    path: '/bookings/book',
    response: { status: 200, body: { outcome: 'failed', error_code: 'rate_limited' } },
  },
  {
    what: 'a venue of another supplier',
    path: '/venues/search',
    response: { status: 200, body: listOf([{ ...venue, id: 'ven_other' }]) },
  },
  {
    what: 'a venue without a city',
    path: '/venues/search',
    response: { status: 200, body: listOf([{ ...venue, city: undefined }]) },
  },
  {
    what: 'more venues than the limit',
    path: '/venues/search',
    response: { status: 200, body: listOf(Array.from({ length: 21 }, () => venue)) },
  },
  {
    what: 'a slot without a time',
    path: '/availability/search',
    response: { status: 200, body: listOf([{ ...slot, starts_at: 'soon' }]) },
  },
  {
    what: 'a slot id that the contract does not allow',
    path: '/availability/search',
    response: { status: 200, body: listOf([{ ...slot, id: '2030-01-01T19:00:00+01:00' }]) },
  },
  { what: 'a release without a body', path: '/bookings/release', response: { status: 200, body: '' } },
  { what: 'a book without a body', path: '/bookings/book', response: { status: 204, body: '' } },
  { what: 'more than 1 MiB', path: '/venues/search', response: { status: 200, body: ' '.repeat(1_048_577) } },
])('STA-12: $what rejects, and is no refusal', async ({ path, response }) => {
  const failure = await failureOf(path, response);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(Refusal);
  expect(String(failure)).toMatch(/^Error: The provider corner (?:failed at|returned) /);
  expect(String(failure)).not.toMatch(/a b|no response/);
});

it('STA-12: rejects if nothing listens at its address', async () => {
  await using server = await startHttpProvider();
  const { url } = server;
  await server[Symbol.asyncDispose]();
  await expect(connect({ url }).book(step(bookingOf()), testContext)).rejects.toThrow(
    'The provider corner failed at book: no response (ECONNREFUSED).',
  );
});

it('STA-12: closes the request after its timeout', async () => {
  const never = () => new Promise<never>(() => undefined);
  await using server = await startHttpProvider({ operations: { '/bookings/book': never } });
  const failure = await connect(server, { timeout_seconds: 1 })
    .book(step(bookingOf()), testContext)
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(DeadlineError);
  expect(String(failure)).toContain('The provider corner failed at book: no response within 1 s.');
});

it('END-3 PRV-1: a service books, modifies and cancels at a provider over HTTP', async () => {
  await using server = await startHttpProvider();
  await using world = await openWorld({ providers: [connect(server)], start: new Date() });
  expect((await world.call('POST', '/v1/venues/search', { body: { query: 'cafe' } })).body).toMatchObject({
    data: [{ id: 'ven_corner_cafe', provider: 'corner' }],
  });
  const created = await world.call<Booking>('POST', '/v1/bookings', { body: request });
  expect(created).toMatchObject({ status: 201, body: { status: 'processing', provider: 'corner' } });
  const path = `/v1/bookings/${created.body.id}`;
  const read = async () => (await world.call<Booking>('GET', path)).body;
  await world.clock.advance(2000);
  await expect.poll(read).toMatchObject({ status: 'confirmed', confirmation_code: 'CRN-1' });
  expect(server.bookings.get(created.body.id)).toBe(request.slot_id);
  const modified = await world.call('POST', `${path}/modify`, { body: { party_size: 4 } });
  expect(modified).toMatchObject({ status: 200, body: { party_size: 4 } });
  expect(await world.call('POST', `${path}/cancel`, { body: {} })).toMatchObject({ status: 200 });
  await world.clock.advance(2000);
  await expect.poll(() => server.bookings.get(created.body.id)).toBeUndefined();
  expect(server.bookings.has(created.body.id)).toBe(true);
});

it('STA-13: a booking that was cancelled while its provider took too long is released after the timeout', async () => {
  const booked = Promise.withResolvers<void>();
  const never = () => {
    booked.resolve();
    return new Promise<never>(() => undefined);
  };
  const followUps: string[] = [];
  const observer = { late: ({ work }: Reports['late']) => followUps.push(work) };
  await using server = await startHttpProvider({ operations: { '/bookings/book': never } });
  const providers = [connect(server, { timeout_seconds: 3 })];
  await using world = await openWorld({ providers, observer, start: new Date() });
  const created = await world.call<Booking>('POST', '/v1/bookings', { body: request });
  const working = world.clock.advance(0);
  await booked.promise;
  await world.call('POST', `/v1/bookings/${created.body.id}/cancel`, { body: {} });
  await expect.poll(() => followUps).toEqual(['release']);
  await working;
  await world.clock.advance(2000);
  expect(server.bookings.has(created.body.id)).toBe(true);
  expect(server.received.at(-1)?.path).toBe('/bookings/release');
});
