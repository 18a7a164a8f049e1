/**
 * The errors of a call. Each class has its own `name`. `instanceof` compares the name under a registered symbol, so that it
 * also works across two copies of this package.
 */
import type { UnknownValue } from './resources/received.ts';
import type { RefusalCodes } from '../generated/tables.ts';
import type { Attempt, CallRecord, RateLimit } from './transport/middleware.ts';
import type { ErrorCode, ErrorDetail, OperationId } from './resources/resources.ts';

const brand = Symbol.for('@booking-service/client');

/** The properties of a new error. */
interface ErrorFacts extends Partial<CallRecord> {
  readonly response?: Response;
  readonly code?: string;
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly effect?: 'none';
  readonly cause?: unknown;
}

/** Any failure of a call. Safe to log: it contains neither the API key nor the request. */
export class BookingClientError extends Error implements CallRecord {
  /** The name of the class's errors. Undefined in this class, which matches all. */
  declare static readonly error: string | undefined;
  /** The HTTP status of the last response. Undefined if none arrived. */
  declare readonly status: number | undefined;
  /** The code of the refusal, from `error_code` or, for older codes, from `error` (ERR-1, ERR-2). */
  declare readonly code: ErrorCode | UnknownValue | undefined;
  /** `unknown`: the operation may have happened. `none`: nothing happened. */
  declare readonly effect: 'none' | 'unknown';
  /** The delay that the service requires, in seconds. If the deadline leaves less, the call fails at once. */
  declare readonly retry_after_seconds: number | undefined;
  /** The last response with its headers and, unless a raw client returned it, its body. Undefined if none arrived. */
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
    // The value may be of any type. Errors of other libraries do not have this property.
    const name = (value as { [brand]?: string } | null | undefined)?.[brand];
    return name !== undefined && (this.error ?? name) === name;
  }

  /** The message, that of the cause and the other properties, without the response, for logs in JSON. */
  toJSON(): object {
    // The reason of a signal may be any value.
    const cause = this.cause as { readonly message?: unknown } | undefined;
    return Object.assign({ message: this.message }, this, { response: undefined, cause: cause?.message });
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

/** The service refused the request. `code` is the reason. */
export class RefusedError<Code extends string = ErrorCode | UnknownValue> extends BookingClientError {
  static override readonly error = 'RefusedError';
  declare readonly name: 'RefusedError';
  declare readonly status: number;
  declare readonly response: Response;
  declare readonly code: Code & (ErrorCode | UnknownValue);
  /** With `invalid_request`, one entry for each field at fault. */
  declare readonly details: readonly ErrorDetail[] | undefined;
}

/** A response whose body is not in the contract: empty, truncated, or a proxy's own page. */
export class UnreadableError extends BookingClientError {
  static override readonly error = 'UnreadableError';
  declare readonly name: 'UnreadableError';
  declare readonly status: number;
  declare readonly response: Response;
}

/** No response: the connection failed. `cause` is the reason. */
export class ConnectionError extends BookingClientError {
  static override readonly error = 'ConnectionError';
  declare readonly name: 'ConnectionError';
}

/** An attempt took longer than `timeout`. */
export class TimeoutError extends BookingClientError {
  static override readonly error = 'TimeoutError';
  declare readonly name: 'TimeoutError';
}

/** The call, with its attempts and delays, took longer than `deadline`. `cause` is the failure of the attempt before. */
export class DeadlineError extends BookingClientError {
  static override readonly error = 'DeadlineError';
  declare readonly name: 'DeadlineError';
}

/** The caller's signal ended the call; `cause` is the signal's reason. */
export class AbortedError extends BookingClientError {
  static override readonly error = 'AbortedError';
  declare readonly name: 'AbortedError';
}

/** The `livemode` of the response does not match the mode of the key. The operation did happen. */
export class WrongModeError extends BookingClientError {
  static override readonly error = 'WrongModeError';
  declare readonly name: 'WrongModeError';
  declare readonly status: number;
}

/** The codes that an error may carry: those of its operation for an error from `.result()`, all for a caught error. */
type CodeOf<Failure extends NamedError> = Failure extends { readonly name: 'RefusedError' }
  ? Extract<Failure['code'], ErrorCode>
  : string extends Failure['name']
    ? ErrorCode
    : never;

/** An error with the properties that select its type. */
interface NamedError {
  readonly name: string;
  readonly code: unknown;
}

/** The errors that a call of an operation can end with. */
export type CallError<K extends OperationId = OperationId> =
  | RefusedError<RefusalCodes[K] | UnknownValue>
  | UnreadableError
  | ConnectionError
  | TimeoutError
  | DeadlineError
  | AbortedError
  | WrongModeError;

type CodeCases<Codes extends string> = { readonly [Code in Codes]: (error: RefusedError<Code>) => unknown };

/** One case for each code. `otherwise` handles every error without a code, and codes that a later version adds. */
export type ErrorCases<Failure extends BookingClientError> = CodeCases<CodeOf<Failure>> & {
  readonly otherwise: (error: BookingClientError) => unknown;
};

/** Cases for some codes. `rest` handles every other error. */
export type SomeErrorCases<Failure extends BookingClientError> = Partial<CodeCases<CodeOf<Failure>>> & {
  readonly rest: (error: BookingClientError) => unknown;
};

/** Refuses a case for anything but a code of the error: a typo does not compile. */
type KnownCases<Failure extends BookingClientError, Cases> = {
  readonly [Case in keyof Cases]: Case extends CodeOf<Failure> | 'rest' ? unknown : never;
};

type ReturnOf<Cases> = {
  [Case in keyof Cases]: Cases[Case] extends (error: never) => infer Value ? Value : never;
}[keyof Cases];

/**
 * Calls the case for the error's code and returns its value. With `otherwise` every code needs a case, so that a program
 * stops compiling when the contract gains a code. With `rest`, give cases only for the codes that you handle.
 *
 * ```ts
 * const { error } = await call.result();
 * if (error) matchError(error, { not_found: () => …, rest: (error) => … });
 * ```
 */
export function matchError<Failure extends BookingClientError, Cases extends SomeErrorCases<Failure>>(
  error: Failure,
  cases: Cases & KnownCases<Failure, Cases>,
): ReturnOf<Cases>;
export function matchError<Failure extends BookingClientError, Cases extends ErrorCases<Failure>>(
  error: Failure,
  cases: Cases,
): ReturnOf<Cases>;
export function matchError(
  error: BookingClientError,
  cases: Readonly<Partial<Record<string, (error: BookingClientError) => unknown>>>,
): unknown {
  const { code = 'rest' } = error;
  return (Object.hasOwn(cases, code) ? cases[code] : (cases['otherwise'] ?? cases['rest']))?.(error);
}
