import { ListCall } from './call.ts';
import type { Caller } from './caller.ts';
import type { CallError } from './errors.ts';
import type { CallOptions } from './options.ts';
import type { AvailabilitySearch, Page, Slot } from './resources.ts';

/** Slots that a venue offers. */
export interface Availability {
  /** Finds the slots of a venue on a day for a party, earliest first. Await it for one page, or `for await` over them all. */
  search(query: AvailabilitySearch, options?: CallOptions): ListCall<Slot, CallError<'searchAvailability'>>;
}

export function createAvailability(call: Caller): Availability {
  const search: Availability['search'] = (query, options = {}) =>
    new ListCall(
      call<Page<Slot>, 'searchAvailability'>('searchAvailability', { ...options, body: query }).withResponse(),
      (cursor) => search({ ...query, cursor }, options),
    );
  return { search };
}
