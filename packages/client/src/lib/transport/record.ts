import type { OperationId } from '../resources/resources.ts';

/** What became of one attempt: one request, and its answer or what stood in its place. */
export interface Attempt {
  /** 1 for the first. */
  readonly number: number;
  readonly duration_ms: number;
  /** The HTTP status, where one arrived. */
  readonly status: number | undefined;
  /** The name of the error that it ended in. */
  readonly error: string | undefined;
  /** The code, where the service refused it. */
  readonly code: string | undefined;
  /** The Request-Id of the answer. */
  readonly requestId: string | undefined;
  /** How long the client waited afterwards; undefined where no other attempt followed. */
  readonly wait_ms: number | undefined;
}

/** What is left of the organization's window, as the last answer told it (LIM-2). */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds from that answer to the window's end. */
  readonly reset_seconds: number;
}

/** What is known of a call beside its outcome. */
export interface CallRecord {
  /** The operationId; undefined where `raw` calls what the contract does not have. */
  readonly operation: OperationId | undefined;
  /** Every attempt, in order. */
  readonly attempts: readonly Attempt[];
  /** Undefined where no answer carried it. */
  readonly rateLimit: RateLimit | undefined;
  /** The Request-Id of the last answer: quote it when you report a problem. */
  readonly requestId: string | undefined;
  /** The key that every attempt of a create carried. With it, the same create can be sent again later. */
  readonly idempotencyKey: string | undefined;
}
