/** The parts that every client of a contract has. */
import createClient, { type Client } from 'openapi-fetch';
import { createCaller, type Caller } from './resources/call.ts';
import { systemClock, type Clock } from './transport/clock.ts';
import { RefusedError } from './errors.ts';
import { createExchange } from './transport/exchange.ts';
import type { paths } from '../generated/openapi.ts';
import { clientVersion, keyPrefixes } from '../generated/tables.ts';
import { findOperation, guardPath } from './transport/routes.ts';
import { createLog } from './transport/logger.ts';
import type { BookingClientOptions, CallLimits } from './options.ts';
import { setting } from './setting.ts';
import { createTransport } from './transport/transport.ts';

/** The members of a client beside its resources. */
export interface ClientCore {
  /**
   * The contract's paths, typed by openapi-fetch, over the same transport: the same key, retries, limits and guards. A refusal
   * is returned as `error`; every other failure is thrown. `timeout`, `deadline`, `retries` and `idempotencyKey` go beside
   * `body`.
   */
  readonly raw: Client<paths>;
  /** True if the key is one of the live mode. */
  readonly livemode: boolean;
}

/** A client with its resources. */
export type ClientWith<Resources> = Resources &
  ClientCore & {
    /** A client like this one, with some options changed. */
    withOptions(changes: Partial<BookingClientOptions>): ClientWith<Resources>;
  };

/** The source of time and of chance. */
export interface ClientTime {
  readonly clock: Clock;
  readonly random: () => number;
}

/**
 * Creates a client with the resources that `create` returns.
 *
 * @throws TypeError if the API key is missing, malformed or not of the expected mode, if baseUrl is not an http(s) URL or ends in
 * a version, or in a browser without dangerouslyAllowBrowser.
 */
export function createCore<Resources>(
  options: BookingClientOptions,
  create: (call: Caller, time: ClientTime) => Resources,
): ClientWith<Resources> {
  const { appInfo = '', clock = systemClock, random = Math.random, mode, apiKey: given } = options;
  const keyForm = new RegExp(`^(${mode ? keyPrefixes[mode] : `${keyPrefixes.test}|${keyPrefixes.live}`})[!-~]+$`);
  const checkKey = (value?: string) => setting('apiKey', 'BOOKING_API_KEY', keyForm, value);
  const apiKey = typeof given === 'function' ? given : checkKey(given);
  const readKey = () => (typeof apiKey === 'function' ? checkKey(apiKey()) : apiKey);
  const isLive = () => readKey().startsWith(keyPrefixes.live);
  const url = setting('baseUrl', 'BOOKING_BASE_URL', /^https?:..\S+$/, options.baseUrl);
  const baseUrl = new URL(url).href.replace(/\/$/, '');
  if (/\/v\d+$/.test(baseUrl)) throw new TypeError('Leave the version out of baseUrl.');
  const inBrowser = 'document' in globalThis;
  if (inBrowser && !options.dangerouslyAllowBrowser) throw new TypeError('Set dangerouslyAllowBrowser.');

  const exchange = createExchange({ fetch: options.fetch, readKey });
  const log = createLog(options);
  const headers: Readonly<Record<string, string>> = inBrowser
    ? {}
    : { 'User-Agent': `booking-service-client/${clientVersion} ${appInfo}` };
  const transport = createTransport({ ...options, headers, exchange, isLive, log, clock, random });

  return {
    ...create(createCaller(baseUrl, transport), { clock, random }),
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
    get livemode() {
      return isLive();
    },
    withOptions: (changes) => createCore({ ...options, apiKey, baseUrl, ...changes }, create),
  };
}
