import createClient, { type Client } from 'openapi-fetch';
import { createAvailability, type Availability } from './availability.ts';
import { createBookings, type Bookings } from './bookings.ts';
import { createCaller } from './caller.ts';
import { systemClock } from './clock.ts';
import { createExchange } from './exchange.ts';
import type { paths } from './generated/openapi.ts';
import { clientVersion, keyPrefixes } from './generated/tables.ts';
import { guardPath } from './guard-path.ts';
import { createLog } from './logger.ts';
import { requireLimits, type BookingClientOptions } from './options.ts';
import { createSecretMask } from './secret-mask.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createTransport } from './transport.ts';
import { createVenues, type Venues } from './venues.ts';

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
 * @throws TypeError where the key, its mode or baseUrl cannot be right, or in a browser without dangerouslyAllowBrowser.
 * @throws RangeError where a limit cannot be kept.
 */
export function createBookingClient(options: BookingClientOptions): BookingClient {
  const { apiKey, baseUrl, timeout = 40_000, deadline = 90_000, retries = 3 } = options;
  const { fetch = (request) => globalThis.fetch(request), middleware = [], onCall = (_, run) => run() } = options;
  const { logger, logLevel = 'warn', appInfo, clock = systemClock, random = Math.random } = options;
  requireLimits({ timeout, deadline, retries });
  if (!/^https?:\/\//.test(baseUrl)) throw new TypeError(`baseUrl is ${baseUrl}: give an http or https address.`);
  const inBrowser = 'document' in globalThis;
  if (inBrowser && options.dangerouslyAllowBrowser !== true) {
    throw new TypeError('In a browser anybody can read the API key. If you mean it, set dangerouslyAllowBrowser.');
  }
  const livemode = requireKey(options);

  const mask = createSecretMask(apiKey);
  const transport = createTransport({
    ...{ timeout, deadline, retries, middleware, onCall, livemode, clock, random },
    exchange: createExchange({ apiKey, fetch, mask }),
    log: createLog(logger, logLevel),
  });
  const app = appInfo ? ` ${appInfo.name}/${appInfo.version ?? '0'}` : '';
  const headers: Record<string, string> = inBrowser
    ? {}
    : { 'User-Agent': `booking-service-client/${clientVersion}${app}` };
  const call = createCaller(baseUrl, headers, transport);

  return {
    venues: createVenues(call),
    availability: createAvailability(call),
    bookings: createBookings(call, { clock, random }),
    sessions: createSessions(call),
    raw: createClient<paths>({
      ...{ baseUrl, headers, redirect: 'manual', pathSerializer: guardPath },
      fetch: async (request) => (await transport(request)).response,
    }),
    livemode,
    withOptions: (changes) => createBookingClient({ ...options, ...changes }),
  };
}

/** The livemode of the key. No message shows the key. */
function requireKey({ apiKey, mode }: BookingClientOptions): boolean {
  for (const [prefix, livemode] of Object.entries(keyPrefixes)) {
    if (!String(apiKey).startsWith(prefix) || !/^[!-~]+$/.test(apiKey)) continue;
    if (mode === undefined || (mode === 'live') === livemode) return livemode;
    throw new TypeError(`mode is ${mode}, but apiKey begins with ${prefix}: use the other key.`);
  }
  throw new TypeError(`apiKey is no key: one begins with ${Object.keys(keyPrefixes).join(' or ')} and has no spaces.`);
}
