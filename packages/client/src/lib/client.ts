import createClient, { type Client } from 'openapi-fetch';
import { createBookings, type Bookings } from './resources/bookings.ts';
import { createCaller, type Connect } from './resources/caller.ts';
import { systemClock } from './transport/clock.ts';
import { RefusedError } from './errors.ts';
import { createExchange } from './transport/exchange.ts';
import type { paths } from '../generated/openapi.ts';
import { clientVersion, keyPrefixes } from '../generated/tables.ts';
import { guardPath } from './transport/guard-path.ts';
import { createLog } from './transport/logger.ts';
import type { BookingClientOptions } from './options.ts';
import { createSearch, type Availability, type Venues } from './resources/searches.ts';
import { createSessions, type Sessions } from './resources/sessions.ts';
import { createTransport } from './transport/transport.ts';

/** Calls the booking service. */
export interface BookingClient {
  readonly venues: Venues;
  readonly availability: Availability;
  readonly bookings: Bookings;
  readonly sessions: Sessions;
  /**
   * The contract's paths, typed by openapi-fetch, over the same transport: the same key, retries, limits and guards. A refusal
   * is returned as `error`, what stands in an answer's place is thrown. `timeout`, `deadline`, `retries` and `idempotencyKey`
   * may stand beside `body`.
   */
  readonly raw: Client<paths>;
  /** Whether the key makes live bookings. */
  readonly livemode: boolean;
  /** A client like this one, with some options changed. */
  withOptions(changes: Partial<BookingClientOptions>): BookingClient;
}

/**
 * Creates a client.
 *
 * @throws TypeError where the key is none of its mode, baseUrl is no address, or in a browser without dangerouslyAllowBrowser.
 */
export function createBookingClient(options: BookingClientOptions): BookingClient {
  const { appInfo = '', clock = systemClock, random = Math.random } = options;
  const livemode = requireKey(options);
  const baseUrl = new URL(options.baseUrl).href.replace(/\/$/, '');
  const inBrowser = 'document' in globalThis;
  if (inBrowser && !options.dangerouslyAllowBrowser) {
    throw new TypeError('A browser shows the key: dangerouslyAllowBrowser.');
  }

  const exchange = createExchange(options);
  const log = createLog(options);
  const transport = createTransport({ ...options, baseUrl, exchange, livemode, log, clock, random });
  const headers = inBrowser ? {} : { 'User-Agent': `booking-service-client/${clientVersion} ${appInfo}` };
  const connect: Connect = (carry) =>
    createClient({ baseUrl, headers, redirect: 'manual', pathSerializer: guardPath, fetch: carry });
  const call = createCaller(connect, transport);

  return {
    venues: { search: createSearch(call, 'searchVenues') },
    availability: { search: createSearch(call, 'searchAvailability') },
    bookings: createBookings(call, { clock, random }),
    sessions: createSessions(call),
    raw: connect((request) =>
      transport(request).then(
        ({ response }) => response,
        (error: unknown) => {
          if (error instanceof RefusedError) return error.response;
          throw error;
        },
      ),
    ),
    livemode,
    withOptions: (changes) => createBookingClient({ ...options, ...changes }),
  };
}

/** The livemode of the key. No message shows the key. */
function requireKey({ apiKey, mode }: BookingClientOptions): boolean {
  for (const [prefix, livemode] of Object.entries(keyPrefixes)) {
    // Of the other mode it may not be.
    if (mode !== (livemode ? 'test' : 'live') && new RegExp(`^${prefix}[!-~]+$`).test(apiKey)) return livemode;
  }
  throw new TypeError(`apiKey is no ${mode ?? 'test or live'} key.`);
}
