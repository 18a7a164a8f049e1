/** The feeds, in front of a world. */
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGoogleFeeds, type GoogleFeedsOptions, type Merchant } from '../src/index.ts';
import { type OpenedReserve, openReserve } from './support/open-reserve.ts';

let reserve: OpenedReserve;

beforeAll(async () => {
  reserve = await openReserve();
});

afterAll(() => reserve[Symbol.asyncDispose]());

const address = { street_address: 'Cais 1', postal_code: '1200-001' };
const merchants: Readonly<Record<string, Merchant>> = {
  ven_harbour_table: { address, telephone: '+351 210 000 000', url: 'https://harbour.test' },
  ven_express_counter: { address, latitude: 38.7, longitude: -9.1, category: 'bar' },
  ven_fully_booked: { address: { ...address, region: 'MD', locality: 'Madrid Centro' } },
};

function openFeeds(options: Partial<GoogleFeedsOptions> = {}) {
  return createGoogleFeeds({
    baseUrl: reserve.world.url,
    apiKey: reserve.world.organization.keys.test,
    merchantOf: ({ id }) => merchants[id],
    now: () => reserve.world.clock.now(),
    ...options,
  });
}

const read = async (feed: AsyncGenerator<string>) => JSON.parse(await text(feed));

const metadata = {
  processing_instruction: 'PROCESS_AS_COMPLETE',
  shard_number: 0,
  total_shards: 1,
  nonce: expect.stringMatching(/^\d+$/),
  generation_timestamp: String(Date.UTC(2026, 10, 21, 9, 30) / 1000),
};

describe('a feed', () => {
  it('of merchants has the venues with an address', async () => {
    expect(await read(openFeeds().merchants())).toEqual({
      metadata,
      merchant: [
        {
          merchant_id: 'ven_harbour_table',
          name: 'Harbour Table',
          category: 'restaurant',
          telephone: '+351 210 000 000',
          url: 'https://harbour.test',
          geo: { address: { locality: 'Lisbon', country: 'PT', ...address } },
        },
        {
          merchant_id: 'ven_express_counter',
          name: 'Express Counter',
          category: 'bar',
          geo: { latitude: 38.7, longitude: -9.1, address: { locality: 'Lisbon', country: 'PT', ...address } },
        },
        {
          merchant_id: 'ven_fully_booked',
          name: 'Fully Booked',
          category: 'restaurant',
          geo: { address: { country: 'ES', ...address, region: 'MD', locality: 'Madrid Centro' } },
        },
      ],
    });
  });

  it('of services has one for each of them', async () => {
    const { service } = await read(openFeeds({ venues: { city: 'Lisbon' } }).services());
    expect(service).toMatchObject([
      { merchant_id: 'ven_harbour_table', service_id: 'reservation' },
      { merchant_id: 'ven_express_counter', service_id: 'reservation' },
    ]);
    const none = await read(openFeeds({ merchantOf: () => undefined }).services());
    expect(none).toEqual({ metadata, service: [] });
  });

  it('of availability states slots that the booking server offers and books', async () => {
    const feed = await read(openFeeds({ days: 2, maxPartySize: 3 }).availability());
    const items = feed.service_availability.flatMap((each: { availability: object[] }) => each.availability);
    const [first] = items;
    // Two venues, two days with seven slots each, and parties of one, two and three.
    expect(items).toHaveLength(2 * (7 + 7) * 3);
    expect(items.map((each: { start_sec: string }) => Number(each.start_sec))).not.toContain(Number.NaN);
    expect(first).toEqual({
      merchant_id: 'ven_harbour_table',
      service_id: 'reservation',
      start_sec: String(Date.UTC(2026, 10, 21, 11) / 1000),
      duration_sec: '5400',
      spots_total: '1',
      spots_open: '1',
      availability_tag: 'slt_harbour_table_20261121T1100',
      resources: { party_size: 1 },
      confirmation_mode: 'CONFIRMATION_MODE_ASYNCHRONOUS',
    });
    const { spots_total: _total, spots_open: _open, ...slot } = first;
    expect((await reserve.call('CheckAvailability', { slot })).body).toEqual({ slot, count_available: 1 });
    const created = await reserve.create('ven_harbour_table', { slot });
    expect(created.body.booking.slot).toMatchObject({ start_sec: slot.start_sec, resources: { party_size: 1 } });
  });

  it('arrives in pieces of a venue and a day', async () => {
    const pieces: string[] = [];
    for await (const piece of openFeeds({ days: 3 }).availability()) pieces.push(piece);
    expect(pieces).toHaveLength(1 + 2 * 3 + 1);
  });
});

describe('a feed that would not be complete fails', () => {
  it('if there are more venues than maxVenues', async () => {
    await expect(read(openFeeds({ maxVenues: 3 }).merchants())).rejects.toThrow('more than 3 venues');
  });

  it('if a search fails', async () => {
    const silent = openFeeds({ merchantOf: ({ id }) => (id === 'ven_silent_phone' ? { address } : undefined) });
    await expect(read(silent.availability())).rejects.toMatchObject({ code: 'availability_failed' });
  });

  it('if a provider is missing', async () => {
    const partial: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      const page: object = JSON.parse(await response.text());
      return Response.json({ ...page, missing_providers: ['far_away'] });
    };
    await expect(read(openFeeds({ fetch: partial }).services())).rejects.toThrow('far_away');
  });
});
