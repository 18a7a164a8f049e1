import type { keyPrefixes } from '../generated/tables.ts';
import type { Clock } from './transport/clock.ts';
import type { LogOptions } from './transport/logger.ts';
import type { CallWrapper, Middleware } from './transport/middleware.ts';

/** The limits of a call. */
export interface CallLimits {
  /** The maximum time of an attempt, its body included, in milliseconds. Default 40,000. */
  readonly timeout: number;
  /** The maximum time of a call, with all its attempts and delays, in milliseconds. Default 90,000. */
  readonly deadline: number;
  /** The maximum number of retries. The contract decides what may be retried. Default 3. */
  readonly retries: number;
}

/** Options of one call. */
export interface CallOptions extends Partial<CallLimits> {
  /** Aborts the call, delays included. */
  readonly signal?: AbortSignal;
  /** Additional request headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Options of a call that a key makes safe to repeat. */
export interface IdempotentOptions extends CallOptions {
  /**
   * Your own key for this call, of printable ASCII characters (IDM-4). The same key always returns the object that it first
   * created. Default: a random key for all attempts of this call.
   */
  readonly idempotencyKey?: string;
}

/** Options of {@link createBookingClient}. */
export interface BookingClientOptions extends Partial<CallLimits>, LogOptions {
  /**
   * A key of one of the contract's modes (AUT-7). The client never shows it. Default: the environment variable `BOOKING_API_KEY`.
   * A function is called for each attempt, so that a program without the key can load, and the key can change.
   */
  readonly apiKey?: string | (() => string);
  /** The service's URL, without the version of its paths: `https://api.example.com`. Default: the environment variable `BOOKING_BASE_URL`. */
  readonly baseUrl?: string;
  /** The required mode of the key. Set it to refuse a key of another mode before any request. Default: any. */
  readonly mode?: keyof typeof keyPrefixes;
  /** Sends a request. Default: the runtime's own fetch. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Runs around each attempt, the first outermost. */
  readonly middleware?: readonly Middleware[];
  /** Runs around each call with its attempts and delays, for example to create a span. */
  readonly onCall?: CallWrapper;
  /** Your program's name in the User-Agent: `diner/2.1`. */
  readonly appInfo?: string;
  /** Allows use in a browser, where anyone can read the key. Default false. */
  readonly dangerouslyAllowBrowser?: boolean;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** Returns a number from 0 to 1, for the jitter of delays. Default `Math.random`. */
  readonly random?: () => number;
}
