import { bounded } from './bounded.ts';
import type { Clock } from './clock.ts';
import { BookingClientError } from './errors.ts';
import { findFault } from './read-answer.ts';

/** One request, and what bounds it. */
export interface AttemptOptions {
  readonly name: string;
  readonly request: Request;
  readonly headers: Headers;
  /** Empty where there is none. */
  readonly body: string;
  readonly send: (request: Request) => Promise<Response>;
  readonly livemode: boolean;
  readonly clock: Clock;
  readonly limit_ms: number;
  /** The error where it takes longer. */
  readonly late: () => BookingClientError;
}

/** What came of it: an answer, an error, or both where the answer is a refusal or cannot be read. */
export interface AttemptOutcome {
  readonly response?: Response;
  readonly error: BookingClientError | undefined;
}

/** Sends one request and reads its answer. Rejects with what a middleware throws by itself, and with nothing else. */
export function attempt({
  name,
  request,
  headers,
  body,
  send,
  livemode,
  clock,
  limit_ms,
  late,
}: AttemptOptions): Promise<AttemptOutcome> {
  return bounded<AttemptOutcome>(
    async (signal) => {
      const response = await send(new Request(request, { headers, signal, body: body || null }));
      const text = await response.clone().text();
      return { response, error: findFault({ name, response, text, livemode, now: clock.now() }) };
    },
    { clock, ms: limit_ms, over: () => Promise.resolve({ error: late() }), signal: request.signal },
  ).catch((error: unknown) => {
    if (error instanceof BookingClientError) return { error };
    throw error;
  });
}
