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
}

/** The rows that a read may read, by which it costs (LIM-8). */
export interface ReadRows {
  /** `page`: as many as the page that it is sent, by `limit`. */
  readonly rows: number | 'page';
  /** The filters of a page that compare rows after they were read. Default: none. */
  readonly compared?: readonly string[];
}

/** One row of the error catalogue. */
export interface ErrorEntry {
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
  | 'not_found'
  | 'org_suspended'
  | 'payload_too_large'
  | 'rate_limited'
  | 'service_unavailable'
  | 'unauthorized'
  | 'unsupported_media_type'
  | 'wrong_key_environment';

/** A code of the error catalogue. */
export type ErrorCode = Register extends { contract: { errors: infer Errors } }
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
