import type { keyPrefixes } from '../generated/tables.ts';
import { ConnectionError } from './errors.ts';
import type { Attempt, CallWrapper, Middleware } from './transport/middleware.ts';

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

/** A text, or a function that returns it, at once or later. If it fails, the call fails with a ConnectionError with its error as `cause`. */
export type LateText = string | (() => string | Promise<string>);

/** Options of {@link createBookingClient}. */
export interface BookingClientOptions extends Partial<CallLimits>, LogOptions {
  /**
   * A key of one of the contract's modes (AUT-7). The client never shows it. Default: the environment variable `BOOKING_API_KEY`.
   * A function is called for each attempt, within its limits, so that a program without the key can load, and the key can change.
   */
  readonly apiKey?: LateText;
  /**
   * The service's URL, without the version of its paths: `https://api.example.com`. Default: the environment variable
   * `BOOKING_BASE_URL`. A function is called for each attempt.
   */
  readonly baseUrl?: LateText;
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

/** Declared here, so that a program without the types of Node.js compiles. */
interface Runtime {
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
}

/**
 * Returns an option's value, or its environment variable, checked. A function is checked when it is called. Reads no variable in a
 * runtime without `process`, such as a browser.
 *
 * @throws TypeError if it is missing or malformed. Its message shows the value without what `secret` matches.
 */
export function setting(
  option: string,
  variable: string,
  form: RegExp,
  secret: RegExp,
  given: LateText | undefined = (globalThis as Runtime).process?.env?.[variable],
): LateText {
  const check = (value: unknown) => matching(`${option} or ${variable}`, form, value, secret);
  if (typeof given !== 'function') return check(given);
  return async () =>
    check(
      await new Promise<string>((read) => read(given())).catch((cause) => {
        throw new ConnectionError(`${option}: ${cause}`, { cause });
      }),
    );
}

/** Returns a text of this form. Throws a TypeError for every other value, and shows it without what `secret` matches. */
export function matching(name: string, form: RegExp, value: unknown, secret: RegExp = /$^/): string {
  if (typeof value === 'string' && form.test(value)) return value;
  throw new TypeError(`${name} must be a string like ${form}, not ${JSON.stringify(value)?.replace(secret, '…')}.`);
}

/**
 * The lowest level that is logged. `error`: a call fails. `warn`: an attempt fails and is retried. `info`: a call succeeds.
 * `debug`: an attempt begins.
 */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug';

/** The fields of a log line. They never contain the key, a body, a header or the id of a resource. */
export type LogFields = Partial<Attempt>;

/** Receives the log lines, for example `console`. */
export type Logger = Readonly<Record<Exclude<LogLevel, 'off'>, (operation: string, fields: LogFields) => void>>;

export type Log = (level: Exclude<LogLevel, 'off'>, operation: string, fields: LogFields) => void;

interface LogOptions {
  /** Receives the log lines, for example `console`. Default: none. */
  readonly logger?: Logger;
  /** Default `warn`: failed attempts that are retried, and failed calls. */
  readonly logLevel?: LogLevel;
}

/** A level includes those before it. `off` is not in the list: its position is -1. */
const levels = 'error warn info debug';

/** Returns the function that logs. Without a logger it does nothing. */
export function createLog({ logger, logLevel = 'warn' }: LogOptions): Log {
  return (level, operation, fields) => {
    if (levels.indexOf(level) <= levels.indexOf(logLevel)) logger?.[level](operation, fields);
  };
}

/** The source of time. The clock of a server has this form, too. */
export interface Clock {
  now(): Date;
  /** Runs a task once, after `ms` milliseconds. Returns a function that cancels it. */
  after(ms: number, task: () => void): () => void;
}

/** Longer timers of the runtime would fire immediately. */
const longest_ms = 2e9;

/** The system clock. It is monotonic: a change of the computer's time does not move a deadline. */
export const systemClock: Clock = {
  now: () => new Date(performance.timeOrigin + performance.now()),
  after(ms, task) {
    const timer = setTimeout(task, Math.min(ms, longest_ms));
    return () => clearTimeout(timer);
  },
};
