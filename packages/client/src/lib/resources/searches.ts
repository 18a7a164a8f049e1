import type { ListCall } from './call.ts';
import type { Caller } from './caller.ts';
import type { CallError } from '../errors.ts';
import type { CallOptions } from '../options.ts';
import type { AvailabilitySearch, Page, Slot, Venue, VenueSearch } from './resources.ts';

/** Places that take bookings. */
export interface Venues {
  /**
   * Finds venues by text, city and country; every field narrows the result. Await it for one page, or iterate over all:
   *
   * ```ts
   * for await (const venue of client.venues.search({ city: 'Lisbon' })) …
   * ```
   */
  search(query?: VenueSearch, options?: CallOptions): ListCall<Venue, CallError<'searchVenues'>>;
}

/** Slots that a venue offers. */
export interface Availability {
  /** Finds the slots of a venue on a day for a party, earliest first. Await it for one page, or iterate over all. */
  search(query: AvailabilitySearch, options?: CallOptions): ListCall<Slot, CallError<'searchAvailability'>>;
}

type SearchOperation = 'searchVenues' | 'searchAvailability';

/** Creates the search method of one operation. Each page is a separate call with its own deadline. */
export function createSearch<Query extends VenueSearch | AvailabilitySearch, Item, K extends SearchOperation>(
  call: Caller,
  operation: K,
) {
  return function search(query?: Query, options?: CallOptions): ListCall<Item, CallError<K>> {
    const first = call<Page<Item>, K>(operation, options, query ?? {});
    return Object.assign(first, {
      async *[Symbol.asyncIterator]() {
        let page = await first;
        for (;;) {
          yield* page.data;
          if (!page.has_more) return;
          // The same query with a later cursor has the same type.
          page = await search({ ...query, cursor: page.next_cursor } as Query, options);
        }
      },
    });
  };
}
