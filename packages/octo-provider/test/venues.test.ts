import { testContext } from '@booking-service/server/testing';
import { describe, expect, it } from 'vitest';
import { type ProductOptions, unitOf } from './supplier/products.ts';
import {
  firstVenue,
  html,
  type OpenedProvider,
  type OpenOptions,
  openProvider,
  slotsOn,
} from './support/open-provider.ts';

it('lists one venue for each product and option, with the names and the place of octo/content', async () => {
  await using opened = await openProvider({
    products: [
      { id: 'tower', name: 'Tower Tour' },
      { id: 'boat', name: 'Boat Trip', options: ['AM', 'PM'], city: 'Porto' },
    ],
  });
  const { data, has_more, next_cursor } = await opened.provider.searchVenues({}, testContext);
  expect({ has_more, next_cursor }).toEqual({ has_more: false, next_cursor: null });
  expect(data).toEqual([
    {
      id: 'ven_tours_boat__AM',
      object: 'venue',
      name: 'Boat Trip (title) · Option AM',
      provider: 'tours',
      city: 'Porto',
      country: 'PT',
    },
    {
      id: 'ven_tours_boat__PM',
      object: 'venue',
      name: 'Boat Trip (title) · Option PM',
      provider: 'tours',
      city: 'Porto',
      country: 'PT',
    },
    {
      id: 'ven_tours_tower__DEFAULT',
      object: 'venue',
      name: 'Tower Tour (title)',
      provider: 'tours',
      city: 'Lisbon',
      country: 'PT',
    },
  ]);
});

it('searches names and cities by a part in any case, and countries by their code', async () => {
  const products = [
    { id: 'a', name: 'Harbour Walk', city: 'Lisbon', country: 'PT' },
    { id: 'b', name: 'Night Walk', city: 'Ghent', country: 'Belgium' },
    { id: 'c', name: 'Museum', city: 'London', country: 'UK' },
  ];
  await using opened = await openProvider({ products });
  const idsOf = async (search: object) =>
    (await opened.provider.searchVenues(search, testContext)).data.map(({ id }) => id.slice(10, 11)).join('');
  expect(await idsOf({ query: 'WALK' })).toBe('ab');
  expect(await idsOf({ city: 'lis' })).toBe('a');
  expect(await idsOf({ country: 'BE' })).toBe('b');
  expect(await idsOf({ country: 'GB' })).toBe('c');
  expect(await idsOf({ query: 'walk', country: 'GB' })).toBe('');
});

it('returns pages that contain each venue once, and refuses a cursor that it did not write', async () => {
  const products = Array.from({ length: 5 }, (_, index) => ({ id: `p${index}`, name: `Tour ${index}` }));
  await using opened = await openProvider({ products });
  const first = await opened.provider.searchVenues({ limit: 2 }, testContext);
  const second = await opened.provider.searchVenues({ limit: 2, cursor: first.next_cursor ?? '' }, testContext);
  const third = await opened.provider.searchVenues({ limit: 2, cursor: second.next_cursor ?? '' }, testContext);
  expect([first, second, third].map(({ has_more }) => has_more)).toEqual([true, true, false]);
  expect(third.next_cursor).toBeNull();
  expect([first, second, third].flatMap(({ data }) => data.map(({ name }) => name))).toEqual(
    products.map(({ name }) => `${name} (title)`),
  );
  await expect(opened.provider.searchVenues({ cursor: 'LTE' }, testContext)).rejects.toMatchObject({
    code: 'invalid_request',
  });
});

it.each<{ what: string; product?: Partial<ProductOptions>; address?: string | null; options?: object; place: object }>([
  { what: 'the location', place: { city: 'Lisbon', country: 'PT' } },
  {
    what: 'the address of the supplier',
    product: { city: null, country: null },
    place: { city: 'Lisbon', country: 'PT' },
  },
  {
    what: 'an address with a postal code',
    product: { city: null, country: null },
    address: 'Marble Arch, London, W1H 7EJ, United Kingdom',
    place: { city: 'London', country: 'GB' },
  },
  {
    what: 'the options, before the address',
    product: { city: null, country: null },
    options: { city: 'Ghent', country: 'BE' },
    place: { city: 'Ghent', country: 'BE' },
  },
  {
    what: 'the time zone, without an address',
    product: { city: null, country: null, timeZone: 'America/New_York' },
    address: null,
    place: { city: 'New York', country: 'ZZ' },
  },
])('takes the place of a venue from $what', async ({ product = {}, address, options = {}, place }) => {
  const products = [{ id: 'tower', ...product }];
  await using opened = await openProvider({ products, provider: options, ...(address !== undefined && { address }) });
  expect(await firstVenue(opened)).toMatchObject(place);
});

it('keeps the products for their maximum age, and shares one reading between concurrent searches', async () => {
  await using opened = await openProvider({ provider: { productsMaxAgeSeconds: 60 } });
  const readings = () => opened.supplier.requests.filter(({ route }) => route === 'products').length;
  await Promise.all([firstVenue(opened), firstVenue(opened), firstVenue(opened)]);
  await opened.clock.advance(59_999);
  await firstVenue(opened);
  expect(readings()).toBe(1);
  await opened.clock.advance(1);
  await firstVenue(opened);
  expect(readings()).toBe(2);
});

it('does not keep a reading that failed', async () => {
  await using opened = await openProvider();
  opened.supplier.fail({ route: 'products', respond: html(502) });
  await expect(firstVenue(opened)).rejects.toMatchObject({ name: 'OctoError', code: 'UNREADABLE', status: 502 });
  expect(await firstVenue(opened)).toMatchObject({ name: 'Tower Tour (title)' });
});

it.each([
  { unit: undefined, units: [unitOf('child', 'CHILD'), unitOf('adult', 'ADULT')], chosen: 'adult' },
  { unit: undefined, units: [unitOf('ticket', 'OTHER')], chosen: 'ticket' },
  { unit: 'SENIOR', units: [unitOf('adult', 'ADULT'), unitOf('old', 'SENIOR')], chosen: 'old' },
  { unit: 'old', units: [unitOf('adult', 'ADULT'), unitOf('old', 'SENIOR')], chosen: 'old' },
])('books guests as $chosen when the option is $unit', async ({ unit, units, chosen }) => {
  await using opened = await openProvider({ products: [{ id: 'tower', units }], provider: { unit } });
  await slotsOn(opened);
  const { body } = opened.supplier.requests.find(({ route }) => route === 'availability') ?? {};
  expect(body).toMatchObject({ units: [{ id: chosen, quantity: 2 }] });
});

it('leaves out an option without units, or with an id that is too long', async () => {
  const units: [] = [];
  await using opened = await openProvider({
    products: [{ id: 'tower' }, { id: 'school', units }, { id: 'x'.repeat(200) }],
  });
  expect((await opened.provider.searchVenues({}, testContext)).data.map(({ id }) => id)).toEqual([
    'ven_tours_tower__DEFAULT',
  ]);
});

it('handles the venues of its prefix, and refuses one that the supplier does not have', async () => {
  await using opened = await openProvider();
  expect(opened.provider.handlesVenue('ven_tours_gone__DEFAULT')).toBe(true);
  expect(opened.provider.handlesVenue('ven_harbour_table')).toBe(false);
  const search = opened.provider.searchAvailability(
    { venue_id: 'ven_tours_gone__DEFAULT', date: '2026-11-22', party_size: 2 },
    testContext,
  );
  await expect(search).rejects.toMatchObject({ code: 'not_found' });
});

describe('a supplier that sends an ETag with its products (RFC 9110, section 8.8.3)', () => {
  const oneMinute = 60_000;

  function openWithEtag({ variant, ...rest }: OpenOptions = {}): Promise<OpenedProvider> {
    return openProvider({ provider: { productsMaxAgeSeconds: 60 }, variant: { etag: true, ...variant }, ...rest });
  }

  async function namesOf({ provider }: OpenedProvider): Promise<string[]> {
    return (await provider.searchVenues({}, testContext)).data.map(({ name }) => name);
  }

  function versionsAskedOf({ supplier }: OpenedProvider): (string | undefined)[] {
    return supplier.requests.filter(({ route }) => route === 'products').map(({ headers }) => headers['if-none-match']);
  }

  const etag = expect.stringMatching(/^"[0-9a-f]{64}"$/);

  it('names the version that it has, and keeps its venues while the products are unchanged', async () => {
    await using opened = await openWithEtag();
    const names = await namesOf(opened);
    await opened.clock.advance(oneMinute);
    expect(await namesOf(opened)).toEqual(names);
    await opened.clock.advance(oneMinute);
    expect(await namesOf(opened)).toEqual(names);
    expect(versionsAskedOf(opened)).toEqual([undefined, etag, etag]);
  });

  it('reads products that have changed, and names their version next', async () => {
    let title = 'Old';
    const rewrite = (body: unknown, route: string) =>
      route === 'products' ? (body as object[]).map((product) => ({ ...product, title })) : body;
    await using opened = await openWithEtag({ variant: { rewrite } });
    expect(await namesOf(opened)).toEqual(['Old']);
    title = 'New';
    await opened.clock.advance(oneMinute);
    expect(await namesOf(opened)).toEqual(['New']);
    await opened.clock.advance(oneMinute);
    expect(await namesOf(opened)).toEqual(['New']);
    const [, first, second] = versionsAskedOf(opened);
    expect(first).not.toBe(second);
  });

  it('names no version of products that had other capabilities', async () => {
    const capabilities = ['octo/content', 'octo/pricing'];
    await using opened = await openWithEtag({ capabilities });
    await namesOf(opened);
    capabilities.pop();
    await opened.clock.advance(oneMinute);
    await namesOf(opened);
    expect(versionsAskedOf(opened)).toEqual([undefined, undefined]);
  });

  it('keeps the version while readings fail', async () => {
    await using opened = await openWithEtag();
    const names = await namesOf(opened);
    await opened.clock.advance(oneMinute);
    opened.supplier.fail({ route: 'products' });
    await expect(namesOf(opened)).rejects.toThrow('fetch failed');
    expect(await namesOf(opened)).toEqual(names);
    expect(versionsAskedOf(opened)).toEqual([undefined, etag, etag]);
  });

  it('refuses a 304 to a request that names no version', async () => {
    await using opened = await openWithEtag();
    opened.supplier.fail({ route: 'products', respond: (response) => void response.writeHead(304).end() });
    await expect(namesOf(opened)).rejects.toMatchObject({ code: 'UNREADABLE' });
  });
});
