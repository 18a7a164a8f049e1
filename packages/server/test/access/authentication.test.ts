import {
  access,
  operationTable,
  type Booking,
  type OperationId,
  type OperationRow,
  type Scope,
} from '@booking-service/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestResponse, CallOptions, World } from '../../src/testing.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { exampleBody, newBooking } from '../support/new-booking.ts';

const bookingId = 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';
const requestId = 'req_5f0c1f2e3d4b4a5968778695a4b3c2d1';
const eventId = 'evt_5f0c1f2e3d4b4a5968778695a4b3c2d1';
const sessionId = 'ses_5f0c1f2e3d4b4a5968778695a4b3c2d1';
const booking = newBooking({ date: '2026-11-22' });

const unauthorized = {
  error: 'unauthorized',
  error_code: 'unauthorized',
  request_id: expect.stringMatching(/^req_/) as unknown,
};

const headersWithoutAKey: { name: string; headers: (key: string) => Record<string, string> }[] = [
  { name: 'no header at all', headers: () => ({}) },
  { name: 'an empty header', headers: () => ({ Authorization: '' }) },
  { name: 'the scheme alone', headers: () => ({ Authorization: 'Bearer' }) },
  { name: 'the key alone', headers: (key) => ({ Authorization: key }) },
  { name: 'another scheme', headers: (key) => ({ Authorization: `Basic ${btoa(`${key}:`)}` }) },
  { name: 'two keys in one header', headers: (key) => ({ Authorization: `Bearer ${key} ${key}` }) },
  { name: 'two keys with a comma', headers: (key) => ({ Authorization: `Bearer ${key}, Bearer ${key}` }) },
  { name: 'a quoted key', headers: (key) => ({ Authorization: `Bearer "${key}"` }) },
  {
    name: 'an unknown key of the right form',
    headers: () => ({ Authorization: `Bearer sk_test_${'x'.repeat(32)}` }),
  },
  { name: 'a key cut short', headers: (key) => ({ Authorization: `Bearer ${key.slice(0, -1)}` }) },
  { name: 'a key with one more character', headers: (key) => ({ Authorization: `Bearer ${key}A` }) },
  { name: 'a key in upper case', headers: (key) => ({ Authorization: `Bearer ${key.toUpperCase()}` }) },
  { name: 'a key of the other mode', headers: (key) => ({ Authorization: `Bearer ${key.replace('test', 'live')}` }) },
  { name: 'the prefix alone', headers: () => ({ Authorization: 'Bearer sk_test_' }) },
  { name: 'an unknown prefix', headers: (key) => ({ Authorization: `Bearer ${key.replace('sk_', 'pk_')}` }) },
  { name: 'a key of 10,000 characters', headers: () => ({ Authorization: `Bearer sk_test_${'x'.repeat(10_000)}` }) },
  { name: 'a wildcard of SQL', headers: () => ({ Authorization: "Bearer sk_test_%'OR'1'='1" }) },
  { name: 'the key in X-Api-Key', headers: (key) => ({ 'X-Api-Key': key }) },
  { name: 'the key in a cookie', headers: (key) => ({ Cookie: `Authorization=Bearer ${key}` }) },
];

/** The outcome of a request that passes every check before the operation. Default: 404 if the path has an id, otherwise 200. */
const outcomes: Readonly<Partial<Record<OperationId, string>>> = {
  createBooking: '201',
  createSession: '201',
  getCard: '404 not_found',
};

/** Returns an unknown id of the resource of the path. */
function idIn(path: string): string {
  if (path.startsWith('/v1/events')) return eventId;
  if (path.startsWith('/v1/requests')) return requestId;
  return path.startsWith('/v1/sessions') ? sessionId : bookingId;
}

const everyOperation = (Object.entries(operationTable) as [OperationId, OperationRow][]).map(([operationId, row]) => ({
  operationId,
  ...row,
  body: row.body === 'required' ? exampleBody(operationId) : undefined,
  outcome: outcomes[operationId] ?? (row.path.includes('{id}') ? '404 not_found' : '200'),
  url: row.path.replace('{id}', idIn(row.path)),
}));

/** Returns the status and, for a refusal, the code, in whichever field it is. */
function outcomeOf({ status, body }: TestResponse<Record<string, unknown>>): string {
  return status < 300 ? `${status}` : `${status} ${String(body['error_code'] ?? body['error'])}`;
}

const ofABooking = everyOperation.filter(({ url }) => url.includes(bookingId));

describe.each(engines)('%s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorldOn(engine, { organization: { rate_limit: 100_000 } });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each(headersWithoutAKey)('AUT-1 AUT-4 AUT-7: $name is 401 unauthorized, uncounted', async ({ headers }) => {
    const { keys } = world.organization;
    const response = await world.call('GET', `/v1/bookings/${bookingId}`, { key: null, headers: headers(keys.test) });
    expect({ status: response.status, body: response.body }).toEqual({ status: 401, body: unauthorized });
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(response.headers.has('ratelimit-limit')).toBe(false);
  });

  it('AUT-7: ignores a key in the query', async () => {
    const path = `/v1/bookings/${bookingId}?key=${world.organization.keys.test}`;
    expect(await world.call('GET', path, { key: null })).toMatchObject({ status: 401, body: unauthorized });
  });

  it('AUT-1: matches the scheme in any case, and the key exactly', async () => {
    const { keys } = world.organization;
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const headers = { Authorization: `${scheme} ${keys.test}` };
      const response = await world.call('POST', '/v1/venues/search', { key: null, body: {}, headers });
      expect(response.status).toBe(200);
    }
  });

  async function outcome(method: string, url: string, options: CallOptions): Promise<string> {
    return outcomeOf(await world.call(method.toUpperCase(), url, options));
  }

  it.each(everyOperation)(
    'AUT-1: requires a key for $operationId, whatever else the request has',
    async ({ method, url, body }) => {
      expect(await outcome(method, url, { key: null, body: method === 'get' ? undefined : body })).toBe(
        '401 unauthorized',
      );
      expect(await outcome(method, url, { key: null })).toBe('401 unauthorized');
    },
  );

  it.each(everyOperation)('AUT-4 AUT-8: $operationId needs $scope, and nothing else', async (row) => {
    const { method, url, body, scope } = row;
    const mode = row.live_key ? 'live' : 'test';
    const others = (Object.keys(access.scopes) as Scope[]).filter((one) => one !== scope);
    const without = await world.addOrganization({ scopes: others });
    const withIt = await world.addOrganization({ scopes: [scope] });
    expect(await outcome(method, url, { key: without.keys[mode], body })).toBe('403 insufficient_scope');
    expect(await outcome(method, url, { key: withIt.keys[mode], body })).toBe(row.outcome);
  });

  it('AUT-8: refuses every operation to a key without scopes', async () => {
    const { keys } = await world.addOrganization({ scopes: [] });
    for (const { method, url, body } of everyOperation) {
      expect(await outcome(method, url, { key: keys.live, body })).toBe('403 insufficient_scope');
    }
  });

  it('AUT-3 AUT-9 SES-1: refuses a test key for card operations only', async () => {
    const refused: string[] = [];
    for (const { operationId, method, url, body } of everyOperation) {
      const test = await outcome(method, url, { key: 'test', body });
      if (test === '403 live_key_required') refused.push(operationId);
    }
    expect(refused.toSorted()).toEqual(['createSession', 'getCard', 'getSessionCard', 'verifySession']);
  });

  it('AUT-2: refuses every test key on a server for live keys', async () => {
    await using liveOnly = await openWorldOn(engine, { servedModes: ['live'] });
    for (const { method, url, body } of everyOperation) {
      const response = await liveOnly.call(method.toUpperCase(), url, { key: 'test', body });
      expect(outcomeOf(response)).toBe('403 wrong_key_environment');
    }
    expect(await liveOnly.call('POST', '/v1/venues/search', { key: 'live', body: {} })).toMatchObject({ status: 200 });
  });

  it('AUT-2: refuses every live key on a server for test keys', async () => {
    await using testOnly = await openWorldOn(engine, { servedModes: ['test'] });
    const refused = await testOnly.call('POST', '/v1/venues/search', { key: 'live', body: {} });
    expect(outcomeOf(refused)).toBe('403 wrong_key_environment');
    expect(await testOnly.call('POST', '/v1/venues/search', { key: 'test', body: {} })).toMatchObject({ status: 200 });
  });

  it('AUT-11 BKG-10: refuses existing and unknown bookings in the same way without a key', async () => {
    const { body: there } = await world.call<Booking>('POST', '/v1/bookings', { body: booking });
    for (const { method, url, body } of ofABooking) {
      for (const key of [null, 'sk_test_nobody', 'sk_live_nobody']) {
        const options = { key, body, headers: { 'Request-Id': 'req_00000000' } };
        const missing = await world.call(method.toUpperCase(), url, options);
        const found = await world.call(method.toUpperCase(), url.replace(bookingId, there.id), options);
        expect(found.body).toEqual(missing.body);
        expect([...found.headers.keys()]).toEqual([...missing.headers.keys()]);
        expect(outcomeOf(found)).toBe('401 unauthorized');
      }
    }
  });

  it('BKG-10: refuses a booking of another organization with 404, like an unknown one', async () => {
    const { body: theirs } = await world.call<Booking>('POST', '/v1/bookings', { body: booking });
    const { keys } = await world.addOrganization();
    for (const { method, url, body } of ofABooking) {
      for (const key of [keys.test, keys.live]) {
        const options = { key, body, headers: { 'Request-Id': 'req_00000000' } };
        const missing = await world.call(method.toUpperCase(), url, options);
        const found = await world.call(method.toUpperCase(), url.replace(bookingId, theirs.id), options);
        expect(outcomeOf(found)).toBe('404 not_found');
        expect(JSON.stringify(found.body).replaceAll(theirs.id, bookingId)).toBe(JSON.stringify(missing.body));
      }
    }
    expect(await world.call('GET', `/v1/bookings/${theirs.id}`)).toMatchObject({ body: { status: 'processing' } });
  });

  it.each(['test', 'live'] as const)(
    'AUT-2 BKG-10: refuses a booking made with the %s key to the other key with 403 wrong_key_environment',
    async (mode) => {
      const { body: made } = await world.call<Booking>('POST', '/v1/bookings', { key: mode, body: booking });
      const other = mode === 'test' ? 'live' : 'test';
      for (const { method, url, body } of ofABooking) {
        const path = url.replace(bookingId, made.id);
        expect(await outcome(method, path, { key: other, body })).toBe('403 wrong_key_environment');
      }
      const read = await world.call('GET', `/v1/bookings/${made.id}`, { key: mode });
      expect(read).toMatchObject({ status: 200, body: { status: 'processing', livemode: mode === 'live' } });
    },
  );
});
