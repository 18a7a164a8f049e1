/** The parts that every client of a contract has. */
import createClient, { type Client } from 'openapi-fetch';
import { createCaller, type Caller } from './resources/call.ts';
import { systemClock, type Clock } from './transport/clock.ts';
import { RefusedError } from './errors.ts';
import { createExchange } from './transport/exchange.ts';
import type { paths } from '../generated/openapi.ts';
import { clientVersion, keyPrefixes, livePrefixes } from '../generated/tables.ts';
import { findOperation, guardPath } from './transport/routes.ts';
import { createLog } from './transport/logger.ts';
import type { BookingClientOptions, CallLimits } from './options.ts';
import { setting } from './setting.ts';
import { createTransport } from './transport/transport.ts';

export interface ClientCore {
  readonly call: Caller;
  /**
   * The contract's paths, typed by openapi-fetch, over the same transport: the same key, retries, limits and guards. A refusal
   * is returned as `error`; every other failure is thrown. `timeout`, `deadline`, `retries` and `idempotencyKey` go beside
   * `body`.
   */
  readonly raw: Client<paths>;
  /** True if the key is one of the live mode. */
  readonly livemode: boolean;
  /** The options, with those that came from environment variables. */
  readonly options: BookingClientOptions;
  readonly clock: Clock;
  readonly random: () => number;
}

/**
 * Creates the core of a client.
 *
 * @throws TypeError if the API key is missing, malformed or not of the expected mode, if baseUrl is not an http(s) URL, or in
 * a browser without dangerouslyAllowBrowser.
 */
export function createCore(options: BookingClientOptions): ClientCore {
  const { appInfo = '', clock = systemClock, random = Math.random, mode } = options;
  const keyForm = new RegExp(`^${mode ? keyPrefixes[mode] : `(${Object.values(keyPrefixes).join('|')})`}[!-~]+$`);
  const apiKey = setting('apiKey', 'BOOKING_API_KEY', keyForm, options);
  const livemode = livePrefixes.some((prefix) => apiKey.startsWith(prefix));
  const url = setting('baseUrl', 'BOOKING_BASE_URL', /^https?:..\S+$/, options);
  const baseUrl = new URL(url).href.replace(/\/$/, '');
  const inBrowser = 'document' in globalThis;
  if (inBrowser && !options.dangerouslyAllowBrowser) throw new TypeError('Set dangerouslyAllowBrowser.');

  const exchange = createExchange({ ...options, apiKey });
  const log = createLog(options);
  const headers = inBrowser ? {} : { 'User-Agent': `booking-service-client/${clientVersion} ${appInfo}` };
  const transport = createTransport({ ...options, headers, exchange, livemode, log, clock, random });

  return {
    call: createCaller(baseUrl, transport),
    raw: createClient({
      baseUrl,
      pathSerializer: guardPath,
      // openapi-fetch leaves the options of a call on its request.
      async fetch(request: Request & Partial<CallLimits>) {
        const info = findOperation(`${request.method} ${request.url.slice(baseUrl.length)}`);
        const { response } = await transport(info, request, (await request.text()) || null, request).catch(
          (error: unknown) => {
            if (error instanceof RefusedError) return error;
            throw error;
          },
        );
        return response;
      },
    }),
    livemode,
    options: { ...options, apiKey, baseUrl },
    clock,
    random,
  };
}
