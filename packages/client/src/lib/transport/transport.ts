/**
 * Carries one call. From the outside in:
 *
 * 1. the caller's wrapper, around everything
 * 2. the retry loop: it decides by the contract's tables, and waits
 * 3. the limits of one attempt, its body included: `timeout`, the rest of the `deadline`, the caller's signal
 * 4. the caller's middleware, then the wrapper's layers for the attempts of this call
 * 5. the exchange, which adds the API key
 */
import {
  type BookingClientOptions,
  type CallLimits,
  type Clock,
  type LateText,
  type Log,
  matching,
} from '../options.ts';
import { AbortedError, BookingClientError, DeadlineError, TimeoutError, WrongModeError } from '../errors.ts';
import { keyHeaders, keyPrefixes, limitHeaders, unrepeatable, unstarted } from '../../generated/tables.ts';
import {
  type Attempt,
  type CallInfo,
  type CallOutcome,
  type CallRecord,
  layered,
  type Middleware,
} from './middleware.ts';
import { checkResponse, type createExchange, readRateLimit } from './exchange.ts';

interface TransportOptions
  extends
    Pick<BookingClientOptions, keyof CallLimits | 'middleware' | 'onCall'>,
    Required<Pick<BookingClientOptions, 'apiKey' | 'baseUrl'>> {
  /** The headers of every request. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly send: ReturnType<typeof createExchange>;
  readonly log: Log;
  readonly clock: Clock;
  readonly random: () => number;
}

type SomeHeaders = Headers | Readonly<Record<string, string | undefined>>;

interface TransportCallOptions extends Partial<CallLimits> {
  readonly signal?: AbortSignal;
  readonly headers?: SomeHeaders;
  readonly idempotencyKey?: string;
  readonly span?: CallSpan;
}

/** The time in which several calls must end: the deadline of the first. */
export interface CallSpan {
  end?: number;
}

/** Carries a call to a URL, or the request of a raw client. Resolves with a checked response, and rejects in all other cases. */
export type Transport = (
  info: CallInfo,
  /** Returns the request, or its URL. `baseUrl` has no slash at its end. */
  target: (baseUrl: string) => Request | string,
  /** JSON. Each attempt sends it in a request of its own. */
  body: string | null,
  options: TransportCallOptions,
) => Promise<CallOutcome>;

type Changing<T> = { -readonly [K in keyof T]: T[K] };

export function createTransport({
  headers,
  apiKey,
  baseUrl,
  send,
  middleware = [],
  onCall = (_, run) => run(),
  log,
  clock,
  random,
  ...usual
}: TransportOptions): Transport {
  return async (info, target, body, options) => {
    const {
      timeout = usual.timeout ?? 40_000,
      deadline = usual.deadline ?? 90_000,
      retries = usual.retries ?? 3,
      signal,
      span = {},
    } = options;
    const limits = { timeout, deadline, retries };
    if (!Object.values(limits).every((each) => typeof each === 'number' && each >= 0))
      throw new TypeError(`Limits must be numbers from 0, not ${JSON.stringify(limits)}.`);
    const end = (span.end ??= clock.now().getTime() + deadline);
    const { operation, method, path } = info;
    const name = operation ?? path;
    const keyHeader = (keyHeaders as Readonly<Record<string, string | undefined>>)[name];
    const sent = merge(
      body && { 'Content-Type': 'application/json' },
      headers,
      keyHeader && {
        [keyHeader]: matching('idempotencyKey', /^[ -~]+$/, options.idempotencyKey ?? crypto.randomUUID()),
      },
      options.headers,
    );
    const idempotencyKey = keyHeader && (sent.get(keyHeader) as string);

    async function run(...layers: readonly Middleware[]): Promise<CallOutcome> {
      const attempts: Attempt[] = [];
      // Each attempt sets the rest.
      const record: Changing<Partial<CallRecord>> = { operation, attempts, idempotencyKey };
      let effect: BookingClientError['effect'] = 'none';
      let retry_after_seconds: number | undefined;
      let cause: unknown;
      try {
        for (let number = 1; ; number += 1) {
          const began = clock.now().getTime();
          const left_ms = end - began;
          // Nothing is sent without it.
          let key = '';
          let response: Response | undefined;
          let error: BookingClientError | undefined;
          const over = async () => {
            const isAttempt = left_ms > timeout;
            const message = `${name}: not done within ${isAttempt ? timeout : deadline} ms.`;
            throw new (isAttempt ? TimeoutError : DeadlineError)(message, { cause });
          };
          log('debug', name, { number });
          try {
            response = await bounded(
              clock,
              Math.min(timeout, left_ms),
              signal,
              async (stop) => {
                if (left_ms <= 0) return over();
                const url = (await read(baseUrl)).replace(/\/$/, '');
                key = await read(apiKey);
                const received = await layered([...middleware, ...layers], (...request) => send(key, ...request), {
                  ...info,
                  number,
                })(target(url), {
                  headers: sent,
                  method,
                  body,
                  signal: stop,
                  redirect: 'manual',
                });
                await checkResponse(received, name, key.startsWith(keyPrefixes.live));
                return received;
              },
              over,
            );
          } catch (thrown) {
            if (!(thrown instanceof BookingClientError)) throw thrown;
            ({ response } = error = thrown);
          }

          const now = clock.now().getTime();
          const responseHeaders = new Headers(response?.headers);
          const requestId = (record.requestId = responseHeaders.get('Request-Id') ?? undefined);
          record.rateLimit = readRateLimit(responseHeaders) ?? record.rateLimit;
          retry_after_seconds = retryAfter(responseHeaders, now);
          const verdict = error && judge(error);
          if (key && verdict === 'if_repeatable') effect = 'unknown';
          const wait_ms = retryWait(number, retry_after_seconds, random);
          const again =
            (verdict === 'always' ||
              (verdict === 'if_repeatable' &&
                (!key || (operation && !(unrepeatable as readonly unknown[]).includes(operation))))) &&
            number <= retries &&
            now + wait_ms < end &&
            !signal?.aborted &&
            // A page, such as that of a login, comes again.
            !(response?.ok && /html/.test(String(responseHeaders.get('Content-Type'))));
          const done: Attempt = {
            number,
            duration_ms: now - began,
            status: response?.status,
            error: error?.name,
            code: error?.code,
            requestId,
            wait_ms: again ? wait_ms : undefined,
          };
          if (key) attempts.push(done);
          log(again ? 'warn' : error ? 'error' : 'info', name, done);

          if (response && !error) return { response, record: record as CallRecord };
          if (!again) throw error;
          cause = error;
          await sleep(clock, wait_ms, signal);
        }
      } catch (thrown) {
        throw thrown instanceof BookingClientError
          ? Object.assign(thrown, record, { effect, retry_after_seconds })
          : thrown;
      }
    }

    return onCall(info, run);
  };
}

function read(given: LateText): string | Promise<string> {
  return typeof given === 'string' ? given : given();
}

/** Returns all headers. A later one replaces an earlier one of the same name, unless its value is undefined. */
function merge(...parts: readonly (SomeHeaders | '' | null | undefined)[]): Headers {
  const merged = new Headers();
  for (const part of parts) {
    for (const [name, value] of part instanceof Headers ? part : Object.entries(part ?? {})) {
      if (value !== undefined) merged.set(name, value);
    }
  }
  return merged;
}

/**
 * Runs the work until it is done, too late or aborted by the caller's signal, whichever is first, and removes its timer and listener.
 * `over` returns the outcome of work that takes longer. The work gets a signal. The promise settles even if the work ignores it.
 */
function bounded<T>(
  clock: Clock,
  ms: number,
  signal: AbortSignal | undefined,
  work: (stop: AbortSignal) => Promise<T>,
  over: () => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  return new Promise((resolve) => {
    const settle = (outcome: Promise<T>) => {
      resolve(outcome);
      cancel();
      signal?.removeEventListener('abort', abort);
    };
    const cut = (outcome: Promise<T>) => {
      settle(outcome);
      stop.abort();
    };
    const abort = () => cut(Promise.reject(new AbortedError('Aborted.', { cause: signal?.reason })));
    const cancel = clock.after(ms, () => cut(over()));
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort);
    const working = work(stop.signal);
    const done = () => settle(working);
    working.then(done, done);
  });
}

/** Waits `ms` milliseconds. Rejects with an AbortedError if the signal aborts. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return bounded(
    clock,
    ms,
    signal,
    () => new Promise<void>(() => undefined),
    async () => undefined,
  );
}

/** The decision about a retry. `always`: nothing happened. `if_repeatable`: the operation may have happened. */
type Verdict = 'always' | 'if_repeatable' | 'never';

/** Returns the verdict on a failed attempt. The status decides, except for codes that the contract lists. */
function judge(error: BookingClientError): Verdict {
  const { status, code, cause } = error;
  // Node's ECONNREFUSED and ENOTFOUND, and Bun's ConnectionRefused: the client never connected.
  if (status === undefined) return /REFUSED|NOTFOUND/i.test(String(cause)) ? 'always' : 'if_repeatable';
  if (error instanceof WrongModeError) return 'never';
  if (status === 429 || (unstarted as readonly unknown[]).includes(code)) return 'always';
  // The outcome of an unreadable success is unknown.
  return status >= 500 || status < 300 ? 'if_repeatable' : 'never';
}

/**
 * Returns the delay before the next attempt, in milliseconds: a random part of a span that doubles (full jitter), plus the
 * seconds of Retry-After.
 */
export function retryWait(number: number, asked_seconds = 0, random: () => number): number {
  // Half a second after the first attempt, at most eight.
  return asked_seconds * 1000 + random() * Math.min(8000, 250 * 2 ** number);
}

/**
 * Returns Retry-After in seconds. A date is compared with the response's own Date header, so that the clocks may differ.
 */
function retryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get(limitHeaders.retry_after) ?? '';
  const asked_seconds = /^\d+$/.test(value)
    ? Number(value)
    : (Date.parse(value) - (Date.parse(headers.get('Date') ?? '') || now)) / 1000;
  return asked_seconds >= 0 ? asked_seconds : undefined;
}
