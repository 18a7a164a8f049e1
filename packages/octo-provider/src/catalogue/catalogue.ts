import type { VenueSearch } from '@booking-service/contract';
import type { OctoClient, OctoProduct } from '../http/octo-client.ts';
import { textOf } from '../loose.ts';
import { offersOf, type Offer, type OfferOptions } from './offer.ts';
import { placeOfAddress, placeOfLocations, type Place } from './place-of.ts';

/** The venues of a supplier. Each method reads the products again if they are older than the maximum age. */
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
  readonly offers: Promise<ReadonlyMap<string, Offer>>;
}

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

  function current(): Promise<ReadonlyMap<string, Offer>> {
    const at = clock.now().getTime();
    if (reading && at - reading.at < maxAgeSeconds * 1000) return reading.offers;
    const begun = { at, offers: read() };
    reading = begun;
    begun.offers.catch(() => {
      if (reading === begun) reading = undefined;
    });
    return begun.offers;
  }

  async function read(): Promise<ReadonlyMap<string, Offer>> {
    const signal = newSignal();
    const products = (await octo.getProducts(signal)).filter(isObject);
    const fallback = await completePlace(products, signal);
    const offers = products.flatMap((product) => offersOf(product, { ...rest, fallback }));
    const named = offers.toSorted((a, b) => compare(a.venue.name, b.venue.name) || compare(a.venue.id, b.venue.id));
    return new Map(named.map((offer) => [offer.venue.id, offer]));
  }

  /** Reads the supplier's own address if a product needs it. A supplier without one does not fail the search. */
  async function completePlace(products: readonly OctoProduct[], signal: AbortSignal): Promise<Place> {
    const isComplete = ({ city, country }: Place) =>
      (city ?? place.city) !== undefined && (country ?? place.country) !== undefined;
    if (products.every(({ locations }) => isComplete(placeOfLocations(locations)))) return place;
    const supplier = await octo.getSupplier(signal).catch(() => undefined);
    const own = placeOfAddress(textOf(supplier?.contact?.address));
    return { city: place.city ?? own.city, country: place.country ?? own.country };
  }

  return {
    async search({ query, city, country }) {
      const offers = [...(await current()).values()];
      return offers.filter(
        ({ venue }) =>
          contains(venue.name, query) &&
          contains(venue.city, city) &&
          (country === undefined || venue.country === country),
      );
    },
    async find(venue_id) {
      return (await current()).get(venue_id);
    },
  };
}

function contains(text: string, part: string | undefined): boolean {
  return part === undefined || text.toLowerCase().includes(part.toLowerCase());
}

/** Compares code units, so that the order does not depend on the language of the computer. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function isObject(product: unknown): product is OctoProduct {
  return typeof product === 'object' && product !== null;
}
