/**
 * The types of handlers, which follow from `operations` as openapi-typescript generates it. An operation without an operationId is added by
 * hand: `operations & { 'get /pets': paths['/pets']['get'] }`.
 */
import type { Readable } from 'node:stream';
import type { Register } from '../contract.ts';
import type { HttpRequest } from '../http/exchange.ts';
import type { RouterResponse, ServerSentEvent } from './responses.ts';
import type { CallersByScheme, SecurityCheck } from './security.ts';

/** The operations that the program has declared for the kernel; unknown without a declaration. */
export type RegisteredOperations = Register extends { operations: infer Operations } ? Operations : unknown;

type Nothing = Readonly<Record<string, never>>;

/** The parameters of an operation in one place. */
export type ParametersIn<Operation, Place extends string> = Operation extends {
  readonly parameters: { readonly [P in Place]?: infer Found };
}
  ? [NonNullable<Found>] extends [never]
    ? Nothing
    : NonNullable<Found>
  : Nothing;

type JsonType = `${string}/json` | `${string}+json` | `${string}/json;${string}` | `${string}+json;${string}`;

/** A field of a multipart form: a file, if its type is a text without values. */
type FormField<Value> = Value extends Blob
  ? File
  : Value extends readonly (infer Item)[]
    ? FormField<Item>[]
    : Value extends string
      ? string extends Value
        ? string | File
        : Value
      : Value;

/** The body of a request, as the handler receives it. */
type ReceivedAs<Media, Value> = Media extends `multipart/${string}`
  ? { [Field in keyof Value]: FormField<Value[Field]> }
  : Media extends JsonType | `text/${string}` | `${string}xml` | `application/x-www-form-urlencoded${string}`
    ? Value
    : Media extends `${string}*`
      ? Value | Readable
      : Value extends string | Blob
        ? Readable
        : unknown extends Value
          ? Readable
          : Value;

type BodyChoice<Content> = {
  [M in keyof Content]: { readonly body: ReceivedAs<M, Content[M]>; readonly mediaType: M };
}[keyof Content];
/** The fields of a request without a body, which a response may leave out. */
type WithoutBody = { readonly body?: undefined; readonly mediaType?: undefined };

type BodyOf<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? BodyChoice<Content>
  : Operation extends { requestBody?: infer Body }
    ? NonNullable<Body> extends { content: infer Content }
      ? [NonNullable<Body>] extends [never]
        ? Required<WithoutBody>
        : BodyChoice<Content> | Required<WithoutBody>
      : Required<WithoutBody>
    : Required<WithoutBody>;

/** The checked request of an operation. Parameters have the names of the document. */
export type RouterRequest<Operation> = {
  readonly path: ParametersIn<Operation, 'path'>;
  readonly query: ParametersIn<Operation, 'query'>;
  readonly header: ParametersIn<Operation, 'header'>;
  readonly cookie: ParametersIn<Operation, 'cookie'>;
} & BodyOf<Operation>;

interface StatusClasses {
  '1XX': 100 | 101 | 102 | 103;
  '2XX': 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;
  '3XX': 300 | 301 | 302 | 303 | 304 | 305 | 307 | 308;
  '4XX':
    | 400
    | 401
    | 402
    | 403
    | 404
    | 405
    | 406
    | 407
    | 408
    | 409
    | 410
    | 411
    | 412
    | 413
    | 414
    | 415
    | 416
    | 417
    | 418
    | FewOf4XX;
  '5XX': 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511;
}
type FewOf4XX = 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451;
type ClassIn<Responses> = Extract<keyof Responses, keyof StatusClasses>;

/** The statuses that a key of `responses` documents. */
type StatusesOf<Responses, Key> = Key extends number
  ? Key
  : Key extends keyof StatusClasses
    ? Exclude<StatusClasses[Key], keyof Responses>
    : Key extends 'default'
      ? Exclude<
          StatusClasses[keyof StatusClasses],
          Extract<keyof Responses, number> | StatusClasses[ClassIn<Responses>]
        >
      : never;

/** The statuses that the operation documents. */
export type StatusIn<Responses> = { [K in keyof Responses]: StatusesOf<Responses, K> }[keyof Responses];

/** The documented response with this status. */
export type ResponseWith<Responses, Status> = {
  [K in keyof Responses]: Status extends StatusesOf<Responses, K> ? Responses[K] : never;
}[keyof Responses];

/** The bytes of a body, in each form that a handler may return. */
type Bytes = Uint8Array | string | Blob | Readable | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

type SentAs<Media, Value> = Media extends JsonType
  ? Value
  : Media extends `text/event-stream${string}`
    ? AsyncIterable<ServerSentEvent | string> | Iterable<ServerSentEvent | string> | Readable
    : Media extends `text/${string}`
      ? Value | Readable
      : Bytes;

type IsUnion<T, U = T> = T extends unknown ? ([U] extends [T] ? false : true) : never;

type SentBody<Response> = Response extends { content: infer Content }
  ? [keyof Content] extends [never]
    ? WithoutBody
    : {
        [M in keyof Content]: { readonly body: SentAs<M, Content[M]> } & (true extends
          | IsUnion<keyof Content>
          | (M extends `${string}*` ? true : false)
          ? { readonly mediaType: M extends `${string}*` ? string : M }
          : { readonly mediaType?: M });
      }[keyof Content]
  : WithoutBody;

/** The keys of T without its index signature. */
type DeclaredKey<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] };
type OtherHeaders = NonNullable<RouterResponse['headers']>;
type RequiredHeader<T> = { [K in DeclaredKey<T>]-?: undefined extends T[K & keyof T] ? never : K }[DeclaredKey<T>];

type SentHeaders<Response> = Response extends { headers: infer Headers }
  ? [RequiredHeader<Headers>] extends [never]
    ? { readonly headers?: OtherHeaders }
    : { readonly headers: { readonly [H in RequiredHeader<Headers>]: string | number } & OtherHeaders }
  : { readonly headers?: OtherHeaders };

/** A response that the operation documents. */
export type RouterResult<Operation> = Operation extends { readonly responses: infer Responses }
  ? {
      [K in keyof Responses]: { readonly status: StatusesOf<Responses, K> } & SentHeaders<Responses[K]> &
        SentBody<Responses[K]>;
    }[keyof Responses]
  : never;

/** The third argument of every handler. */
export interface RouterContext<Req = HttpRequest> {
  readonly operationId: string;
  readonly req: Req;
  /** The documented media type of a success that the request prefers. */
  readonly accepted: string | undefined;
}

/** The handler of one operation. `caller` has what the functions of `security` returned, by scheme. */
export type RouterHandler<Operation, Callers = CallersByScheme, Req = HttpRequest> = (
  request: RouterRequest<Operation>,
  caller: Partial<Callers>,
  context: RouterContext<Req>,
) => RouterResult<Operation> | Promise<RouterResult<Operation>>;

/** A request whose operation has no types. */
type LooseRequest = Readonly<Record<'path' | 'query' | 'header' | 'cookie', Readonly<Record<string, unknown>>>> & {
  readonly body: unknown;
  readonly mediaType: string | undefined;
};

/** A handler whose operation has no types. */
export type LooseHandler<Req> = (
  request: LooseRequest,
  caller: CallersByScheme,
  context: RouterContext<Req>,
) => RouterResponse | Promise<RouterResponse>;

/** A handler for every operation. A missing one, and an undocumented response, does not compile. */
export type RouterHandlers<Operations, Callers = CallersByScheme, Req = HttpRequest> = unknown extends Operations
  ? Readonly<Record<string, LooseHandler<Req>>>
  : { readonly [Id in keyof Operations]: RouterHandler<Operations[Id], Callers, Req> };

/** The functions of the security schemes, by name. */
export type RouterSecurity<Callers> = { readonly [Scheme in keyof Callers]: SecurityCheck<Callers[Scheme]> };
