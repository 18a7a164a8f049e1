/** The supplier apart from bookings: tokens, products, availability, and refusals. */
import { readFileSync } from 'node:fs';
import { RefusedError } from '@booking-service/client';
import { limits } from '@booking-service/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longestValue, mostKeys } from '../src/bookings/kept.ts';
import { parseAvailabilityId, toAvailabilityId } from '../src/catalogue/availability.ts';
import { toRefusal } from '../src/http/octo-refusal.ts';
import { contact, openReseller, optionId, productId, type Reseller, type Schemas } from './support/call-supplier.ts';
import { type OpenedSupplier, openSupplier, serveSupplier } from './support/open-supplier.ts';

let supplier: OpenedSupplier;
let reseller: Reseller;

beforeAll(async () => {
  supplier = await openSupplier();
  reseller = openReseller(supplier.url, supplier.tokens.test);
});

afterAll(() => supplier[Symbol.asyncDispose]());

describe('a token', () => {
  it.each(['', 'sk_test_nobody', 'octo-token', 'sk_test_sandbox_suspended', 'sk_test_sandbox_no_scopes'])(
    'that is %j is refused in each request',
    async (token) => {
      const stranger = openReseller(supplier.url, token);
      const error = token.includes('sandbox') ? 'FORBIDDEN' : 'UNAUTHORIZED';
      for (const path of [
        '/supplier/',
        '/products/',
        '/products/ven_x',
        '/bookings/4f1c7a52-0000-4000-8000-000000000000',
      ])
        expect(await stranger.call('GET', path)).toMatchObject({ status: 400, body: { error } });
    },
  );

  it('reaches the bookings of its organization and its mode only', async () => {
    const { uuid, id } = await reseller.reserve({ resellerReference: 'R-1' });
    const others = await supplier.createTokens();
    for (const token of [others.test, others.live, supplier.tokens.live]) {
      const other = openReseller(supplier.url, token);
      const refused = { status: 400, body: { error: 'INVALID_BOOKING_UUID', uuid } };
      expect(await other.call('GET', `/bookings/${uuid}`)).toMatchObject(refused);
      expect(await other.call('POST', `/bookings/${uuid}/confirm`, { contact })).toMatchObject(refused);
      expect(await other.call('POST', `/bookings/${uuid}/cancel`, {})).toMatchObject(refused);
      for (const query of ['resellerReference=R-1', `supplierReference=${id}`])
        expect((await other.call('GET', `/bookings/?${query}`)).body).toEqual([]);
      // The same UUID makes a booking of its own there.
      const own = await other.reserve({ uuid });
      expect(own.id).not.toBe(id);
      expect(own.testMode).toBe(token.startsWith('sk_test_'));
    }
  });

  it('over the limit of its organization gets 429 with Retry-After', async () => {
    await using opened = await openSupplier();
    // The client of the supplier waits for the next window if it begins soon.
    const { clock } = opened.sandbox;
    const window_ms = limits.window_seconds * 1000;
    await clock.advance(window_ms - (clock.now().getTime() % window_ms));
    const { test } = await opened.createTokens({ rate_limit: 1 });
    const limited = openReseller(opened.url, test);
    await limited.call('GET', '/supplier/');
    const refused = await limited.call('GET', '/supplier/');
    expect(refused).toMatchObject({ status: 429, body: { error: 'TOO_MANY_REQUESTS' } });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  });
});

it('states the supplier, and no capability', async () => {
  const { body } = await reseller.call('GET', '/supplier/');
  expect(body).toMatchObject({ id: 'octo.supplier.test', name: 'Tables', endpoint: 'https://octo.supplier.test' });
  expect((await reseller.call('GET', '/capabilities/')).body).toEqual([]);
});

describe('products', () => {
  it('are the venues that the options find', async () => {
    const { body } = await reseller.call<Schemas['Product'][]>('GET', '/products');
    expect(body.map(({ id }) => id)).toContain(productId);
    const one = await reseller.call<Schemas['Product']>('GET', `/products/${productId}/`);
    expect(one.body).toEqual(body.find(({ id }) => id === productId));
    await using some = await serveSupplier({ baseUrl: supplier.sandbox.url, venues: { city: 'Lisbon' } });
    const lisbon = openReseller(some.url, supplier.tokens.test);
    expect((await lisbon.call<Schemas['Product'][]>('GET', '/products/')).body).toHaveLength(3);
    const elsewhere = await lisbon.call('GET', '/products/ven_code_house');
    expect(elsewhere).toMatchObject({ status: 400, body: { error: 'INVALID_PRODUCT_ID' } });
  });

  it('are refused if there are more than maxProducts', async () => {
    await using small = await serveSupplier({ baseUrl: supplier.sandbox.url, maxProducts: 3 });
    const refused = await openReseller(small.url, supplier.tokens.test).call('GET', '/products/');
    expect(refused).toMatchObject({ status: 400, body: { error: 'UNPROCESSABLE_ENTITY' } });
  });
});

describe('availability', () => {
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  const search = (fields: object) => ({ productId, optionId, ...fields });

  it('has the slots of each day, and those that ids name', async () => {
    const range = search({ localDateStart: day(7), localDateEnd: day(8), units: [{ id: 'adult', quantity: 8 }] });
    const { body } = await reseller.call<Schemas['Availability'][]>('POST', '/availability/', range);
    expect(body.map(({ localDateTimeStart }) => localDateTimeStart.slice(0, 10))).toEqual(
      [day(7), day(8)].flatMap((date) => Array.from({ length: 7 }, () => date)),
    );
    expect(body[0]).toMatchObject({ available: true, allDay: false, maxUnits: 8 });
    const availabilityIds = [body[3]?.id, body[9]?.id, '20260101T190000-90-slt_gone', 'none'];
    const named = await reseller.call('POST', '/availability', search({ availabilityIds }));
    expect(named.body).toEqual([body[3], body[9]]);
    const calendar = await reseller.call<Schemas['AvailabilityCalendar'][]>('POST', '/availability/calendar', range);
    expect(calendar.body.map(({ localDate, available }) => [localDate, available])).toEqual([
      [day(7), true],
      [day(8), true],
    ]);
    const full = { ...range, productId: 'ven_fully_booked' };
    expect((await reseller.call('POST', '/availability/calendar', full)).body).toMatchObject([
      { available: false, status: 'CLOSED' },
      { available: false },
    ]);
  });

  it.each([
    { why: 'no days', fields: {}, error: 'BAD_REQUEST' },
    {
      why: 'days and ids',
      fields: { localDateStart: day(1), localDateEnd: day(1), availabilityIds: [] },
      error: 'BAD_REQUEST',
    },
    { why: 'days in the wrong order', fields: { localDateStart: day(2), localDateEnd: day(1) }, error: 'BAD_REQUEST' },
    {
      why: 'a text that is not a day',
      fields: { localDateStart: '2026-02-31x', localDateEnd: day(1) },
      error: 'BAD_REQUEST',
    },
    { why: 'too many days', fields: { localDateStart: day(1), localDateEnd: day(32) }, error: 'BAD_REQUEST' },
    { why: 'another unit', fields: { units: [{ id: 'child', quantity: 1 }] }, error: 'INVALID_UNIT_ID' },
    { why: 'part of a guest', fields: { units: [{ id: 'adult', quantity: 1.5 }] }, error: 'BAD_REQUEST' },
    { why: 'no guest', fields: { units: [{ id: 'adult', quantity: 0 }] }, error: 'BAD_REQUEST' },
    { why: 'another option', fields: { optionId: 'other' }, error: 'INVALID_OPTION_ID' },
    {
      why: 'an unknown product',
      fields: { productId: 'ven_nowhere', localDateStart: day(1), localDateEnd: day(1) },
      error: 'INVALID_PRODUCT_ID',
    },
    {
      why: 'a provider that fails',
      fields: { productId: 'ven_silent_phone', localDateStart: day(1), localDateEnd: day(1) },
      error: 'INTERNAL_SERVER_ERROR',
    },
  ])('is refused for $why: $error', async ({ fields, error }) => {
    expect((await reseller.call('POST', '/availability/', search(fields))).body).toMatchObject({ error });
  });

  it('has ids that state the slot and its time', () => {
    const time = { slot_id: 'slt_a-b_20261121T1900', start: new Date('2026-11-21T19:00:00Z'), minutes: 90 };
    expect(parseAvailabilityId(toAvailabilityId(time))).toEqual(time);
    expect(parseAvailabilityId('20261399T190000-90-slt_a')).toBeUndefined();
  });
});

describe('a request', () => {
  it('to another path or with another method gets 404', async () => {
    for (const [method, path] of [
      ['GET', '/orders'],
      ['DELETE', '/bookings/x'],
      ['POST', '/bookings/x/pay'],
    ] as const)
      expect((await reseller.call(method, path)).status).toBe(404);
  });

  it('with a body that is not a JSON object, or too large, is refused', async () => {
    for (const body of ['{', '[]', '"x"', JSON.stringify({ notes: 'x'.repeat(70_000) })]) {
      const headers = { Authorization: `Bearer ${supplier.tokens.test}` };
      const response = await fetch(`${supplier.url}/bookings/`, { method: 'POST', headers, body });
      expect([response.status, await response.json()]).toMatchObject([400, { error: 'BAD_REQUEST' }]);
    }
  });

  it('fails without a word about the service behind it', async () => {
    await using lost = await serveSupplier({ baseUrl: 'http://127.0.0.1:9' });
    const { status, body } = await openReseller(lost.url, supplier.tokens.test).call('GET', '/supplier/');
    expect(status).toBe(500);
    expect(body).toEqual({
      error: 'INTERNAL_SERVER_ERROR',
      errorMessage: expect.stringMatching(/^The booking service does/),
    });
  });
});

it('translates each status of a refusal as README.md states', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const rows = [...readme.matchAll(/^\| `([A-Z_]+)` +\| (?:another )?(`[\dx`, ]+`) +\|$/gm)];
  const errors = new Map(
    rows.flatMap(([, error, statuses = '']) => [...statuses.matchAll(/\w+/g)].map(([each]) => [each, error])),
  );
  for (let status = 400; status < 600; status += 1) {
    const refused = new RefusedError('Refused.', { code: 'later_code', response: new Response(null, { status }) });
    const error = errors.get(String(status)) ?? errors.get(status < 500 ? '4xx' : '5xx');
    expect({ status, refusal: toRefusal(refused) }).toMatchObject({
      status,
      refusal: { code: error, message: 'Refused.' },
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
