import { sandbox, type ErrorDetail, type SlotList, type VenueList } from '@booking-service/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSandboxProvider, systemClock, type Provider } from '../../src/index.ts';
import { openWorld, type World } from '../../src/testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ organization: { rate_limit: 100_000 } });
});
afterAll(() => world[Symbol.asyncDispose]());

const everyVenue = sandbox.venues.map(({ id }) => id);
const day = { venue_id: 'ven_harbour_table', date: '2026-11-22', party_size: 2 };

async function venues(body: unknown): Promise<VenueList> {
  const response = await world.call<VenueList>('POST', '/v1/venues/search', { body });
  expect(response.status).toBe(200);
  return response.body;
}

async function slots(body: object): Promise<SlotList> {
  const response = await world.call<SlotList>('POST', '/v1/availability/search', { body: { ...day, ...body } });
  expect(response.status).toBe(200);
  return response.body;
}

it('END-1 END-13: returns every venue without a filter, on pages of at most 20', async () => {
  const { data, ...page } = await venues({});
  expect(data.map(({ id }) => id)).toEqual(everyVenue.slice(0, 20));
  expect(page).toEqual({ object: 'list', has_more: true, next_cursor: expect.any(String) as unknown });
  const { data: rest, ...last } = await venues({ cursor: page.next_cursor });
  expect(rest.map(({ id }) => id)).toEqual(everyVenue.slice(20));
  expect(last).toEqual({ object: 'list', has_more: false, next_cursor: null });
});

it('END-13: a search without a limit requests 20 entries from the provider', async () => {
  const limits: (number | undefined)[] = [];
  const list = { object: 'list', data: [], has_more: false, next_cursor: null } as const;
  const provider: Provider = {
    ...createSandboxProvider({ clock: systemClock }),
    searchVenues: async ({ limit }) => {
      limits.push(limit);
      return list;
    },
    searchAvailability: async ({ limit }) => {
      limits.push(limit);
      return list;
    },
  };
  await using ownWorld = await openWorld({ providers: [provider] });
  for (const limit of [undefined, 7]) {
    await ownWorld.call('POST', '/v1/venues/search', { body: { limit } });
    await ownWorld.call('POST', '/v1/availability/search', { body: { ...day, limit } });
  }
  expect(limits).toEqual([20, 20, 7, 7]);
});

it.each([1, 2, 16, 17, 100])('END-1 END-13: pages of %i visit every venue once, in order', async (limit) => {
  const seen: string[] = [];
  let pages = 0;
  let cursor: string | undefined;
  for (;;) {
    const page = await venues({ limit, cursor });
    pages += 1;
    seen.push(...page.data.map(({ id }) => id));
    expect(page.data.length).toBeLessThanOrEqual(limit);
    expect(page.has_more).toBe(page.next_cursor !== null);
    if (page.next_cursor === null) break;
    expect(page.data).toHaveLength(limit);
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(everyVenue);
  expect(pages).toBe(Math.ceil(everyVenue.length / limit));
});

it('END-2 END-13: pages of slots visit every slot once, earliest first', async () => {
  const all = await slots({});
  expect(all.data.map(({ starts_at }) => starts_at)).toEqual(
    sandbox.opening_hours_utc.map((hour) => `2026-11-22T${hour}:00:00.000Z`),
  );
  const first = await slots({ limit: 4 });
  const second = await slots({ limit: 4, cursor: first.next_cursor });
  expect([...first.data, ...second.data]).toEqual(all.data);
  expect([first.has_more, second.has_more, second.next_cursor]).toEqual([true, false, null]);
});

it.each([
  { name: 'below 1', body: { limit: 0 }, path: '/limit' },
  { name: 'above 100', body: { limit: 101 }, path: '/limit' },
  { name: 'with a fraction', body: { limit: 1.5 }, path: '/limit' },
  { name: 'as text', body: { limit: '5' }, path: '/limit' },
  { name: 'without a value', body: { limit: null }, path: '/limit' },
])('END-13 ERR-4: a limit $name is 400, by both searches', async ({ body, path }) => {
  for (const [url, search] of [
    ['/v1/venues/search', body],
    ['/v1/availability/search', { ...day, ...body }],
  ] as const) {
    const response = await world.call<{ details: ErrorDetail[] }>('POST', url, { body: search });
    expect(response).toMatchObject({ status: 400, body: { error_code: 'invalid_request' } });
    expect(response.body.details.map((detail) => `${detail.in} ${detail.path}`)).toEqual([`body ${path}`]);
  }
});

const toCursor = (text: string) => Buffer.from(text).toString('base64url');

/** Strings that no search returned as next_cursor, including some that decode to a plausible value. */
const foreignCursors = [
  'first',
  '_',
  'MR', // decodes to "1", but no encoder produces it
  ...['', '0', '-1', '1.0', '1.5', '01', '+1', '1e1', '0x1', ' 1', '1 ', '\n', 'NaN', 'Infinity', 'null'].map(toCursor),
  toCursor('9007199254740992'),
  toCursor('{"offset":1}'),
  'A'.repeat(201),
  'MQ==',
];

it.each(foreignCursors)('END-13 ERR-4: the foreign cursor "%s" is 400 at /cursor', async (cursor) => {
  for (const [url, search] of [
    ['/v1/venues/search', {}],
    ['/v1/availability/search', day],
  ] as const) {
    const body = { ...search, limit: 1, cursor };
    const response = await world.call<{ details: ErrorDetail[] }>('POST', url, { body });
    expect(response).toMatchObject({ status: 400, body: { error_code: 'invalid_request' } });
    expect(response.body.details.map((detail) => `${detail.in} ${detail.path}`)).toEqual(['body /cursor']);
  }
});

it.each([
  { body: { query: 'harbour' }, ids: ['ven_harbour_table'] },
  { body: { query: 'HARBOUR T' }, ids: ['ven_harbour_table'] },
  { body: { query: 'house', city: 'Porto' }, ids: ['ven_code_house'] },
  { body: { query: 'house', city: 'Lisbon' }, ids: [] },
  { body: { city: 'Lisbon' }, ids: ['ven_harbour_table', 'ven_express_counter', 'ven_closed_kitchen'] },
  { body: { country: 'AT', query: 'declined' }, ids: ['ven_payment_declined', 'ven_card_declined'] },
  { body: { country: 'ZZ' }, ids: [] },
  { body: { query: 'toString' }, ids: [] },
  { body: { query: 'constructor' }, ids: [] },
  { body: { query: '__proto__' }, ids: [] },
  { body: { query: '.*' }, ids: [] },
])('END-1: $body finds $ids', async ({ body, ids }) => {
  expect((await venues(body)).data.map(({ id }) => id)).toEqual(ids);
});

it.each([
  { name: 'an empty query', body: { query: '' }, path: '/query' },
  { name: 'a query of 201 characters', body: { query: 'x'.repeat(201) }, path: '/query' },
  { name: 'an empty city', body: { city: '' }, path: '/city' },
  { name: 'a country in lower case', body: { country: 'pt' }, path: '/country' },
  { name: 'a field of the other search', body: { party_size: 2 }, path: '/party_size' },
])('END-1 LIM-6 ERR-4: $name is 400 at $path', async ({ body, path }) => {
  const response = await world.call('POST', '/v1/venues/search', { body });
  expect(response).toMatchObject({ status: 400, body: { details: [{ in: 'body', path }] } });
});

it.each([
  { query: 'sandbox search failed', status: 502, error_code: 'search_failed', retry: null },
  { query: 'sandbox no provider', status: 503, error_code: 'no_search_provider', retry: '5' },
])(
  'END-1 ERR-5: the sandbox refuses "$query" with $status $error_code',
  async ({ query, status, error_code, retry }) => {
    const response = await world.call('POST', '/v1/venues/search', { body: { query } });
    expect(response).toMatchObject({ status, body: { error_code } });
    expect(response.headers.get('retry-after')).toBe(retry);
  },
);

it('ERR-5: without a provider, a venue search gets 503 no_search_provider and every venue is unknown', async () => {
  await using without = await openWorld({ providers: [] });
  const venueSearch = await without.call('POST', '/v1/venues/search', { body: {} });
  expect(venueSearch).toMatchObject({ status: 503, body: { error_code: 'no_search_provider' } });
  expect(venueSearch.headers.get('retry-after')).toBe('5');
  const slotSearch = await without.call('POST', '/v1/availability/search', { body: day });
  expect(slotSearch).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
});

it.each([
  { name: 'an unknown venue', body: { venue_id: 'ven_nowhere' }, status: 404, error_code: 'not_found' },
  { name: 'toString as a venue', body: { venue_id: 'ven_toString' }, status: 404, error_code: 'not_found' },
  { name: 'the silent venue', body: { venue_id: 'ven_silent_phone' }, status: 502, error_code: 'availability_failed' },
])('END-2 ERR-5: availability of $name is $status $error_code', async ({ body, status, error_code }) => {
  const response = await world.call('POST', '/v1/availability/search', { body: { ...day, ...body } });
  expect(response).toMatchObject({ status, body: { error_code } });
});

it.each([
  { name: 'yesterday', body: { date: '2026-11-20' } },
  { name: 'the year 0', body: { date: '0000-01-01' } },
  { name: 'the year 9999', body: { date: '9999-12-31' } },
  { name: 'the 61st day from today', body: { date: '2027-01-21' } },
  { name: 'nine people, one over the maximum', body: { party_size: 9 } },
  { name: '50 people', body: { party_size: 50 } },
  { name: 'a venue without slots', body: { venue_id: 'ven_fully_booked' } },
])('END-2 END-13: nothing is offered for $name', async ({ body }) => {
  expect(await slots(body)).toEqual({ object: 'list', data: [], has_more: false, next_cursor: null });
});

it('END-2: offers only the future slots of today', async () => {
  await using atNoon = await openWorld({ start: new Date('2026-11-22T12:00:00.000Z') });
  const { body } = await atNoon.call<SlotList>('POST', '/v1/availability/search', { body: day });
  expect(body.data.map(({ starts_at }) => starts_at.slice(11, 16))).toEqual([
    '13:00',
    '18:00',
    '19:00',
    '20:00',
    '21:00',
  ]);
});

it.each([
  { name: '0 people', body: { party_size: 0 }, path: '/party_size' },
  { name: '51 people', body: { party_size: 51 }, path: '/party_size' },
  { name: '30 February', body: { date: '2026-02-30' }, path: '/date' },
  { name: '29 February of a common year', body: { date: '2027-02-29' }, path: '/date' },
  { name: 'month 13', body: { date: '2026-13-01' }, path: '/date' },
  { name: 'day 0', body: { date: '2026-11-00' }, path: '/date' },
])('END-2 ERR-4: availability for $name is 400 at $path', async ({ body, path }) => {
  const response = await world.call<{ details: ErrorDetail[] }>('POST', '/v1/availability/search', {
    body: { ...day, ...body },
  });
  expect(response).toMatchObject({ status: 400, body: { error_code: 'invalid_request' } });
  expect(response.body.details.map((detail) => `${detail.in} ${detail.path}`)).toEqual([`body ${path}`]);
});

it('END-2: accepts 29 February of a leap year', async () => {
  await using leapYear = await openWorld({ start: new Date('2028-02-28T23:59:59.999Z') });
  const body = { ...day, date: '2028-02-29' };
  const response = await leapYear.call<SlotList>('POST', '/v1/availability/search', { body });
  expect(response.body.data).toHaveLength(sandbox.opening_hours_utc.length);
});
