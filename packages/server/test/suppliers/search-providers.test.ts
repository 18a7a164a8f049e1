/** Venue searches over several providers: pages, cursors, and providers that fail or are slow. */
import type { Venue, VenueList } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { Refusal, type Provider } from '../../src/index.ts';
import { toPage } from '../../src/providers/sandbox/sandbox-provider.ts';
import { openWorld, type World } from '../../src/testing.ts';
import { ownProvider } from '../support/providers.ts';

const never = () => new Promise<never>(() => undefined);

/** A provider with this many venues. */
function providerOf(name: string, count: number, methods: Partial<Provider> = {}): Provider {
  const venues = Array.from({ length: count }, (_, index): Venue => {
    const place = { city: 'Ghent', country: 'BE' };
    return { id: `ven_${name}_${index}`, object: 'venue', name: `Table ${index}`, provider: name, ...place };
  });
  return ownProvider(name, { searchVenues: async (query) => toPage(venues, query), ...methods });
}

async function search(world: World, body: object = {}): Promise<VenueList> {
  const response = await world.call<VenueList>('POST', '/v1/venues/search', { body });
  expect(response.status).toBe(200);
  return response.body;
}

/** Reads all pages, and returns the venues of each. */
async function pagesOf(world: World, limit: number): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await search(world, { limit, ...(cursor !== undefined && { cursor }) });
    expect(page.data.length).toBeLessThanOrEqual(limit);
    expect(page.has_more).toBe(page.next_cursor !== null);
    expect(page).not.toHaveProperty('missing_providers');
    pages.push(page.data.map(({ id }) => id));
    if (page.next_cursor === null) return pages;
    cursor = page.next_cursor;
  }
}

const idsOf = (name: string, count: number) => Array.from({ length: count }, (_, index) => `ven_${name}_${index}`);

it.each([1, 2, 3, 4, 5, 7, 9, 10, 100])(
  'PRV-1 END-13: pages of %i list every venue of every provider once, in the order of the configuration',
  async (limit) => {
    const providers = [providerOf('one', 4), providerOf('none', 0), providerOf('two', 1), providerOf('three', 5)];
    await using world = await openWorld({ providers });
    const pages = await pagesOf(world, limit);
    expect(pages.flat()).toEqual([...idsOf('one', 4), ...idsOf('two', 1), ...idsOf('three', 5)]);
    expect(pages[0]?.length).toBe(limit >= 10 ? 10 : pages[0]?.length);
  },
);

it('PRV-1: a cursor gives the same page again', async () => {
  await using world = await openWorld({ providers: [providerOf('one', 3), providerOf('two', 3)] });
  const first = await search(world, { limit: 2 });
  const second = await search(world, { limit: 2, cursor: first.next_cursor });
  expect(second.data.map(({ id }) => id)).toEqual(['ven_one_2', 'ven_two_0']);
  expect(await search(world, { limit: 2, cursor: first.next_cursor })).toEqual(second);
});

it('PRV-1: a provider that fails is left out and named', async () => {
  const failing = providerOf('two', 3, {
    searchVenues: async () => {
      throw new Error('The provider is down.');
    },
  });
  await using world = await openWorld({ providers: [providerOf('one', 2), failing, providerOf('three', 2)] });
  const page = await search(world);
  expect(page.data.map(({ id }) => id)).toEqual([...idsOf('one', 2), ...idsOf('three', 2)]);
  expect(page).toMatchObject({ has_more: false, missing_providers: ['two'] });
});

it('PRV-1: a provider that fails on a later page is left out from there on', async () => {
  let isUp = true;
  const one = providerOf('one', 4);
  const flaky = providerOf('one', 4, {
    searchVenues: (query, context) => (isUp ? one.searchVenues(query, context) : Promise.reject(new Error('Down.'))),
  });
  await using world = await openWorld({ providers: [flaky, providerOf('two', 1)] });
  const first = await search(world, { limit: 2 });
  isUp = false;
  const second = await search(world, { limit: 2, cursor: first.next_cursor });
  expect(second).toMatchObject({ data: [{ id: 'ven_two_0' }], has_more: false, missing_providers: ['one'] });
});

it('PRV-1: a provider that takes longer than 10 seconds is left out and named', async () => {
  const asked = Promise.withResolvers<void>();
  const silent = providerOf('two', 3, {
    searchVenues: () => {
      asked.resolve();
      return never();
    },
  });
  await using world = await openWorld({ providers: [providerOf('one', 2), silent, providerOf('three', 2)] });
  let isDone = false;
  const searching = search(world).finally(() => (isDone = true));
  await asked.promise;
  await world.clock.advance(9_999);
  // A response, if there is one, arrives before the response to a later request on the same machine.
  for (let round = 0; round < 5; round += 1) await world.call('GET', '/nowhere', { key: null });
  expect(isDone).toBe(false);
  await world.clock.advance(1);
  const page = await searching;
  expect(page.data.map(({ id }) => id)).toEqual([...idsOf('one', 2), ...idsOf('three', 2)]);
  expect(page.missing_providers).toEqual(['two']);
});

it('PRV-1: a search to which no provider responds is 502 search_failed', async () => {
  const failing = (name: string) =>
    providerOf(name, 1, {
      searchVenues: async () => {
        throw new Refusal('no_search_provider');
      },
    });
  await using world = await openWorld({ providers: [failing('one'), failing('two')] });
  const response = await world.call('POST', '/v1/venues/search', { body: {} });
  expect(response).toMatchObject({ status: 502, body: { error_code: 'search_failed' } });
});

it.each([
  { what: 'returns more venues than the limit', page: { data: [{}, {}, {}], has_more: false, next_cursor: null } },
  { what: 'has more but no cursor', page: { data: [], has_more: true, next_cursor: null } },
  { what: 'has a cursor that is too long', page: { data: [], has_more: true, next_cursor: 'a'.repeat(195) } },
])('PRV-1: a provider that $what is left out', async ({ page }) => {
  // A page of third-party code.
  const searchVenues = async () => ({ object: 'list', ...page }) as unknown as VenueList;
  const providers = [providerOf('one', 0, { searchVenues }), providerOf('two', 1)];
  await using world = await openWorld({ providers });
  expect(await search(world, { limit: 2 })).toMatchObject({
    data: [{ id: 'ven_two_0' }],
    missing_providers: ['one'],
  });
});

it.each(['x', 'MQ', 'A'.repeat(200)])('PRV-1 ERR-4: the foreign cursor %s is 400 at /cursor', async (cursor) => {
  await using world = await openWorld({ providers: [providerOf('one', 3), providerOf('two', 3)] });
  const response = await world.call('POST', '/v1/venues/search', { body: { cursor } });
  expect(response).toMatchObject({
    status: 400,
    body: { error_code: 'invalid_request', details: [{ in: 'body', path: '/cursor' }] },
  });
});

it('PRV-1 ERR-4: a cursor that its provider refuses is 400 at /cursor', async () => {
  await using world = await openWorld({ providers: [providerOf('one', 3), providerOf('two', 3)] });
  const { next_cursor } = await search(world, { limit: 1 });
  const response = await world.call('POST', '/v1/venues/search', { body: { cursor: `${next_cursor}x` } });
  expect(response).toMatchObject({ status: 400, body: { details: [{ path: '/cursor' }] } });
});

it('PRV-2: the provider of the venue returns its availability, and fails alone', async () => {
  const silent = providerOf('one', 1, {
    handlesVenue: (id) => id === 'ven_one',
    searchAvailability: async () => {
      throw new Error('The provider is down.');
    },
  });
  const slots = { object: 'list' as const, data: [], has_more: false, next_cursor: null };
  const two = providerOf('two', 1, { searchAvailability: async () => slots });
  await using world = await openWorld({ providers: [silent, two] });
  const availability = (venue_id: string) => {
    return world.call('POST', '/v1/availability/search', { body: { venue_id, date: '2026-11-22', party_size: 2 } });
  };
  expect(await availability('ven_two')).toMatchObject({ status: 200, body: slots });
  expect(await availability('ven_one')).toMatchObject({ status: 502, body: { error_code: 'availability_failed' } });
  expect(await availability('ven_three')).toMatchObject({ status: 404 });
});
