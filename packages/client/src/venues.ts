import { ListCall } from './call.ts';
import type { Caller } from './caller.ts';
import type { CallError } from './errors.ts';
import type { CallOptions } from './options.ts';
import type { Page, Venue, VenueSearch } from './resources.ts';

/** Places that take bookings. */
export interface Venues {
  /**
   * Finds venues by text, city and country; every field narrows the result. Await it for one page, or take them all:
   *
   * ```ts
   * for await (const venue of client.venues.search({ city: 'Lisbon' })) …
   * ```
   */
  search(query?: VenueSearch, options?: CallOptions): ListCall<Venue, CallError<'searchVenues'>>;
}

export function createVenues(call: Caller): Venues {
  const search: Venues['search'] = (query = {}, options = {}) =>
    new ListCall(
      call<Page<Venue>, 'searchVenues'>('searchVenues', { ...options, body: query }).withResponse(),
      (cursor) => search({ ...query, cursor }, options),
    );
  return { search };
}
