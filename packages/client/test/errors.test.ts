import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import * as here from '@booking-service/client';
import * as conducts from './support/conducts.ts';
import { openHostileServer } from './support/hostile-server.ts';

const { BookingClientError, RefusedError, TimeoutError, UnreadableError, matchError } = here;

it('supports instanceof across two copies of the package', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'client-copy-'));
  try {
    await cp(fileURLToPath(new URL('../src', import.meta.url)), join(folder, 'src'), { recursive: true });
    await symlink(
      fileURLToPath(new URL('../../../node_modules', import.meta.url)),
      join(folder, 'node_modules'),
      'junction',
    );
    const copy = (await import(pathToFileURL(join(folder, 'src/index.ts')).href)) as typeof here;
    await using server = await openHostileServer(conducts.refusal(404, 'not_found'));
    const client = copy.createBookingClient({ apiKey: 'sk_test_a', baseUrl: server.url });
    const { error } = await client.bookings.get('bkg_1').result();
    expect(copy.RefusedError).not.toBe(RefusedError);
    expect(error instanceof BookingClientError).toBe(true);
    expect(error instanceof RefusedError).toBe(true);
    expect(error instanceof TimeoutError).toBe(false);
    expect(new UnreadableError('', {}) instanceof copy.UnreadableError).toBe(true);
    expect(new UnreadableError('', {}) instanceof copy.RefusedError).toBe(false);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it.each([undefined, null, 'text', {}, new Error('another'), Object.create(null)])(
  'does not treat %j as an error of the client',
  (value) => {
    expect(value instanceof BookingClientError).toBe(false);
    expect(value instanceof RefusedError).toBe(false);
  },
);

it('calls otherwise for an error without a case', () => {
  const cases = new Proxy({ otherwise: () => 'otherwise' }, {}) as unknown as here.ErrorCases<here.BookingClientError>;
  expect(matchError(new TimeoutError('', {}), cases)).toBe('otherwise');
  expect(matchError(new RefusedError('', { code: 'venue_closed' }), cases)).toBe('otherwise');
  expect(matchError(new RefusedError('', { code: 'constructor' }), cases)).toBe('otherwise');
});

it('calls rest for a code without a case', () => {
  const match = (error: here.BookingClientError) =>
    matchError(error, { not_found: ({ code }) => code, rest: ({ name }) => name });
  expect(match(new RefusedError('', { code: 'not_found' }))).toBe('not_found');
  expect(match(new RefusedError('', { code: 'rate_limited' }))).toBe('RefusedError');
  expect(match(new RefusedError('', { code: 'toString' }))).toBe('RefusedError');
  expect(match(new TimeoutError('', {}))).toBe('TimeoutError');
});

it('names each wrong field in the message of a refusal', async () => {
  const body = JSON.stringify({
    error: 'The request does not fit the contract.',
    error_code: 'invalid_request',
    request_id: 'req_12345678',
    details: [
      { in: 'body', path: '/party_size', message: 'must be >= 1' },
      { in: 'body', path: '/slot_id', message: 'must be string' },
    ],
  });
  await using server = await openHostileServer(conducts.respond({ status: 400, body }));
  const client = here.createBookingClient({ apiKey: 'sk_test_a', baseUrl: server.url });
  const { error } = await client.bookings.modify('bkg_1', { party_size: 0 }).result();
  expect(String(error)).toBe(
    'RefusedError: modifyBooking: 400 invalid_request. The request does not fit the contract. /party_size must be >= 1, /slot_id must be string',
  );
  expect(error).toMatchObject({ details: [{ path: '/party_size' }, { path: '/slot_id' }] });
});

it('shows its message and its code in JSON', async () => {
  await using server = await openHostileServer(conducts.refusal(404, 'not_found'));
  const client = here.createBookingClient({ apiKey: 'sk_test_a', baseUrl: server.url });
  const { error } = await client.bookings.get('bkg_1').result();
  expect(JSON.parse(JSON.stringify({ error }))).toMatchObject({
    error: { name: 'RefusedError', message: error?.message, code: 'not_found', status: 404, attempts: [{ number: 1 }] },
  });
  expect(JSON.stringify(error)).not.toContain('"response"');
});

it('shows the message of its cause in JSON', async () => {
  const fetch = async () => Promise.reject(new TypeError('fetch failed', { cause: new Error('the cable is out') }));
  const client = here.createBookingClient({ apiKey: 'sk_test_a', baseUrl: 'http://service.test', retries: 0, fetch });
  const { error } = await client.bookings.get('bkg_1').result();
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({
    name: 'ConnectionError',
    message: 'the cable is out',
    cause: 'the cable is out',
  });
});

it('states the code of an older refusal once', async () => {
  const body = JSON.stringify({ error: 'unauthorized', request_id: 'req_12345678' });
  await using server = await openHostileServer(conducts.respond({ status: 401, body }));
  const client = here.createBookingClient({ apiKey: 'sk_test_a', baseUrl: server.url });
  const { error } = await client.bookings.get('bkg_1').result();
  expect(String(error)).toBe('RefusedError: getBooking: 401 unauthorized');
});

it('reports only a failure without a handler as an unhandled rejection', async () => {
  const unhandled: unknown[] = [];
  const listen = (reason: unknown) => unhandled.push(reason);
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', listen);
  try {
    await using server = await openHostileServer(conducts.refusal(404, 'not_found'));
    const client = here.createBookingClient({ apiKey: 'sk_test_a', baseUrl: server.url });
    await client.bookings.get('bkg_1').result();
    await client.bookings
      .get('bkg_2')
      .withResponse()
      .catch(() => undefined);
    await client.bookings.get('bkg_3').catch(() => undefined);
    await new Promise((turn) => setImmediate(turn));
    expect(unhandled).toEqual([]);
    const reported = new Promise((done) => process.once('unhandledRejection', done));
    void client.bookings.get('bkg_4');
    expect(await reported).toBeInstanceOf(RefusedError);
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const each of others) process.on('unhandledRejection', each);
  }
});
