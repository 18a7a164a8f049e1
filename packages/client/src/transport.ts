/**
 * Carries one call, beneath openapi-fetch as its fetch. From the outside in:
 *
 * 1. the caller's wrapper, around everything
 * 2. the retry loop: it decides by the contract's tables, and waits
 * 3. the limits of one attempt: `timeout`, what is left of the `deadline`, the caller's signal; they hold until the body is read
 * 4. the caller's middleware, then what the wrapper lays around the attempts of this call
 * 5. the exchange, which adds the API key
 */
import { bounded, sleep } from './bounded.ts';
import type { Clock } from './clock.ts';
import { BookingClientError, DeadlineError, TimeoutError } from './errors.ts';
import { findOperation } from './find-operation.ts';
import { keyHeaders, repeatable } from './generated/tables.ts';
import type { Log } from './logger.ts';
import { layered, type CallOutcome, type Middleware } from './middleware.ts';
import type { BookingClientOptions, CallLimits } from './options.ts';
import { checkAnswer, readRateLimit } from './read-answer.ts';
import type { Attempt, CallRecord } from './record.ts';
import { judge, retryAfter, retryWait } from './retry-policy.ts';

export interface TransportOptions extends Pick<BookingClientOptions, keyof CallLimits | 'middleware' | 'onCall'> {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly exchange: (request: Request) => Promise<Response>;
  /** Of the key. */
  readonly livemode: boolean;
  readonly log: Log;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Carries a call. Resolves with an answer that has been checked, and rejects with everything else. */
export type Transport = (request: Request) => Promise<CallOutcome>;

/** openapi-fetch leaves the options of a call on its request. */
type CallRequest = Request & Partial<CallLimits> & { readonly idempotencyKey?: string };

const repeated: readonly unknown[] = repeatable;
const keyed: Readonly<Record<string, string>> = keyHeaders;

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
    if (!(timeout > 0 && deadline > 0 && retries >= 0)) {
      throw new RangeError(`Too low: timeout ${timeout}, deadline ${deadline} or retries ${retries}.`);
    }
    const { method, signal, url } = request;
    const [operation, path] = findOperation(method, url.slice(baseUrl.length));
    const name = operation ?? path;
    const headers = new Headers(request.headers);
    const keyHeader = keyed[name];
    if (keyHeader && !headers.has(keyHeader)) headers.set(keyHeader, request.idempotencyKey ?? crypto.randomUUID());
    const end = clock.now() + deadline;
    const body = (await request.text()) || null;
    let before: BookingClientError | undefined;

    function attempt(number: number, layers: readonly Middleware[]): Promise<Response> {
      const left_ms = end - clock.now();
      const late = () =>
        left_ms < timeout
          ? new DeadlineError(`${name}: not done within its deadline of ${deadline} ms.`, { cause: before })
          : new TimeoutError(`${name}: no whole answer within ${timeout} ms.`, {});
      return bounded(
        async (stop) => {
          const send = layered([...middleware, ...layers], exchange, { operation, method, path, number });
          const response = await send(new Request(request, { headers, signal: stop, body }));
          await checkAnswer(response, { name, livemode });
          return response;
        },
        { clock, signal, ms: Math.min(timeout, left_ms), over: () => Promise.reject(late()) },
      );
    }

    async function run(...layers: readonly Middleware[]): Promise<CallOutcome> {
      const attempts: Attempt[] = [];
      const idempotencyKey = (keyHeader && headers.get(keyHeader)) || undefined;
      let record: CallRecord = { operation, attempts, idempotencyKey, rateLimit: undefined, requestId: undefined };
      let effect: BookingClientError['effect'] = 'none';
      let retry_after_seconds: number | undefined;
      try {
        for (let number = 1; ; number += 1) {
          const began = clock.now();
          const { response, error } = await settled(attempt(number, layers));
          const now = clock.now();
          const asked_ms = response && retryAfter(response.headers, now);
          retry_after_seconds = asked_ms && asked_ms / 1000;
          const wait_ms = retryWait(number, asked_ms ?? 0, random);
          const verdict = error && judge(error);
          if (verdict === 'if_repeatable') effect = 'unknown';
          const may = verdict === 'always' || (verdict === 'if_repeatable' && repeated.includes(operation));
          const again = may && number <= retries && now + wait_ms < end && !signal.aborted;

          const requestId = response?.headers.get('Request-Id') ?? undefined;
          const rateLimit = (response && readRateLimit(response.headers)) ?? record.rateLimit;
          record = { ...record, requestId, rateLimit };
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
          log(again ? 'warn' : error ? 'error' : 'info', name, { ...done });

          if (response && !error) return { response, record };
          if (!again) throw error;
          before = error;
          await sleep(wait_ms, { clock, signal });
        }
      } catch (thrown) {
        throw thrown instanceof BookingClientError
          ? Object.assign(thrown, record, { effect, retry_after_seconds })
          : thrown;
      }
    }

    return onCall({ operation, method, path }, run);
  };
}

/** An answer, an error, or both where the error is about the answer. Rejects with what is no error of the client's. */
function settled(attempt: Promise<Response>): Promise<{ response?: Response | undefined; error?: BookingClientError }> {
  return attempt.then(
    (response) => ({ response }),
    (error: unknown) => {
      if (error instanceof BookingClientError) return { response: error.response, error };
      throw error;
    },
  );
}
