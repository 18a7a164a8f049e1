/** The booking server apart from bookings: passwords, availability, and refusals. */
import { readFileSync } from 'node:fs';
import { RefusedError } from '@booking-service/client';
import { errorCatalogue } from '@booking-service/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGoogleReserve } from '../src/index.ts';
import { toRefusal } from '../src/http/google-refusal.ts';
import { longestValue, mostKeys } from '../src/kept.ts';
import { callReserve, type OpenedReserve, openReserve, slotOf } from './support/open-reserve.ts';
import { serveReserve } from './support/serve-reserve.ts';

const table = 'ven_harbour_table';
let reserve: OpenedReserve;

beforeAll(async () => {
  reserve = await openReserve('sqlite', { maxSearches: 3 });
  await reserve.world.addMagicOrganizations();
});

afterAll(() => reserve[Symbol.asyncDispose]());

describe('a password', () => {
  it.each([
    { password: '', status: 401 },
    { password: 'secret', status: 401 },
    { password: 'sk_test_nobody', status: 401 },
    { password: 'sk_test_sandbox_suspended', status: 403 },
    { password: 'sk_test_sandbox_no_scopes', status: 403 },
  ])('$password gets $status in each method', async ({ password, status }) => {
    for (const [method, body] of [
      ['HealthCheck'],
      ['CheckAvailability', { slot: slotOf(table) }],
      ['GetBookingStatus', { booking_id: `bkg_${'0'.repeat(32)}` }],
      ['ListBookings', { user_id: '1' }],
    ] as const) {
      const refused = await reserve.call(method, body, password);
      expect(refused).toMatchObject({ status, body: { error: { code: status } } });
      expect(refused.headers.get('WWW-Authenticate')).toBe(status === 401 ? 'Basic realm="booking server"' : null);
    }
  });

  it('is sent in the form of the standard', async () => {
    for (const authorization of [undefined, 'Basic', 'Basic %%%', `Bearer ${reserve.world.organization.keys.test}`]) {
      const headers = authorization === undefined ? {} : { Authorization: authorization };
      expect((await fetch(`${reserve.url}/v3/HealthCheck`, { headers })).status).toBe(401);
    }
    const headers = { Authorization: `basic ${btoa(`:${reserve.world.organization.keys.test}`)}` };
    expect((await fetch(`${reserve.url}/google/v3/HealthCheck/`, { headers })).status).toBe(200);
  });

  it('over the limit of its organization gets 429 with Retry-After', async () => {
    const { keys } = await reserve.world.addOrganization({ rate_limit: 1 });
    await reserve.call('HealthCheck', undefined, keys.test);
    const refused = await reserve.call('HealthCheck', undefined, keys.test);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 429 } } });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  });
});

describe('availability', () => {
  const timeOf = (hour: number, fields: object = {}) => {
    const { service_id, start_sec, duration_sec, resources } = slotOf(table, hour);
    return { service_id, start_sec, duration_sec, resource_ids: resources, ...fields };
  };

  it('of a slot is one spot or none', async () => {
    for (const [slot, count_available] of [
      [slotOf(table), 1],
      [{ ...slotOf(table), start_sec: Number(slotOf(table).start_sec) }, 1],
      [slotOf(table, 3), 0],
      [{ ...slotOf(table), service_id: 'massage' }, 0],
      [{ ...slotOf(table), resources: { party_size: 9 } }, 0],
      [slotOf('ven_fully_booked'), 0],
      [slotOf('ven_nowhere'), 0],
      [slotOf('dining-1'), 0],
    ] as const)
      expect((await reserve.call('CheckAvailability', { slot })).body).toEqual({ slot, count_available });
  });

  it('of many slots has an item for each one, in their order', async () => {
    const tag = { availability_tag: 'slt_harbour_table_20261122T1100' };
    const times = [timeOf(19), timeOf(3), timeOf(11, tag), timeOf(12, tag), timeOf(19), timeOf(11 + 24)];
    const { body } = await reserve.call('BatchAvailabilityLookup', { merchant_id: table, slot_time: times });
    expect(body).toEqual({
      slot_time_availability: times.map((slot_time, index) => ({
        slot_time,
        available: [true, false, true, false, true, true][index],
      })),
    });
    expect((await reserve.call('BatchAvailabilityLookup', { merchant_id: table })).body).toEqual({
      slot_time_availability: [],
    });
  });

  it('of more days than maxSearches is refused', async () => {
    const days = (count: number) => Array.from({ length: count }, (_, day) => timeOf(11 + 24 * day));
    const lookUp = (count: number) =>
      reserve.call('BatchAvailabilityLookup', { merchant_id: table, slot_time: days(count) });
    expect((await lookUp(3)).status).toBe(200);
    expect(await lookUp(4)).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining('3') } } });
  });

  it('that the provider does not state gets 503', async () => {
    expect((await reserve.call('CheckAvailability', { slot: slotOf('ven_silent_phone') })).status).toBe(503);
  });
});

describe('a request', () => {
  it('of another method gets 404', async () => {
    for (const [method, body] of [
      ['CreateOrder', {}],
      ['constructor', {}],
      ['HealthCheck', {}],
      ['ListBookings'],
    ] as const)
      expect((await reserve.call(method, body)).status).toBe(404);
  });

  it.each([
    { body: '{', message: 'The body is not JSON.' },
    { body: '', message: 'The body is not JSON.' },
    { body: '[]', message: 'The body is not an object.' },
    { body: '"x"', message: 'The body is not an object.' },
    { body: JSON.stringify({ user_id: 1 }), message: 'user_id is not a text.' },
    { body: JSON.stringify({ user_id: 'x'.repeat(300_000) }), message: 'The body is larger than 262144 bytes.' },
  ])('gets 400: $message', async ({ body, message }) => {
    const error = { code: 400, message };
    expect(await reserve.call('ListBookings', body)).toMatchObject({ status: 400, body: { error } });
  });

  it('fails without a word about the service behind it', async () => {
    await using lost = await serveReserve(createGoogleReserve({ baseUrl: 'http://127.0.0.1:9' }));
    const { status, body } = await callReserve(lost.url, { method: 'HealthCheck', password: 'sk_test_any' });
    expect(status).toBe(503);
    expect(body.error.message).toMatch(/^The booking service does/);
  });
});

it('translates each refusal as README.md states, and a later code by its status', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const rows = [...readme.matchAll(/^\| `(\d{3}|[A-Z_]+)` +\| (?:another )?(`[\w`, ]+`) +\|$/gm)];
  const reasons = new Map(
    rows.flatMap(([, reason = '', refusals = '']) =>
      [...refusals.matchAll(/\w+/g)].map(([each]) => [each, /\d/.test(reason) ? Number(reason) : reason]),
    ),
  );
  const codes = [...reasons.keys()].filter((each) => /^[a-z]/.test(each));
  expect(Object.keys(errorCatalogue)).toEqual(expect.arrayContaining(codes));
  const known = Object.entries(errorCatalogue).flatMap(([code, row]) =>
    'status' in row ? [{ code, status: row.status }] : [],
  );
  const later = Array.from({ length: 200 }, (_, index) => ({ code: 'later_code', status: 400 + index }));
  for (const { code, status } of [...known, ...later]) {
    const refused = new RefusedError('Refused.', { code, response: new Response(null, { status }) });
    const reason = reasons.get(code) ?? reasons.get(String(status)) ?? reasons.get(status < 500 ? '4xx' : '5xx');
    expect({ code, status, refusal: toRefusal(refused) }).toMatchObject({
      code,
      status,
      refusal: { reason, message: 'Refused.' },
    });
  }
});

it('keeps to the limits of the contract', () => {
  const contract = JSON.parse(
    readFileSync(new URL('generated/openapi.json', import.meta.resolve('@booking-service/contract')), 'utf8'),
  );
  const { Metadata, PartySize } = contract.components.schemas;
  expect([mostKeys, longestValue]).toEqual([Metadata.maxProperties, Metadata.additionalProperties.maxLength]);
  expect(PartySize.maximum).toBe(50);
});
