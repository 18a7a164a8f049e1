/**
 * The contract: its wire types, and its behaviour as constants. `npm run generate` writes ./generated from openapi/. This
 * file adds types derived from it.
 */
import type { access } from './generated/access.ts';
import type { bookingStates } from './generated/booking-states.ts';
import type { paymentStates } from './generated/payment-states.ts';
import type { errorCatalogue } from './generated/errors.ts';
import type { EventMap, eventTypes } from './generated/events.ts';
import type { BookingErrorCode, ErrorCode, OlderErrorCode, operations } from './generated/openapi.ts';
import type { operationTable } from './generated/operations.ts';
import type { ContentOf, RequestOf, WithBodyText } from './operation-types.ts';

export type * from './generated/openapi.ts';
export type { EventMap, WebhookHeaders } from './generated/events.ts';
export { access } from './generated/access.ts';
export { bookingSummaryFields } from './generated/booking-summary.ts';
export { contract } from './generated/contract.ts';
export { bookingStates } from './generated/booking-states.ts';
export { delivery } from './generated/delivery.ts';
export { errorCatalogue } from './generated/errors.ts';
export { eventTypes } from './generated/events.ts';
export { idempotency } from './generated/idempotency.ts';
export { limits } from './generated/limits.ts';
export { paymentStates } from './generated/payment-states.ts';
export { operationTable } from './generated/operations.ts';
export { personalData } from './generated/personal-data.ts';
export { requestIdForm } from './generated/request-id.ts';
export { runs } from './generated/runs.ts';
export { sandbox } from './generated/sandbox.ts';
export type { JsonText } from './operation-types.ts';

/** The operationId of every operation of the contract. */
export type OperationId = keyof operations;

/** One row of the operation table: method, path, required scope, and documented statuses. */
export type OperationRow = (typeof operationTable)[OperationId];

/** A scope of an API key (AUT-8). */
export type Scope = keyof typeof access.scopes;

/** `test` or `live` (ORG-3). */
export type KeyMode = keyof typeof access.key_modes;

/** The type of a webhook event (EVT-1). */
export type EventType = (typeof eventTypes)[number];

/** Any webhook event, narrowed by its `type`. */
export type BookingEvent = EventMap[EventType];

/** One transition of the booking's state table (STA-10). */
export type Transition = (typeof bookingStates.transitions)[number];

/** One transition of the payment's state table (CRD-8). */
export type PaymentTransition = (typeof paymentStates.transitions)[number];

/** The trigger of a transition. */
export type Trigger = Transition['trigger'];

/** The validated request of an operation. Fields have their wire names. */
export type OperationRequest<K extends OperationId> = RequestOf<operations[K]>;

type Success<K extends OperationId> = (typeof operationTable)[K]['successes'][number] &
  keyof operations[K]['responses'];

/** Headers that the server sets on every response. */
type ServerHeader = 'Request-Id' | 'RateLimit-Limit' | 'RateLimit-Remaining' | 'RateLimit-Reset';

/** The declared keys of T, without its index signature. */
type DeclaredKeys<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] };

type DocumentedHeaders<T> = T extends { headers: infer H } ? Pick<H, Exclude<DeclaredKeys<H>, ServerHeader>> : never;

type HeadersOf<T> = keyof DocumentedHeaders<T> extends never
  ? { readonly headers?: never }
  : { readonly headers: { readonly [H in keyof DocumentedHeaders<T>]: DocumentedHeaders<T>[H] } };

/**
 * A success response of an operation: one of its documented 2xx statuses, with that status's body and headers.
 * An operation throws refusals with a code of the catalogue; it does not return them.
 */
export type OperationResponse<K extends OperationId> = {
  [S in Success<K>]: {
    readonly status: S;
    readonly body: ContentOf<operations[K]['responses'][S]>;
  } & HeadersOf<operations[K]['responses'][S]>;
}[Success<K>];

/** A success response with its body as JSON text. The server sends the text unchanged, so a stored body needs no parsing. */
export type OperationTextResponse<K extends OperationId> = WithBodyText<OperationResponse<K>>;

/**
 * Every operation of the contract, as a function. An object that `satisfies Operations` implements all of them.
 * `Context` is what an implementation receives in addition to the request: the caller, the store, the clock.
 */
export type Operations<Context extends unknown[] = []> = {
  readonly [K in OperationId]: (
    request: OperationRequest<K>,
    ...context: Context
  ) => Promise<OperationResponse<K> | OperationTextResponse<K>>;
};

/** The error codes that the contract documents for an operation. */
export type RefusalOf<K extends OperationId> = Extract<
  {
    [
      S in keyof (typeof operationTable)[K]['errors']
    ]: (typeof operationTable)[K]['errors'][S] extends readonly (infer C)[] ? C : never;
  }[keyof (typeof operationTable)[K]['errors']],
  keyof typeof errorCatalogue
>;

/** One row of the error catalogue (ERR-6). */
export interface CatalogueEntry {
  /** The HTTP status. Absent if the code appears only on bookings. */
  readonly status?: number;
  readonly stands_in: readonly ('error' | 'error_code' | 'booking')[];
  /** True if sending the same request again can help. */
  readonly retry: 'never' | 'backoff' | 'retry_after';
  /** `unknown` if the operation may have taken effect despite the error. Absent if nothing happened. */
  readonly effect?: 'unknown';
  /** The default text of `error`, or of the booking's `error_message`. */
  readonly message: string;
  /** The fix: what the caller should do. */
  readonly action: string;
  /** The way to trigger the code in the sandbox. */
  readonly sandbox: string;
}

/** Every code of the catalogue. */
export type AnyErrorCode = keyof typeof errorCatalogue;

/** The codes of error responses: all are in `error_code`, the older five also in `error`. */
export type CallErrorCode = ErrorCode | OlderErrorCode;

/** The codes that appear only on failed bookings. */
export type BookingOnlyCode = Exclude<BookingErrorCode, CallErrorCode>;

/** The currencies of ISO 4217 whose minor unit has not two digits. `Intl` has the digits of cash, which differ for HUF and others. */
const others: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const digits = new Map(
  Object.entries(others).flatMap(([count, codes]) => codes.split(' ').map((code) => [code, Number(count)] as const)),
);

/** Returns the digits of the minor unit of a currency: 2 for EUR, 0 for JPY. An unknown currency has 2. */
export function currencyDigits(currency: string): number {
  return digits.get(currency) ?? 2;
}
