import { keyPrefixes, clientVersion } from '../generated/tables.ts';
import type { BookingClientOptions } from './options.ts';
import { setting } from './setting.ts';
import { systemClock, type Clock } from './transport/clock.ts';
import { createExchange } from './transport/exchange.ts';
import { createLog } from './transport/logger.ts';
import { createTransport, type Transport } from './transport/transport.ts';

/** The source of time and of chance. */
export interface ClientTime {
  readonly clock: Clock;
  readonly random: () => number;
}

/** A service with its checked address and key, and the transport of every call to it. */
export interface Connection {
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
