import type { VenueSearch } from '@booking-service/contract';
import type { ListVersion, OctoClient, OctoProduct } from '../http/octo-client.ts';
import { OctoError } from '../http/octo-error.ts';
import { textOf } from '../unchecked.ts';
import { inParts, sortInTurns } from '../turns.ts';
import { type Offer, type OfferOptions, offersOf, type Place, placeOfAddress, placeOfLocations } from './offer.ts';

/**
 * The venues of a supplier. Each method reads the products again if they are older than the maximum age. A supplier that sends an ETag
 * sends only products that have changed since. Every loop over them leaves the main thread to others in between.
 */
export interface Catalogue {
  /** Returns the venues whose name contains `query` and whose city contains `city`, in any case, by name. */
  search(search: Pick<VenueSearch, 'query' | 'city' | 'country'>): Promise<readonly Offer[]>;
  find(venue_id: string): Promise<Offer | undefined>;
}

export interface CatalogueOptions extends Omit<OfferOptions, 'fallback'> {
  readonly octo: Pick<OctoClient, 'getProducts' | 'getSupplier'>;
  readonly clock: { now(): Date };
  readonly maxAgeSeconds: number;
  /** The place of venues for which the supplier sends none. It comes before the supplier's address. */
  readonly place: Place;
  /** Returns a signal that ends one reading of the products. */
  readonly newSignal: () => AbortSignal;
}

interface Reading {
  readonly at: number;
  readonly venues: Promise<Venues>;
}

interface Venues {
  /** By name. */
  readonly offers: readonly Offer[];
  readonly byId: ReadonlyMap<string, Offer>;
  readonly version: ListVersion | undefined;
}

/** An option of a product is a venue, so there can be more of them than products. */
export const maxVenues = 100_000;

/** Concurrent calls share one reading. A reading that failed is not kept. */
export function createCatalogue({
  octo,
  clock,
  maxAgeSeconds,
  place,
  newSignal,
  ...rest
}: CatalogueOptions): Catalogue {
  let reading: Reading | undefined;
  /** The last reading that succeeded. */
  let latest: Venues | undefined;

  function current(): Promise<Venues> {
    const at = clock.now().getTime();
    if (reading && at - reading.at < maxAgeSeconds * 1000) return reading.venues;
    const begun = { at, venues: read() };
    reading = begun;
    begun.venues.catch(() => {
      if (reading === begun) reading = undefined;
    });
    return begun.venues;
  }

  async function read(): Promise<Venues> {
    const signal = newSignal();
    const { isUnchanged, version, products } = await octo.getProducts(signal, latest?.version);
    if (isUnchanged && latest) return latest;
    const found: Offer[] = [];
    const add = (product: OctoProduct, fallback: Place) => {
      found.push(...offersOf(product, { ...rest, fallback }));
      if (found.length > maxVenues) throw tooMany();
    };
    const withoutPlace: OctoProduct[] = [];
    for await (const product of products) {
      if (isComplete(placeOfLocations(product.locations))) add(product, place);
      else withoutPlace.push(product);
    }
    const fallback = withoutPlace.length > 0 ? await readOwnPlace(signal) : place;
    for await (const part of inParts(withoutPlace)) for (const product of part) add(product, fallback);
    const byId = new Map<string, Offer>();
    for await (const part of inParts(found)) for (const offer of part) byId.set(offer.venue.id, offer);
    latest = { offers: await sortInTurns([...byId.values()], byName), byId, version };
    return latest;
  }

  function isComplete({ city, country }: Place): boolean {
    return (city ?? place.city) !== undefined && (country ?? place.country) !== undefined;
  }

  /** A supplier without an address of its own does not fail the search. */
  async function readOwnPlace(signal: AbortSignal): Promise<Place> {
    const supplier = await octo.getSupplier(signal).catch(() => undefined);
    const own = placeOfAddress(textOf(supplier?.contact?.address));
    return { city: place.city ?? own.city, country: place.country ?? own.country };
  }

  return {
    async search({ query, city, country }) {
      const { offers } = await current();
      const wanted = { name: query?.toLowerCase() ?? '', city: city?.toLowerCase() ?? '' };
      if (wanted.name === '' && wanted.city === '' && country === undefined) return offers;
      const found: Offer[] = [];
      for await (const part of inParts(offers)) {
        for (const offer of part) {
          const { name, city: venueCity, country: code } = offer.venue;
          const isNamed = name.toLowerCase().includes(wanted.name) && venueCity.toLowerCase().includes(wanted.city);
          if (isNamed && (country === undefined || code === country)) found.push(offer);
        }
      }
      return found;
    },
    async find(venue_id) {
      return (await current()).byId.get(venue_id);
    },
  };
}

function byName({ venue: a }: Offer, { venue: b }: Offer): number {
  return compare(a.name, b.name) || compare(a.id, b.id);
}

/** Compares code units, so that the order does not depend on the language of the computer. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function tooMany(): OctoError {
  return new OctoError('GET /products/', 'UNREADABLE', { status: 200, text: `more than ${maxVenues} venues` });
}
