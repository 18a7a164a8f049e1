import { clientVersion, keyPrefixes } from '../generated/tables.ts';
import { type BookingClientOptions, type Clock, createLog, setting, systemClock } from './options.ts';
import { createExchange } from './transport/exchange.ts';
import { createTransport, type Transport } from './transport/transport.ts';
import { type Caller, createCaller } from './resources/call.ts';

/** The source of time and of chance. */
interface ClientTime {
  readonly clock: Clock;
  readonly random: () => number;
}

/** A service with its checked address and key, and the transport of every call to it. */
interface Connection {
  readonly apiKey: string | (() => string);
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Returns whether the key is one of the live mode. */
  readonly isLive: () => boolean;
  readonly transport: Transport;
  readonly time: ClientTime;
}

/**
 * Checks the options of a client, and reads those that are not given from the environment.
 *
 * @throws TypeError if the API key is missing, malformed or not of the expected mode, if baseUrl is not an http(s) URL or ends in
 * a version, or in a browser without dangerouslyAllowBrowser.
 */
export function connect(options: BookingClientOptions): Connection {
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

  return { apiKey, baseUrl, isLive, transport, time: { clock, random } };
}

/** The members of a client beside its resources. */
export interface ClientCore {
  /** True if the key is one of the live mode. */
  readonly livemode: boolean;
}

/** A client with its resources. */
type ClientWith<Resources> = Resources &
  ClientCore & {
    /** A client like this one, with some options changed. */
    withOptions(changes: Partial<BookingClientOptions>): ClientWith<Resources>;
  };

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
  const { apiKey, baseUrl, isLive, transport, time } = connect(options);
  return {
    ...create(createCaller(baseUrl, transport), time),
    get livemode() {
      return isLive();
    },
    withOptions: (changes) => createCore({ ...options, apiKey, baseUrl, ...changes }, create),
  };
}
