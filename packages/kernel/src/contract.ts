/**
 * The contract of a service, as the kernel receives it: a value that each factory takes in its options, and types that a service
 * declares once:
 *
 * ```ts
 * declare module '@booking-service/kernel/contract' {
 *   interface Register {
 *     contract: typeof contract;
 *     operations: operations;
 *     webhookBody: EventMap[keyof EventMap];
 *     idPrefix: 'loan';
 *   }
 * }
 * ```
 *
 * The codes, operations and events of the kernel's types are then those of the contract. Without a declaration they are texts.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging needs an interface
export interface Register {}

/** One row of the operation table. */
export interface OperationRow {
  readonly method: 'delete' | 'get' | 'patch' | 'post' | 'put';
  /** The path, with `{name}` for a parameter. */
  readonly path: string;
  /** True if a request counts in the window of the rate limit. */
  readonly metered: boolean;
  /** The rows that a request may read, for an operation that counts in the window of reads. Default: it does not. */
  readonly reads?: ReadRows;
  /** The scope that the API key needs. */
  readonly scope: string;
  /** True if a key of the mode `live` is needed. Default: false. */
  readonly live_key?: boolean;
  readonly body: 'required' | 'optional' | 'none';
  /** The media type of the body, in lower case and without parameters. Default: application/json. */
  readonly media_type?: string;
  /** Default: the operation is not deprecated. */
  readonly deprecation?: StatedDeprecation;
}

/** The days of a deprecated operation, in UTC, as its contract states them (x-deprecation). */
export interface StatedDeprecation {
  readonly since: string;
  /** The first day on which it may be gone. */
  readonly sunset: string;
  /** The URL of the page about the policy. Default: none. */
  readonly page?: string;
}

/** The rows that a read may read, by which it costs (LIM-8). */
export interface ReadRows {
  /** `page`: as many as the page that it is sent, by `limit`. */
  readonly rows: number | 'page';
  /** The filters of a page that compare rows after they were read. Default: none. */
  readonly compared?: readonly string[];
}

/** One row of the error catalogue. */
interface ErrorEntry {
  /** The HTTP status. Absent if no response has the code. */
  readonly status?: number;
  /** The field of the body that has the code: `error`, in the older form, or `error_code`. */
  readonly stands_in: readonly string[];
  readonly retry: string;
  readonly message: string;
}

/** The schedule and the limits of webhook deliveries. */
export interface DeliveryRules {
  /** The time between two ticks of the worker. */
  readonly cadence_seconds: number;
  /** The attempt after which a delivery is abandoned. */
  readonly max_attempts: number;
  /** The delays after the first attempt, the second, … */
  readonly retry_delays_seconds: readonly number[];
  /** The time for which an event is kept. */
  readonly retention_days: number;
  /** The whole attempt, with the name lookup. */
  readonly timeout_seconds: number;
  /** The head of the response, with the interim responses before it. */
  readonly max_head_bytes: number;
  readonly max_interim_responses: number;
  /** The body is read up to here. */
  readonly max_answer_bytes: number;
  /** The part of the body that is returned. */
  readonly kept_answer_bytes: number;
}

/** The tables of a contract that the kernel reads. The toolkit generates each of them from its block. */
export interface ServiceContract {
  /** By operationId. */
  readonly operations: Readonly<Record<string, OperationRow>>;
  readonly access: {
    readonly key_modes: Readonly<Record<string, { readonly prefix: string; readonly livemode: boolean }>>;
    readonly scopes: Readonly<Record<string, string>>;
    /** The steps of a request in their order. The first is `unauthorized`. */
    readonly refusal_order: readonly string[];
  };
  /** By code. */
  readonly errors: Readonly<Record<string, ErrorEntry>>;
  readonly limits: {
    /** The length of a window of the rate limit. */
    readonly window_seconds: number;
    /** The requests of a window, for an organization without a limit of its own. */
    readonly default_limit: number;
    /** The window of the reads that are not metered. Default: they are not counted. */
    readonly reads?: {
      /** The units of the window for each request of the organization's rate limit. */
      readonly units_per_request: number;
      /** A call costs 1, and 1 more for each so many rows that it may read. */
      readonly rows_per_unit: number;
      /** The rows that a page with a filter that compares may read. */
      readonly compared_rows: number;
      /** The reads of one organization that a process serves at the same time. */
      readonly in_progress: number;
    };
    /** The entries of a page. */
    readonly page?: { readonly default: number; readonly max: number };
    readonly max_body_bytes: number;
    /** The details of one refusal. */
    readonly max_details: number;
    readonly retry_after_seconds: number;
    /** The names of the headers. */
    readonly headers: Readonly<Record<'limit' | 'remaining' | 'reset' | 'retry_after', string>>;
  };
  readonly idempotency: {
    /** The operations whose repetition under a key is a replay. */
    readonly operations: readonly string[];
    /** The header with the key. */
    readonly header: string;
    readonly max_length: number;
    /** The header of a replay. */
    readonly replay_header: string;
  };
  readonly delivery: DeliveryRules;
  /** The form of the header Request-Id. */
  readonly requestId: { readonly minLength: number; readonly maxLength: number; readonly pattern: string };
}

/** The codes of the kernel's own refusals. A contract has all of them that its operations can cause. */
type KernelErrorCode =
  | 'insufficient_scope'
  | 'internal_error'
  | 'invalid_request'
  | 'live_key_required'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'not_found'
  | 'org_suspended'
  | 'payload_too_large'
  | 'rate_limited'
  | 'service_unavailable'
  | 'unauthorized'
  | 'unsupported_media_type'
  | 'wrong_key_environment';

/** A code of the error catalogue. */
type ErrorCode = Register extends { contract: { errors: infer Errors } }
  ? KernelErrorCode | (keyof Errors & string)
  : string;

export type OperationId = Register extends { contract: { operations: infer Operations } }
  ? keyof Operations & string
  : string;

/** The mode of an API key. */
export type KeyMode = Register extends { contract: { access: { key_modes: infer Modes } } }
  ? keyof Modes & string
  : string;

/** The scope of an API key. */
export type Scope = Register extends { contract: { access: { scopes: infer Scopes } } }
  ? keyof Scopes & string
  : string;

/** The type of an event. */
export type EventType = Register extends { eventType: infer Type extends string } ? Type : string;

/** The body of a webhook. Unknown to a program that registers none. */
export type WebhookBody = Register extends { webhookBody: infer Body } ? Body : unknown;

/** Returns the names of the entries of a table of the contract. */
export function namesIn<Name extends string>(table: Readonly<Record<string, unknown>>): Name[] {
  // The types of names are derived from the tables.
  return Object.keys(table) as Name[];
}

/** An event and its deliveries. The transaction of the change stores them. */
export interface NewEvent {
  readonly id: string;
  readonly type: EventType;
  readonly created: string;
  /** The exact JSON text that every attempt sends and signs. */
  readonly payload: string;
  readonly deliveries: readonly NewDelivery[];
}

export interface NewDelivery {
  readonly id: string;
  readonly due_at: string;
  /** The attempt after which the delivery is abandoned. */
  readonly attempts_allowed: number;
}

/**
 * The request that caused a run or an event, and the trace that it belongs to. The store keeps both with the run and with the event, so that
 * the log lines and spans of later work join those of the request. Null for work without a request, such as an expiry.
 */
export interface Origin {
  readonly request_id: string | null;
  /** The traceparent of W3C Trace Context. */
  readonly traceparent: string | null;
}

/** The origin of work that no request caused. */
export const noOrigin: Origin = { request_id: null, traceparent: null };

// Compile-time checks that code which reads or writes a wire type field by field misses no field. A new field of the contract, even
// an optional one, is a compile error in such code.

/** The field names of a type; for a union, of every member. A map has no known names. */
type FieldOf<T> = T extends unknown ? keyof { [K in keyof T as string extends K ? never : K]: T[K] } : never;

type Value<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;

/**
 * For `{ … } satisfies EveryField<T>`: an object that names every field of T; for a union, of every member. An absent field is named
 * as undefined, which JSON leaves out.
 */
export type EveryField<T> = { readonly [K in FieldOf<T>]: Value<T, K> | undefined };

/** The same without the types of the values, which are checked elsewhere. */
export type NamesEveryField<T> = { readonly [K in FieldOf<T>]: unknown };

/** Checks that destructuring has taken every field of an object: `const { a, b, ...rest } = body; requireAllTaken(rest)`. */
export function requireAllTaken<Rest extends object>(_rest: Rest & { readonly [K in FieldOf<Rest>]: never }): void {}

/** Checks that a computed type of field names is never. */
export function requireNever<_Field extends never>(): void {}

/** One fault of a request that does not match the contract. */
export interface ErrorDetail {
  readonly in: 'body' | 'path' | 'query' | 'header';
  /** A JSON pointer in a body; elsewhere the name of the parameter. */
  readonly path: string;
  readonly message: string;
}

export interface RefusalOptions {
  /** Replaces the catalogue's message. States what happened and with which value; never a secret. */
  readonly message?: string | undefined;
  readonly details?: readonly ErrorDetail[];
  /** More headers of the response. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A refused request. Any code may throw it; only http/refusals.ts turns it into a response. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, { message = code, details, headers = {}, cause }: RefusalOptions = {}) {
    super(message, { cause });
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

/** Returns the message of a refusal for its caller: its own, or that of the catalogue. */
export function messageOf(
  { code, message }: Pick<Refusal, 'code' | 'message'>,
  errors: Readonly<Record<string, Pick<ErrorEntry, 'message'>>>,
): string {
  return message === code ? (errors[code]?.message ?? code) : message;
}
