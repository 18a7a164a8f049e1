import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { createBookingClient } from '@booking-service/client';
import * as conducts from './support/conducts.ts';
import { openHostileServer } from './support/hostile-server.ts';
import { openClient } from './support/open-client.ts';

const apiKey = 'sk_test_planted_client_key';
const id = 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'document');
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

it('sends its version and the name of the program', async () => {
  await using server = await openHostileServer(conducts.aBooking());
  const client = openClient({ apiKey, baseUrl: server.url, appInfo: 'diner/2.1' });
  await client.bookings.get(id);
  await client.withOptions({ appInfo: '' }).bookings.get(id, { headers: { 'Request-Id': 'req_mine1234' } });
  expect(server.received.map(({ headers }) => headers.get('User-Agent'))).toEqual([
    `booking-service-client/${version} diner/2.1`,
    `booking-service-client/${version}`,
  ]);
  expect(server.received[1]?.headers.get('Request-Id')).toBe('req_mine1234');
});

it('keeps the other options in withOptions', async () => {
  await using server = await openHostileServer(conducts.html502);
  const client = openClient({ apiKey, baseUrl: server.url, retries: 0 });
  const patient = client.withOptions({ retries: 1, random: () => 0 });
  await expect(client.bookings.get(id)).rejects.toMatchObject({ attempts: { length: 1 } });
  await expect(patient.bookings.get(id)).rejects.toMatchObject({ attempts: { length: 2 } });
  expect(client.withOptions({ apiKey: 'sk_live_other' }).livemode).toBe(true);
});

it('uses the default of an option that is undefined', async () => {
  await using server = await openHostileServer(conducts.aBooking());
  const options = {
    timeout: undefined,
    deadline: undefined,
    retries: undefined,
    fetch: undefined,
    middleware: undefined,
  };
  const client = createBookingClient({ apiKey, baseUrl: server.url, ...(options as object) });
  expect(await client.bookings.get(id, { timeout: undefined, deadline: undefined } as object)).toMatchObject({ id });
});

it.each([undefined, '', 'bookings', 'localhost:7420', 'ftp://service.test', 'http://'])(
  'names baseUrl if it is %j',
  (baseUrl) => {
    // JavaScript can pass such a value.
    const options = { apiKey, baseUrl } as { apiKey: string };
    expect(() => createBookingClient(options)).toThrow(
      new TypeError('Set baseUrl or BOOKING_BASE_URL to match /^https?:..\\S+$/.'),
    );
  },
);

it('names a version at the end of baseUrl', () => {
  expect(() => createBookingClient({ apiKey, baseUrl: 'https://service.test/v1/' })).toThrow(
    new TypeError('Leave the version out of baseUrl.'),
  );
});

it('reads the API key from a function for each attempt', async () => {
  await using server = await openHostileServer(conducts.aBooking());
  let current = 'malformed_key';
  const client = openClient({ apiKey: () => current, baseUrl: server.url });
  await expect(client.bookings.get(id)).rejects.toThrow('Set apiKey or BOOKING_API_KEY');
  expect(() => client.livemode).toThrow('Set apiKey or BOOKING_API_KEY');
  for (current of [`${apiKey}_1`, `${apiKey}_2`]) await client.withOptions({ retries: 0 }).bookings.get(id);
  expect(client.livemode).toBe(false);
  expect(server.received.map(({ headers }) => headers.get('Authorization'))).toEqual([
    `Bearer ${apiKey}_1`,
    `Bearer ${apiKey}_2`,
  ]);
});

it('reads the API key and the URL from the environment', async () => {
  await using server = await openHostileServer(conducts.aBooking());
  vi.stubEnv('BOOKING_API_KEY', apiKey);
  vi.stubEnv('BOOKING_BASE_URL', server.url);
  await createBookingClient().bookings.get(id);
  await createBookingClient({ retries: 0 }).withOptions({ retries: 1 }).bookings.get(id);
  const given = createBookingClient({ apiKey: 'sk_live_given', baseUrl: server.url });
  expect(given.livemode).toBe(true);
  expect(server.received.map(({ headers }) => headers.get('Authorization'))).toEqual(
    Array.from({ length: 2 }, () => `Bearer ${apiKey}`),
  );
});

it('names apiKey and baseUrl in a runtime without process', () => {
  vi.stubGlobal('process', undefined);
  expect(() => createBookingClient({ baseUrl: 'http://service.test' })).toThrow('Set apiKey or BOOKING_API_KEY');
  expect(() => createBookingClient({ apiKey })).toThrow('Set baseUrl or BOOKING_BASE_URL');
});

it('refuses to run in a browser without dangerouslyAllowBrowser', () => {
  Object.assign(globalThis, { document: {} });
  const options = { apiKey, baseUrl: 'http://service.test' };
  expect(() => createBookingClient(options)).toThrow('dangerouslyAllowBrowser');
  expect(createBookingClient({ ...options, dangerouslyAllowBrowser: true }).livemode).toBe(false);
});

it('runs on the system clock by default', async () => {
  await using server = await openHostileServer(conducts.html502, conducts.aBooking());
  const client = openClient({
    apiKey,
    baseUrl: server.url,
    random: () => 0.001,
    deadline: Infinity,
    timeout: Infinity,
  });
  const { attempts } = await client.bookings.get(id).withResponse();
  expect(attempts).toMatchObject([{ status: 502, wait_ms: 0.5 }, { status: 200 }]);
});

it('ends a call immediately if its deadline is not a number', async () => {
  await using server = await openHostileServer(conducts.hang(() => undefined));
  const client = openClient({ apiKey, baseUrl: server.url, deadline: NaN });
  await expect(client.bookings.get(id)).rejects.toMatchObject({ message: 'getBooking: not done within NaN ms.' });
});
