import type { Clock } from './transport/clock.ts';
import type { LogOptions } from './transport/logger.ts';
import type { CallWrapper, Middleware } from './transport/middleware.ts';

/** How long a call may take, and how often it is sent. */
export interface CallLimits {
  /** The longest attempt, its body included, in milliseconds. Default 40,000: the service waits 30 s for a provider. */
  readonly timeout: number;
  /** The longest call, with all its attempts and waits, in milliseconds. Default 90,000. */
  readonly deadline: number;
  /** How often a failed attempt is followed by another, where the contract lets it. Default 3. */
  readonly retries: number;
}

/** Options of one call. */
export interface CallOptions extends Partial<CallLimits> {
  /** Ends the call, its waits too. */
  readonly signal?: AbortSignal;
  /** Headers to send beside those of the client. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Options of {@link createBookingClient}. */
export interface BookingClientOptions extends Partial<CallLimits>, LogOptions {
  /** `sk_test_…` or `sk_live_…` (AUT-7). The client never shows it. Default: the environment variable `BOOKING_API_KEY`. */
  readonly apiKey?: string;
  /** The service's URL: `https://bookings.example.com`. Default: the environment variable `BOOKING_BASE_URL`. */
  readonly baseUrl?: string;
  /** The mode that the key must be of. Say it, and a live key that strays into a test is refused before anything is sent. */
  readonly mode?: 'test' | 'live';
  /** Sends a request. Default: the runtime's own fetch. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Runs around each attempt, the first outermost. */
  readonly middleware?: readonly Middleware[];
  /** Runs around each call, its attempts and waits: the place for a span. */
  readonly onCall?: CallWrapper;
  /** Your program, told in the User-Agent: `diner/2.1`. */
  readonly appInfo?: string;
  /** A browser shows the key to whoever looks: say that you mean it. Default false. */
  readonly dangerouslyAllowBrowser?: boolean;
  /** Default: the computer's. */
  readonly clock?: Clock;
  /** From 0 to 1, for the jitter of waits. Default `Math.random`. */
  readonly random?: () => number;
}
