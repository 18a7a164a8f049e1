/** The feeds of Google's Actions Center, which state the restaurants, their one service, and their slots. */
import {
  createBookingClient,
  type BookingClient,
  type BookingClientOptions,
  type Venue,
  type VenueSearch,
} from '@booking-service/client';
import { serviceId } from './availability.ts';

/** The fields of a restaurant by which Google finds it on its map, and that the service does not have. */
export interface Merchant {
  /** The country and city default to those of the venue. */
  readonly address: {
    readonly street_address: string;
    readonly postal_code: string;
    readonly region?: string;
    readonly locality?: string;
    readonly country?: string;
  };
  /** With the codes of the country and the area: +351 210 000 000 */
  readonly telephone?: string;
  readonly url?: string;
  readonly latitude?: number;
  readonly longitude?: number;
  /** Default: restaurant. */
  readonly category?: string;
}

/** Options of {@link createGoogleFeeds}. */
export interface GoogleFeedsOptions {
  /** The address of the booking service, without the version of its paths. */
  readonly baseUrl: string;
  /** An API key of the organization with the scopes venues:read and availability:read. */
  readonly apiKey: string;
  /** Returns what Google needs of a venue. A venue without it is in none of the feeds. */
  readonly merchantOf: (venue: Venue) => Merchant | undefined | Promise<Merchant | undefined>;
  /** The venues of the feeds. Default: all that the key finds. */
  readonly venues?: Omit<VenueSearch, 'limit' | 'cursor'>;
  /** More venues than that fail the feed, as it is one file. Default: 2,000. */
  readonly maxVenues?: number;
  /** The days of the availability feed, each of which is a request for each venue. Default: 30. */
  readonly days?: number;
  /** The party size of these requests. A slot is stated for each size that it takes. Default: 2. */
  readonly partySize?: number;
  /** The largest party size that is stated. Default: 8. */
  readonly maxPartySize?: number;
  /** Default: the clock of the system. */
  readonly now?: () => Date;
  /** Sends a request to the service. Default: the runtime's own fetch. */
  readonly fetch?: BookingClientOptions['fetch'];
}

/** Each feed is the text of a JSON file in pieces. It fails if it would not be complete: Google deletes what a feed lacks. */
export interface GoogleFeeds {
  merchants(): AsyncGenerator<string>;
  services(): AsyncGenerator<string>;
  availability(): AsyncGenerator<string>;
}

const largestPage = 100;
const day_ms = 86_400_000;
/** The maximum time of one call, in milliseconds. A feed has time to wait for the next window of the rate limit. */
const deadline = 900_000;

/** Creates the three feeds that Google takes each day. */
export function createGoogleFeeds(options: GoogleFeedsOptions): GoogleFeeds {
  const { baseUrl, apiKey, fetch, days = 30, partySize = 2, maxPartySize = 8, now = () => new Date() } = options;
  const client = createBookingClient({ apiKey, baseUrl, deadline, appInfo: 'google-reserve', ...(fetch && { fetch }) });

  async function* merchants() {
    for await (const { venue, merchant } of readMerchants(client, options)) yield toMerchant(venue, merchant);
  }

  async function* services() {
    for await (const { venue } of readMerchants(client, options))
      yield {
        merchant_id: venue.id,
        service_id: serviceId,
        localized_service_name: { value: 'Reservation', localized_value: [{ locale: 'en', value: 'Reservation' }] },
      };
  }

  async function* availability() {
    const today = now().getTime();
    for await (const { venue } of readMerchants(client, options))
      for (let day = 0; day < days; day += 1) {
        const date = new Date(today + day * day_ms).toISOString().slice(0, 10);
        const items = await readDay({ venue_id: venue.id, date, party_size: partySize });
        if (items.length > 0) yield { availability: items };
      }
  }

  async function readDay(search: { venue_id: string; date: string; party_size: number }): Promise<object[]> {
    const items: object[] = [];
    for await (const slot of client.availability.search({ ...search, limit: largestPage }))
      for (let size = slot.min_party_size; size <= Math.min(slot.max_party_size, maxPartySize); size += 1)
        items.push({
          merchant_id: search.venue_id,
          service_id: serviceId,
          start_sec: String(Date.parse(slot.starts_at) / 1000),
          duration_sec: String(slot.duration_minutes * 60),
          spots_total: '1',
          spots_open: '1',
          availability_tag: slot.id,
          resources: { party_size: size },
          // The provider may take longer than a create waits.
          confirmation_mode: 'CONFIRMATION_MODE_ASYNCHRONOUS',
        });
    return items;
  }

  return {
    merchants: () => toFile('merchant', merchants(), now),
    services: () => toFile('service', services(), now),
    availability: () => toFile('service_availability', availability(), now),
  };
}

async function* toFile(name: string, items: AsyncIterable<object>, now: () => Date): AsyncGenerator<string> {
  const metadata = {
    processing_instruction: 'PROCESS_AS_COMPLETE',
    shard_number: 0,
    total_shards: 1,
    nonce: String(crypto.getRandomValues(new BigUint64Array(1))[0]),
    generation_timestamp: String(Math.floor(now().getTime() / 1000)),
  };
  yield `{"metadata":${JSON.stringify(metadata)},"${name}":[`;
  let separator = '\n';
  for await (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ',\n';
  }
  yield '\n]}\n';
}

async function* readMerchants(
  client: BookingClient,
  { venues = {}, maxVenues = 2_000, merchantOf }: GoogleFeedsOptions,
): AsyncGenerator<{ venue: Venue; merchant: Merchant }> {
  let count = 0;
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof client.venues.search>> = await client.venues.search({
      ...venues,
      limit: largestPage,
      ...(cursor !== null && { cursor }),
    });
    const missing = page.missing_providers ?? [];
    if (missing.length > 0)
      throw new Error(`The feed would lack the venues of ${JSON.stringify(missing)}. Create it again later.`);
    for (const venue of page.data) {
      count += 1;
      if (count > maxVenues)
        throw new Error(`The feed has more than ${maxVenues} venues. Name fewer with the option venues.`);
      const merchant = await merchantOf(venue);
      if (merchant) yield { venue, merchant };
    }
    cursor = page.next_cursor;
  } while (cursor !== null);
}

function toMerchant({ id, name, city, country }: Venue, { address, latitude, longitude, ...rest }: Merchant): object {
  return {
    merchant_id: id,
    name,
    category: 'restaurant',
    ...rest,
    geo: {
      ...(latitude !== undefined && longitude !== undefined && { latitude, longitude }),
      address: { locality: city, country, ...address },
    },
  };
}
