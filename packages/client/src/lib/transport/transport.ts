/**
 * Carries one call. It is the `fetch` of openapi-fetch. From the outside in:
 *
 * 1. the caller's wrapper, around everything
 * 2. the retry loop: it decides by the contract's tables, and waits
 * 3. the limits of one attempt, its body included: `timeout`, the rest of the `deadline`, the caller's signal
 * 4. the caller's middleware, then the wrapper's layers for the attempts of this call
 * 5. the exchange, which adds the API key
 */
import { bounded, sleep } from './bounded.ts';
import type { Clock } from './clock.ts';
import { BookingClientError, DeadlineError, TimeoutError } from '../errors.ts';
import { findOperation } from './find-operation.ts';
import { keyHeaders } from '../../generated/tables.ts';
import type { Log } from './logger.ts';
import { layered, type CallOutcome, type Exchange, type Middleware } from './middleware.ts';
import type { BookingClientOptions, CallLimits } from '../options.ts';
import { checkResponse, readRateLimit } from './check-response.ts';
import type { Attempt, CallRecord } from './record.ts';
import { isRepeatable, judge, retryAfter, retryWait } from './retry-policy.ts';

export interface TransportOptions extends Pick<BookingClientOptions, keyof CallLimits | 'middleware' | 'onCall'> {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly exchange: Exchange;
  /** The mode of the key. */
  readonly livemode: boolean;
  readonly log: Log;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Carries a call. Resolves with a checked response, and rejects in all other cases. */
export type Transport = (request: Request) => Promise<CallOutcome>;

type Changing<T> = { -readonly [K in keyof T]: T[K] };

/** openapi-fetch leaves the options of a call on its request. */
type CallRequest = Request & Partial<CallLimits> & { readonly idempotencyKey?: string };

export function createTransport({
  baseUrl,
  exchange,
  middleware = [],
  onCall = (_, run) => run(),
  livemode,
  log,
  clock,
  random,
  ...usual
}: TransportOptions): Transport {
  return async (request: CallRequest) => {
    const {
      timeout = usual.timeout ?? 40_000,
      deadline = usual.deadline ?? 90_000,
      retries = usual.retries ?? 3,
    } = request;
    const { headers, method, signal, url } = request;
    const end = clock.now() + deadline;
    const [operation, call] = findOperation(`${method} ${url.slice(baseUrl.length)}`);
    const path = call.slice(method.length + 1);
    const info = { operation, method, path };
    const name = operation ?? path;
    const keyHeader = (keyHeaders as Readonly<Record<string, string | undefined>>)[name];
    const idempotencyKey = keyHeader && (headers.get(keyHeader) ?? request.idempotencyKey ?? crypto.randomUUID());
    // With a header for it there is always a key.
    if (keyHeader) headers.set(keyHeader, idempotencyKey as string);
    const body = (await request.text()) || null;

    async function run(...layers: readonly Middleware[]): Promise<CallOutcome> {
      const attempts: Attempt[] = [];
      // Each attempt sets the rest.
      const record: Changing<Partial<CallRecord>> = { operation, attempts, idempotencyKey };
      let effect: BookingClientError['effect'] = 'none';
      let retry_after_seconds: number | undefined;
      let cause: unknown;
      try {
        for (let number = 1; ; number += 1) {
          const began = clock.now();
          const left_ms = end - began;
          const send = layered([...middleware, ...layers], exchange, { ...info, number });
          let response: Response | undefined;
          let error: BookingClientError | undefined;
          log('debug', name, { number });
          try {
            response = await bounded(
              async (stop) => {
                const received = await send(request, { signal: stop, body });
                await checkResponse(received, { name, livemode });
                return received;
              },
              {
                clock,
                signal,
                ms: Math.min(timeout, left_ms),
                async over() {
                  const isAttempt = left_ms > timeout;
                  const message = `${name}: not done within ${isAttempt ? timeout : deadline} ms.`;
                  throw new (isAttempt ? TimeoutError : DeadlineError)(message, { cause });
                },
              },
            );
          } catch (thrown) {
            if (!(thrown instanceof BookingClientError)) throw thrown;
            ({ response } = error = thrown);
          }

          const now = clock.now();
          const responseHeaders = response?.headers ?? new Headers();
          const requestId = (record.requestId = responseHeaders.get('Request-Id') ?? undefined);
          record.rateLimit = readRateLimit(responseHeaders) ?? record.rateLimit;
          retry_after_seconds = retryAfter(responseHeaders, now);
          const verdict = error && judge(error);
          if (verdict === 'if_repeatable') effect = 'unknown';
          const wait_ms = retryWait(number, retry_after_seconds, random);
          const again =
            (verdict === 'always' || (verdict === 'if_repeatable' && isRepeatable(operation))) &&
            number <= retries &&
            now + wait_ms < end &&
            !signal.aborted;
          const done: Attempt = {
            number,
            duration_ms: now - began,
            status: response?.status,
            error: error?.name,
            code: error?.code,
            requestId,
            wait_ms: again ? wait_ms : undefined,
          };
          attempts.push(done);
          log(again ? 'warn' : error ? 'error' : 'info', name, done);

          if (response && !error) return { response, record: record as CallRecord };
          if (!again) throw error;
          cause = error;
          await sleep(wait_ms, { clock, signal });
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
