import type { CallRecord } from './record.ts';
import type { OperationId } from '../resources/resources.ts';

/** Which call is under way. */
export interface CallInfo {
  /** The operationId; undefined where `raw` calls what the contract does not have. */
  readonly operation: OperationId | undefined;
  readonly method: string;
  /** The path as the contract writes it, without ids: `/v1/bookings/{id}`. */
  readonly path: string;
}

/** Which attempt of it. */
export interface AttemptInfo extends CallInfo {
  /** 1 for the first. */
  readonly number: number;
}

/**
 * Runs around one attempt. Call `next` with the request, changed or not, and return its answer, changed or not. The request
 * does not carry the API key, which is added beneath; the answer has been read to its end.
 *
 * What it throws by itself ends the call as it is, without another attempt.
 */
export type Middleware = (
  request: Request,
  next: (request: Request) => Promise<Response>,
  attempt: AttemptInfo,
) => Promise<Response>;

/** What a call came to. */
export interface CallOutcome {
  readonly response: Response;
  readonly record: CallRecord;
}

/**
 * Runs around a whole call, its attempts and waits. Rejects with the call's error, a refusal too. The layers that `run` is
 * given run around each attempt of this call, inside of the client's middleware.
 */
export type CallWrapper = (
  call: CallInfo,
  run: (...layers: readonly Middleware[]) => Promise<CallOutcome>,
) => Promise<CallOutcome>;

/** Sends a request, with some of it replaced. Whoever makes a new one of both takes its time. */
export type Exchange = (request: Request, init?: RequestInit) => Promise<Response>;

/** The layers as one: the first is the outermost. Without any it is the exchange itself. */
export function layered(middleware: readonly Middleware[], exchange: Exchange, attempt: AttemptInfo): Exchange {
  return middleware.reduceRight<Exchange>(
    (next, layer) => (request, init) => layer(init ? new Request(request, init) : request, next, attempt),
    exchange,
  );
}
