import type { OperationId } from '../resources/resources.ts';

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
