import type { OperationId } from '../resources/resources.ts';

/** The call under way. */
export interface CallInfo {
  /** The operationId; undefined if a raw client requests a path outside the contract. */
  readonly operation: OperationId | undefined;
  readonly method: string;
  /** The path in the contract, without ids: `/v1/things/{id}`. */
  readonly path: string;
}

/** The attempt under way. */
export interface AttemptInfo extends CallInfo {
  /** 1 for the first. */
  readonly number: number;
}

/**
 * Runs around one attempt. Call `next` with the request, changed or not, and return its response, changed or not. The request
 * does not contain the API key; a layer below adds it. The response has been read completely: read it with text() or json().
 *
 * An error that the middleware itself throws ends the call unchanged, without a retry.
 */
export type Middleware = (
  request: Request,
  next: (request: Request) => Promise<Response>,
  attempt: AttemptInfo,
) => Promise<Response>;

/** The outcome of a call. */
export interface CallOutcome {
  readonly response: Response;
  readonly record: CallRecord;
}

/**
 * Runs around a whole call with its attempts and delays. `run` rejects with the call's error; a refusal is one. The layers
 * that you pass to `run` run around each attempt of this call, inside the client's middleware.
 */
export type CallWrapper = (
  call: CallInfo,
  run: (...layers: readonly Middleware[]) => Promise<CallOutcome>,
) => Promise<CallOutcome>;

/** Sends a request with the changes of `init`. Only the last layer builds the new request, because that is slow. */
export type Exchange = (request: Request | string, init?: RequestInit) => Promise<Response>;

/** Returns the layers as one. The first is the outermost. Without layers it returns the exchange itself. */
export function layered(middleware: readonly Middleware[], exchange: Exchange, attempt: AttemptInfo): Exchange {
  return middleware.reduceRight<Exchange>(
    (next, layer) => (request, init) => layer(new Request(request, init), next, attempt),
    exchange,
  );
}

/** One attempt of a call: a request and its outcome. */
export interface Attempt {
  /** 1 for the first. */
  readonly number: number;
  readonly duration_ms: number;
  /** The HTTP status. Undefined without a response. */
  readonly status: number | undefined;
  /** The name of the error that ended it. */
  readonly error: string | undefined;
  /** The code of a refusal. */
  readonly code: string | undefined;
  /** The Request-Id of the response. */
  readonly requestId: string | undefined;
  /** The delay after it, in milliseconds. Undefined if no attempt followed. */
  readonly wait_ms: number | undefined;
}

/** The rest of the organization's rate limit, from the last response that has it (LIM-2). */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds from that response to the end of the window. */
  readonly reset_seconds: number;
}

/** The record of a call. */
export interface CallRecord {
  /** The operationId; undefined if `raw` requests a path outside the contract. */
  readonly operation: OperationId | undefined;
  /** Every attempt, in order. */
  readonly attempts: readonly Attempt[];
  /** Undefined if no response had it. */
  readonly rateLimit: RateLimit | undefined;
  /** The Request-Id of the last response. Quote it when you report a problem. */
  readonly requestId: string | undefined;
  /** The idempotency key of a create. Send the same create again later with it. */
  readonly idempotencyKey: string | undefined;
}
