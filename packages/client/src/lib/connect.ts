import { clientVersion, keyPrefixes } from '../generated/tables.ts';
import { type BookingClientOptions, type Clock, createLog, type LateText, setting, systemClock } from './options.ts';
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
  readonly apiKey: LateText;
  readonly baseUrl: LateText;
  readonly transport: Transport;
  readonly time: ClientTime;
}

/**
 * Checks the options of a client, and reads those that are not given from the environment.
 *
 * @throws TypeError if the API key is missing, malformed or not of the expected mode, if baseUrl is not an http(s) URL or has a
 * version, credentials, a query or a fragment, or in a browser without dangerouslyAllowBrowser.
 */
export function connect(options: BookingClientOptions): Connection {
  const { appInfo = '', clock = systemClock, random = Math.random, mode } = options;
  const modes = mode ? keyPrefixes[mode] : Object.values(keyPrefixes).join('|');
  // A message shows nothing of a key, and not the parts of a URL that may be secret.
  const apiKey = setting('apiKey', 'BOOKING_API_KEY', new RegExp(`^(${modes})[!-~]+$`), /.{3,}/s, options.apiKey);
  const url = /^https?:\/\/(?!.*\/v\d+\/?$)[^\s?#@]+$/;
  const baseUrl = setting('baseUrl', 'BOOKING_BASE_URL', url, /\/\/.*@|[?#].*/, options.baseUrl);
  const inBrowser = 'document' in globalThis;
  if (inBrowser && !options.dangerouslyAllowBrowser)
    throw new TypeError('Anyone can read a key in a page. Set dangerouslyAllowBrowser only in tests.');

  const transport = createTransport({
    ...options,
    apiKey,
    baseUrl,
    headers: inBrowser ? {} : { 'User-Agent': `booking-service-client/${clientVersion} ${appInfo}` },
    send: createExchange(options.fetch),
    log: createLog(options),
    clock,
    random,
  });

  return { apiKey, baseUrl, transport, time: { clock, random } };
}

/** The members of a client beside its resources. */
export interface ClientCore {
  /** True if the key is one of the live mode. Undefined if `apiKey` is a function. */
  readonly livemode: boolean | undefined;
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
 * @throws TypeError if the API key is missing, malformed or not of the expected mode, if baseUrl is not an http(s) URL or has a
 * version, credentials, a query or a fragment, or in a browser without dangerouslyAllowBrowser.
 */
export function createCore<Resources>(
  options: BookingClientOptions,
  create: (call: Caller, time: ClientTime) => Resources,
): ClientWith<Resources> {
  const { apiKey, baseUrl, transport, time } = connect(options);
  return {
    ...create(createCaller(transport), time),
    livemode: typeof apiKey === 'string' ? apiKey.startsWith(keyPrefixes.live) : undefined,
    withOptions: (changes) => createCore({ apiKey, baseUrl, ...options, ...changes }, create),
  };
}
