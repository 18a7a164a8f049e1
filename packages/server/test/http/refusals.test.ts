import { operationTable, type Booking, type ErrorDetail } from '@booking-service/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type TestResponse, type World } from '../../src/testing.ts';
import { sendRaw, toRequest } from '../support/raw/raw-http.ts';
import { newBooking } from '../support/new-booking.ts';
import { outcomeOf, refusalOf } from '../support/expectations.ts';

const bookingId = 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';
const sessionId = 'ses_5f0c1f2e3d4b4a5968778695a4b3c2d1';
const booking = newBooking({ date: '2026-11-22' });

let world: World;
beforeAll(async () => {
  world = await openWorld({ organization: { rate_limit: 100_000 } });
});
afterAll(() => world[Symbol.asyncDispose]());

/** Every named place, with repetitions. */
function namesOf({ body }: TestResponse<{ details: ErrorDetail[] }>): string[] {
  return body.details.map((detail) => `${detail.in} ${detail.path}`).toSorted();
}

const unknownPaths = [
  '/',
  '/v1',
  '/v2/bookings',
  '/v1/nothing',
  '/V1/bookings',
  '/v1/Bookings',
  '/v1//bookings',
  '//v1/bookings',
  '/v1/bookings/',
  '/v1/bookings%2f',
  '/v1/bookings/a/b',
  `/v1/bookings/${bookingId}/`,
  `/v1/bookings/${bookingId}/cancel/`,
  `/v1/bookings/${bookingId}/Cancel`,
  '/v1/sessions/card/',
  '/v1/sessions/%2e%2e%2fcard/card/card',
  '/v1/%zz',
  '/v1/%00',
  '/__proto__',
  '/constructor',
];

it.each(unknownPaths.flatMap((path) => ['GET', 'HEAD', 'POST', 'DELETE'].map((method) => ({ method, path }))))(
  'END-12 ERR-1 LIM-2: refuses $method $path with 404 not_found, uncounted',
  async ({ method, path }) => {
    const response = await world.call(method, path);
    const body = method === 'HEAD' ? undefined : refusalOf(404, 'not_found').body;
    expect(outcomeOf(response)).toEqual({ status: 404, body });
    expect(response.headers.has('ratelimit-limit')).toBe(false);
    expect(response.headers.has('allow')).toBe(false);
  },
);

it.each(
  ['/v1/bookings/%zz', '/v1/bookings/%E0%A4%A', '/v1/sessions/%/card'].flatMap((path) =>
    ['GET', 'POST'].map((method) => ({ method, path })),
  ),
)('END-12: $method $path, which cannot be decoded, is an unknown path', async ({ method, path }) => {
  expect(outcomeOf(await world.call(method, path))).toEqual(refusalOf(404, 'not_found'));
});

const paths = [...new Set(Object.values(operationTable).map(({ path }) => path))];
const wrongMethods = paths.flatMap((path) => {
  const taken = Object.values(operationTable).filter((row) => row.path === path);
  const takes = taken.flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : ['POST']));
  const real = path.replace('{id}', path.startsWith('/v1/bookings') ? bookingId : sessionId);
  return ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']
    .filter((method) => !takes.includes(method))
    .map((method) => ({ method, path: real, allow: takes.join(', ') }));
});

it.each(wrongMethods)(
  'END-12 ERR-1 LIM-2: refuses $method $path with 405 method_not_allowed and Allow: $allow, uncounted',
  async ({ method, path, allow }) => {
    const response = await world.call(method, path);
    const body = method === 'HEAD' ? undefined : refusalOf(405, 'method_not_allowed').body;
    expect(outcomeOf(response)).toEqual({ status: 405, body });
    expect(response.headers.get('allow')).toBe(allow);
    expect(response.headers.has('ratelimit-limit')).toBe(false);
  },
);

it('END-12: refuses TRACE, which fetch cannot send, with 405', async () => {
  const bytes = toRequest('TRACE /v1/bookings', { headers: ['Connection: close'] });
  const [response, ...rest] = await sendRaw(world.url, bytes);
  if (!response) throw new Error('There was no response.');
  world.wire.checkResponse({ method: 'TRACE', path: '/v1/bookings', ...response });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, HEAD, POST');
  expect(rest).toEqual([]);
});

it('END-12: responds to HEAD on a GET route like to GET, without the body', async () => {
  const created = await world.call<Booking>('POST', '/v1/bookings', { body: booking });
  const path = `/v1/bookings/${created.body.id}`;
  const headers = { 'Request-Id': 'req_thesameforboth' };
  const get = await world.call<Booking>('GET', path, { headers });
  const head = await world.call('HEAD', path, { headers });

  expect(head.status).toBe(200);
  expect(head.body).toBeUndefined();
  const remaining = Number(get.headers.get('ratelimit-remaining')) - 1;
  expect(ofTheAnswer(head.headers)).toEqual({ ...ofTheAnswer(get.headers), 'ratelimit-remaining': `${remaining}` });
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(200);
});

it('END-12: refuses HEAD on a GET route like GET, without the body', async () => {
  const unknown = await world.call('HEAD', `/v1/bookings/${bookingId}`);
  expect(unknown).toMatchObject({ status: 404, body: undefined });
  expect(unknown.headers.has('ratelimit-limit')).toBe(true);
  expect(await world.call('HEAD', `/v1/bookings/${bookingId}`, { key: null })).toMatchObject({ status: 401 });
});

function ofTheAnswer(headers: Headers): Record<string, string> {
  const ofTheConnection = new Set(['date', 'connection', 'keep-alive']);
  return Object.fromEntries([...headers].filter(([name]) => !ofTheConnection.has(name)));
}

const badIds = [
  'x',
  'bkg_',
  `${bookingId}0`,
  bookingId.toUpperCase(),
  '..%2f',
  '%00',
  `${bookingId}%00`,
  '%F0%9F%92%A5',
];

it.each(
  badIds.flatMap((id) => [
    { method: 'GET', path: `/v1/bookings/${id}`, body: undefined },
    { method: 'POST', path: `/v1/bookings/${id}/cancel`, body: undefined },
    { method: 'POST', path: `/v1/bookings/${id}/modify`, body: { party_size: 2 } },
  ]),
)('END-12 ERR-4: $method $path is 400 and names the path parameter', async ({ method, path, body }) => {
  const response = await world.call<{ details: ErrorDetail[] }>(method, path, { body });
  expect(response).toMatchObject({ status: 400, body: { error_code: 'invalid_request' } });
  expect(namesOf(response)).toEqual(['path id']);
});

it.each([
  { query: '?expand=guest', names: ['expand'] },
  { query: '?expand', names: ['expand'] },
  { query: '?=', names: [''] },
  { query: '?a=1&a=2', names: ['a'] },
  { query: '?__proto__=1', names: ['__proto__'] },
  { query: '?constructor=1', names: ['constructor'] },
  { query: '?a%5Bb%5D=1', names: ['a[b]'] },
  { query: '?first=1&second=2', names: ['first', 'second'] },
])('END-12 ERR-4: refuses $query with 400 and names each unknown parameter', async ({ query, names }) => {
  const details = names.map((path) => ({ in: 'query', path }) as const);
  const read = await world.call('GET', `/v1/bookings/${bookingId}${query}`);
  expect(outcomeOf(read)).toEqual(refusalOf(400, 'invalid_request', details));
  const made = await world.call('POST', `/v1/bookings${query}`, { body: booking });
  expect(outcomeOf(made)).toEqual(refusalOf(400, 'invalid_request', details));
});

it('END-12 ERR-4: names all faults in the query, a header and the body', async () => {
  const headers = { 'Idempotency-Key': 'k'.repeat(256) };
  const body = { ...booking, party_size: 0 };
  const response = await world.call<{ details: ErrorDetail[] }>('POST', '/v1/bookings?x=1', { body, headers });
  expect(response.status).toBe(400);
  expect(namesOf(response)).toEqual(['body /party_size', 'header idempotency-key', 'query x']);
});

it.each([
  { name: 'empty', value: '' },
  { name: '256 characters long', value: 'k'.repeat(256) },
  { name: 'not ASCII', value: 'caf\u00e9' },
  { name: 'with a tab inside', value: 'k\tk' },
])('END-12 IDM-4 ERR-4: refuses an Idempotency-Key that is $name with 400 and names it', async ({ value }) => {
  const response = await world.call<{ details: ErrorDetail[] }>('POST', '/v1/bookings', {
    body: booking,
    headers: { 'Idempotency-Key': value },
  });
  expect(response).toMatchObject({ status: 400, body: { error_code: 'invalid_request' } });
  expect(namesOf(response)).toEqual(['header idempotency-key']);
});
