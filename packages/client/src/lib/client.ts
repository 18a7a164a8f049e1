import { createBookings, type Bookings } from './resources/bookings.ts';
import { type ClientCore, createCore } from './connect.ts';
import { createResources, type Resources } from '../generated/resources.ts';
import type { BookingClientOptions } from './options.ts';

/** Calls the booking service. */
export interface BookingClient extends Resources, ClientCore {
  readonly bookings: Bookings;
  /** A client like this one, with some options changed. */
  withOptions(changes: Partial<BookingClientOptions>): BookingClient;
}

/**
 * Creates a client.
 *
 * @throws TypeError if the API key is missing, malformed or not of the expected mode, if baseUrl is not an http(s) URL or has a
 * version, credentials, a query or a fragment, or in a browser without dangerouslyAllowBrowser.
 */
export function createBookingClient(options: BookingClientOptions = {}): BookingClient {
  return createCore(options, (call, time) => {
    const resources = createResources(call);
    return { ...resources, bookings: createBookings(resources.bookings, time) };
  });
}
