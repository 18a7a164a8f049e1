/** The parts that every client of a contract has. */
import { connect, type ClientTime } from './connect.ts';
import type { BookingClientOptions } from './options.ts';
import { createCaller, type Caller } from './resources/call.ts';

/** The members of a client beside its resources. */
export interface ClientCore {
  /** True if the key is one of the live mode. */
  readonly livemode: boolean;
}

/** A client with its resources. */
export type ClientWith<Resources> = Resources &
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
