import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { createBookingClient } from '@booking-service/client';
import * as conducts from './support/conducts.ts';
import { openHostileServer } from './support/hostile-server.ts';
import { newBooking, openClient, openRawClient } from './support/open-client.ts';
import { createTestTime } from './support/test-time.ts';

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

it.each([
  [undefined, 'undefined'],
  ['', '""'],
  ['localhost:7420', '"localhost:7420"'],
  ['ftp://service.test', '"ftp://service.test"'],
  ['http://', '"http://"'],
  ['https://service.test/v1/', '"https://service.test/v1/"'],
  ['https://service.test?secret=1', '"https://service.test…'],
  ['https://service.test#secret', '"https://service.test…'],
  ['https://user:secret@service.test', '"https:…service.test"'],
  [Promise.resolve('https://service.test'), '{}'],
])('refuses the baseUrl %j, and shows it without secrets', (baseUrl, shown) => {
  // JavaScript can pass such a value.
  const options = { apiKey, baseUrl } as { apiKey: string };
  expect(() => createBookingClient(options)).toThrow(
    new TypeError(
      `baseUrl or BOOKING_BASE_URL must be a string like /^https?:\\/\\/(?!.*\\/v\\d+\\/?$)[^\\s?#@]+$/, not ${shown}.`,
    ),
  );
});

it('reads the API key from a function for each attempt', async () => {
  await using server = await openHostileServer(conducts.aBooking());
  let current = 'malformed_key';
  const client = openClient({ apiKey: () => current, baseUrl: server.url });
  await expect(client.bookings.get(id)).rejects.toThrow('apiKey or BOOKING_API_KEY must be');
  for (current of [`${apiKey}_1`, `${apiKey}_2`]) await client.withOptions({ retries: 0 }).bookings.get(id);
  expect(client.livemode).toBeUndefined();
  expect(server.received.map(({ headers }) => headers.get('Authorization'))).toEqual([
    `Bearer ${apiKey}_1`,
    `Bearer ${apiKey}_2`,
  ]);
});

it('reads the API key and the URL from functions that return promises, also for raw calls', async () => {
  await using server = await openHostileServer(conducts.aBooking());
  const options = { apiKey: async () => apiKey, baseUrl: async () => `${server.url}/booking/` };
  expect(await openClient(options).bookings.get(id)).toMatchObject({ id });
  await openRawClient(options).GET('/v1/bookings/{id}', { params: { path: { id } } });
  expect(server.received.map(({ path }) => path)).toEqual(Array(2).fill(`/booking/v1/bookings/${id}`));
});

it('reports the error of the store of a key as the cause of a call that sent nothing', async () => {
  const cause = new Error('The vault is closed.');
  const failing = {
    'that throws': () => {
      throw cause;
    },
    'that rejects': () => Promise.reject(cause),
  };
  for (const key of Object.values(failing)) {
    const client = openClient({ apiKey: key, baseUrl: 'http://service.test', retries: 0 });
    const { error } = await client.bookings.create(newBooking()).result();
    expect(error).toMatchObject({ name: 'ConnectionError', cause, effect: 'none', attempts: [] });
    expect(error?.message).toBe('apiKey: Error: The vault is closed.');
  }
});

it('ends a call whose key does not come within the deadline', async () => {
  const time = createTestTime();
  const neverKey = () => {
    queueMicrotask(() => time.expire());
    return new Promise<string>(() => undefined);
  };
  const options = {
    apiKey: neverKey,
    baseUrl: 'http://service.test',
    clock: time.clock,
    logger: time.logger,
    deadline: 100,
  };
  const { error } = await openClient(options).bookings.create(newBooking()).result();
  expect(error).toMatchObject({ name: 'DeadlineError', effect: 'none', attempts: [] });
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
  expect(() => createBookingClient({ baseUrl: 'http://service.test' })).toThrow('apiKey or BOOKING_API_KEY must be');
  expect(() => createBookingClient({ apiKey })).toThrow('baseUrl or BOOKING_BASE_URL must be');
});

it('refuses to run in a browser without dangerouslyAllowBrowser', () => {
  Object.assign(globalThis, { document: {} });
  const options = { apiKey, baseUrl: 'http://service.test' };
  expect(() => createBookingClient(options)).toThrow('Anyone can read a key in a page.');
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

it.each([{ timeout: '5s' }, { deadline: '5' }, { deadline: NaN }, { retries: -1 }])(
  'refuses the limit %j before it sends anything',
  async (limit) => {
    await using server = await openHostileServer(conducts.aBooking());
    // JavaScript can pass such a value.
    const client = openClient({ apiKey, baseUrl: server.url, ...(limit as object) });
    const shown = JSON.stringify({ timeout: 40_000, deadline: 90_000, retries: 3, ...limit });
    const refusal = new TypeError(`Limits must be numbers from 0, not ${shown}.`);
    await expect(client.bookings.get(id)).rejects.toThrow(refusal);
    expect(server.received).toEqual([]);
  },
);

it.each(['', 'order 🎫', 'order\n1'])(
  'refuses the idempotency key %j before it sends anything',
  async (idempotencyKey) => {
    await using server = await openHostileServer(conducts.aBooking());
    const call = openClient({ apiKey, baseUrl: server.url }).bookings.create(newBooking(), { idempotencyKey });
    const shown = JSON.stringify(idempotencyKey);
    const refusal = new TypeError(`idempotencyKey must be a string like /^[ -~]+$/, not ${shown}.`);
    await expect(call).rejects.toThrow(refusal);
    expect(server.received).toEqual([]);
  },
);
