/**
 * What a call can end in. `name` tells the errors apart; `instanceof` goes by a registered symbol that holds it, and so it
 * holds across two copies of this package as well.
 */
import type { UnknownValue } from './resources/received.ts';
import type { RefusalCodes } from '../generated/tables.ts';
import type { Attempt, CallRecord, RateLimit } from './transport/record.ts';
import type { Booking, ErrorCode, ErrorDetail, OperationId } from './resources/resources.ts';

const brand = Symbol.for('@booking-service/client');

/** What an error is made with. */
export interface ErrorFacts extends Partial<CallRecord> {
  readonly response?: Response;
  readonly code?: string;
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly booking?: Booking;
  readonly cause?: unknown;
}

/** Any failure of a call. Holds neither the API key nor what was sent: safe to log. */
export class BookingClientError extends Error implements CallRecord {
  /** The name of the errors of a class; undefined here, which stands for all. */
  declare static readonly error: string | undefined;
  /** The HTTP status of the last answer, where one arrived. */
  declare readonly status: number | undefined;
  /** The refusal's stable name, wherever it stood in the body (ERR-1, ERR-2). */
  declare readonly code: ErrorCode | UnknownValue | undefined;
  /** `unknown`: what was asked for may have happened all the same. `none`: nothing happened. */
  declare readonly effect: 'none' | 'unknown';
  /** How long the service asked to wait. Where the deadline leaves less, the call fails at once with this error. */
  declare readonly retry_after_seconds: number | undefined;
  /** The last answer, where one arrived: its headers, and unless `raw` gave it, its body. */
  declare readonly response: Response | undefined;
  declare readonly operation: OperationId | undefined;
  declare readonly attempts: readonly Attempt[];
  declare readonly rateLimit: RateLimit | undefined;
  declare readonly requestId: string | undefined;
  declare readonly idempotencyKey: string | undefined;

  constructor(message: string, facts: ErrorFacts) {
    super(message);
    const { error } = new.target;
    Object.assign(this, { name: error, [brand]: error, status: facts.response?.status }, facts);
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    // Any value may be asked; whatever has no such property is not ours.
    const name = (value as { [brand]?: string } | null | undefined)?.[brand];
    return name !== undefined && (this.error ?? name) === name;
  }

  /**
   * Returns whether the service refused the call with one of these codes, and narrows the error to it. An error from
   * `.result()` takes the codes of its operation only, a caught error takes all codes.
   */
  is<Self extends NamedError, Code extends CodeOf<Self>>(
    this: Self,
    ...codes: readonly Code[]
  ): this is RefusedError<Code> {
    const all: readonly unknown[] = codes;
    return all.includes(this.code);
  }
}

/** The service refused the call: `code` says why. */
export class RefusedError<Code extends string = ErrorCode | UnknownValue> extends BookingClientError {
  static override readonly error = 'RefusedError';
  declare readonly name: 'RefusedError';
  declare readonly status: number;
  declare readonly response: Response;
  declare readonly code: Code & (ErrorCode | UnknownValue);
  /** With `invalid_request`, one entry for each field at fault. */
  declare readonly details: readonly ErrorDetail[] | undefined;
}

/** An answer with a status and without a body that the contract knows: empty, cut off, or a proxy's own page. */
export class UnreadableError extends BookingClientError {
  static override readonly error = 'UnreadableError';
  declare readonly name: 'UnreadableError';
  declare readonly status: number;
  declare readonly response: Response;
}

/** No answer: the connection failed. `cause` says how. */
export class ConnectionError extends BookingClientError {
  static override readonly error = 'ConnectionError';
  declare readonly name: 'ConnectionError';
}

/** An attempt took longer than `timeout`. */
export class TimeoutError extends BookingClientError {
  static override readonly error = 'TimeoutError';
  declare readonly name: 'TimeoutError';
}

/** The call, with its attempts and waits, took all of its `deadline`. `cause` is how the attempt before failed. */
export class DeadlineError extends BookingClientError {
  static override readonly error = 'DeadlineError';
  declare readonly name: 'DeadlineError';
  /** The booking as `waitFor` saw it last. */
  declare readonly booking: Booking | undefined;
}

/** The caller's signal ended the call; `cause` is the signal's reason. */
export class AbortedError extends BookingClientError {
  static override readonly error = 'AbortedError';
  declare readonly name: 'AbortedError';
}

/** A test key got something live, or a live key something of a test: `livemode` does not fit the key. */
export class WrongModeError extends BookingClientError {
  static override readonly error = 'WrongModeError';
  declare readonly name: 'WrongModeError';
  declare readonly status: number;
}

/** `waitFor`: the booking can no longer come to what was awaited; it failed, expired or was cancelled. */
export class EndedError extends BookingClientError {
  static override readonly error = 'EndedError';
  declare readonly name: 'EndedError';
  /** The booking as it is now. */
  declare readonly booking: Booking;
}

/** The codes that an error may carry: those of its operation for an error from `.result()`, all for a caught error. */
export type CodeOf<Failure extends NamedError> = Failure extends { readonly name: 'RefusedError' }
  ? Extract<Failure['code'], ErrorCode>
  : string extends Failure['name']
    ? ErrorCode
    : never;

/** What tells the errors apart. */
interface NamedError {
  readonly name: string;
  readonly code: unknown;
}

/** What a call of an operation can end in. */
export type CallError<K extends OperationId = OperationId> =
  | RefusedError<RefusalCodes[K] | UnknownValue>
  | UnreadableError
  | ConnectionError
  | TimeoutError
  | DeadlineError
  | AbortedError
  | WrongModeError;
