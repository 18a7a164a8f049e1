/**
 * What every side agreed to: the wire types of the contract and its behaviour as constants.
 * Everything in ./generated is written from openapi/; this file gives it names to work with.
 */
import type { errorCatalogue } from './generated/errors.ts';
import type { eventTypes, EventMap } from './generated/events.ts';
import type { operations } from './generated/openapi.ts';
import type { operationTable } from './generated/operations.ts';
import type { bookingStates } from './generated/booking-states.ts';
import type { access } from './generated/access.ts';
import type { ContentOf, RequestOf, WithBodyText } from './operation-types.ts';

export type * from './generated/openapi.ts';
export type { EventMap, WebhookHeaders } from './generated/events.ts';
export { access } from './generated/access.ts';
export { bookingSummaryFields } from './generated/booking-summary.ts';
export { bookingStates } from './generated/booking-states.ts';
export { delivery } from './generated/delivery.ts';
export { errorCatalogue } from './generated/errors.ts';
export { eventTypes } from './generated/events.ts';
export { idempotency } from './generated/idempotency.ts';
export { limits } from './generated/limits.ts';
export { operationTable } from './generated/operations.ts';
export { runs } from './generated/runs.ts';
export { sandbox } from './generated/sandbox.ts';
export type { JsonText } from './operation-types.ts';
export type { AnyErrorCode, BookingOnlyCode, CallErrorCode, CatalogueEntry } from './error-codes.ts';

/** The operationId of every operation of the contract. */
export type OperationId = keyof operations;

/** One row of the operation table: where the operation is mounted and what it asks of a key. */
export type OperationRow = (typeof operationTable)[OperationId];

/** What an API key may be allowed to do (AUT-8). */
export type Scope = keyof typeof access.scopes;

/** `test` or `live` (ORG-3). */
export type KeyMode = keyof typeof access.key_modes;

/** The type of a webhook event (EVT-1). */
export type EventType = (typeof eventTypes)[number];

/** Any webhook event, narrowed by its `type`. */
export type BookingEvent = EventMap[EventType];

/** One allowed move of the booking's state machine (STA-10). */
export type Transition = (typeof bookingStates.transitions)[number];

/** Who or what moves a booking. */
export type Trigger = Transition['trigger'];

/** The validated request of an operation. Names are the wire's own. */
export type OperationRequest<K extends OperationId> = RequestOf<operations[K]>;

type Success<K extends OperationId> = (typeof operationTable)[K]['successes'][number] &
  keyof operations[K]['responses'];

/** Headers that the server sets by itself on every answer. */
type OwnHeader = 'Request-Id' | 'RateLimit-Limit' | 'RateLimit-Remaining' | 'RateLimit-Reset';

type KnownKeys<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] };

type DocumentedHeaders<T> = T extends { headers: infer H } ? Pick<H, Exclude<KnownKeys<H>, OwnHeader>> : never;

type HeadersOf<T> = keyof DocumentedHeaders<T> extends never
  ? { readonly headers?: never }
  : { readonly headers: { readonly [H in keyof DocumentedHeaders<T>]: DocumentedHeaders<T>[H] } };

/**
 * What an operation may answer: one of its documented 2xx statuses, with that status's body and headers.
 * Refusals are not returned, they are thrown with a code of the catalogue.
 */
export type OperationResponse<K extends OperationId> = {
  [S in Success<K>]: {
    readonly status: S;
    readonly body: ContentOf<operations[K]['responses'][S]>;
  } & HeadersOf<operations[K]['responses'][S]>;
}[Success<K>];

/** The same with the body as JSON text: it is sent unchanged, so a stored body needs no parsing. */
export type OperationTextResponse<K extends OperationId> = WithBodyText<OperationResponse<K>>;

/**
 * Every operation of the contract, as a function. An object that `satisfies Operations` leaves none out.
 * `Context` is what the implementation gets beside the call: the caller, the store, the clock.
 */
export type Operations<Context extends unknown[] = []> = {
  readonly [K in OperationId]: (
    call: OperationRequest<K>,
    ...context: Context
  ) => Promise<OperationResponse<K> | OperationTextResponse<K>>;
};

/** The codes an operation may refuse with, by the contract. */
export type RefusalOf<K extends OperationId> = Extract<
  {
    [
      S in keyof (typeof operationTable)[K]['errors']
    ]: (typeof operationTable)[K]['errors'][S] extends readonly (infer C)[] ? C : never;
  }[keyof (typeof operationTable)[K]['errors']],
  keyof typeof errorCatalogue
>;
