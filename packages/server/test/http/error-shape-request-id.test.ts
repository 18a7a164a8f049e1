import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSandboxProvider, systemClock } from '../../src/index.ts';
import { openWorld, type CallOptions, type World } from '../../src/testing.ts';
import { sendRaw, toRequest } from '../support/raw/raw-http.ts';
import { newBooking } from '../support/new-booking.ts';

const search = '/v1/venues/search';
const unknownBooking = '/v1/bookings/bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';

let world: World;
let limited: { key: string };
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
