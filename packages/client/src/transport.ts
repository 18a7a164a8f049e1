/**
 * Carries one call, beneath openapi-fetch as its fetch. From the outside in:
 *
 * 1. the caller's wrapper, around everything
 * 2. the retry loop: it decides by the contract's tables, and waits
 * 3. the limits of one attempt: `timeout`, what is left of the `deadline`, the caller's signal; they hold until the body is read
 * 4. the caller's middleware
 * 5. the exchange, which adds the API key
 */
import { attempt } from './attempt.ts';
import { sleep } from './bounded.ts';
import type { Clock } from './clock.ts';
import { AbortedError, type BookingClientError, DeadlineError, RefusedError, TimeoutError } from './errors.ts';
import { findOperation, type FoundOperation } from './find-operation.ts';
import type { Log } from './logger.ts';
import { layered, type CallOutcome, type CallWrapper, type Middleware } from './middleware.ts';
import { requireLimits, type CallLimits } from './options.ts';
import { readRateLimit } from './rate-limit.ts';
import type { Attempt, CallRecord } from './record.ts';
import { judge, retryAfter, retryWait } from './retry-policy.ts';

export interface TransportOptions extends CallLimits {
  readonly exchange: (request: Request) => Promise<Response>;
  readonly middleware: readonly Middleware[];
  readonly onCall: CallWrapper;
  /** Of the key. */
  readonly livemode: boolean;
  readonly log: Log;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Carries a call, and resolves with the service's answer, a refusal too. Rejects with what stands in an answer's place. */
export type Transport = (request: Request) => Promise<CallOutcome>;

/** openapi-fetch leaves the options of a call on its request. */
type CallRequest = Request & Partial<CallLimits> & { readonly idempotencyKey?: string };

export function createTransport(options: TransportOptions): Transport {
  return (request) => {
    const found = findOperation(request);
    const { operation, path } = found;
    return options.onCall({ operation, method: request.method, path }, () => carry(request, found, options));
  };
}

async function carry(
  request: CallRequest,
  { operation, path, repeatable, key_header = '' }: FoundOperation,
  { exchange, middleware, livemode, log, clock, random, ...defaults }: TransportOptions,
): Promise<CallOutcome> {
  const {
    timeout = defaults.timeout,
    deadline = defaults.deadline,
    retries = defaults.retries,
    method,
    signal,
  } = request;
  requireLimits({ timeout, deadline, retries });
  const end = clock.now() + deadline;
  const name = operation ?? path;
  const headers = new Headers(request.headers);
  if (key_header && !headers.has(key_header)) headers.set(key_header, request.idempotencyKey ?? crypto.randomUUID());
  const body = await request.text();

  const attempts: Attempt[] = [];
  let record: CallRecord = {
    attempts,
    rateLimit: undefined,
    requestId: undefined,
    idempotencyKey: key_header ? (headers.get(key_header) ?? undefined) : undefined,
  };
  let effect: 'none' | 'unknown' = 'none';
  let before: BookingClientError | undefined;

  for (let number = 1; ; number += 1) {
    const began = clock.now();
    const limit_ms = Math.min(timeout, end - began);
    const { response, error } = await attempt({
      ...{ name, request, headers, body, livemode, clock, limit_ms },
      send: layered(middleware, exchange, { operation, method, path, number }),
      late: () =>
        limit_ms < timeout
          ? new DeadlineError(`${name}: not done within its deadline of ${deadline} ms.`, { cause: before })
          : new TimeoutError(`${name}: no whole answer within ${timeout} ms.`),
    });

    const requestId = response?.headers.get('Request-Id') ?? error?.requestId;
    record = { ...record, requestId, rateLimit: (response && readRateLimit(response.headers)) ?? record.rateLimit };
    const now = clock.now();
    const verdict = error && judge(error);
    if (verdict === 'if_repeatable' || error instanceof DeadlineError || error instanceof AbortedError)
      effect = 'unknown';
    const wait_ms = retryWait(number, (response && retryAfter(response.headers, now)) ?? 0, random);
    const may = verdict === 'always' || (verdict === 'if_repeatable' && repeatable);
    const again = may && number <= retries && now + wait_ms < end;

    const done: Attempt = {
      number,
      duration_ms: now - began,
      status: response?.status ?? error?.status,
      error: error?.name,
      code: error?.code,
      requestId,
      wait_ms: again ? wait_ms : undefined,
    };
    attempts.push(done);
    log(again ? 'warn' : error ? 'error' : 'info', `${name} ${again ? 'is sent again' : error ? 'failed' : 'done'}`, {
      ...done,
    });

    if (error) Object.assign(error, { operation, effect }, record);
    if (again) {
      before = error;
      await sleep(wait_ms, { clock, signal }).catch((aborted: unknown) => {
        throw Object.assign(aborted as AbortedError, { operation, effect }, record);
      });
    } else if (response && (!error || error instanceof RefusedError)) return { response, record, refusal: error };
    else throw error;
  }
}
