/** The types of one operation, derived from its generated type. All contracts use them. */

/** A generated operation. */
export interface GeneratedOperation {
  readonly parameters: object;
  readonly responses: object;
}

type Nothing = Readonly<Record<string, never>>;

/** The parameters in one place (path, query or header). Empty if the operation has none there. */
type ParametersIn<Parameters, Place extends string> = Parameters extends { readonly [P in Place]?: infer Found }
  ? [NonNullable<Found>] extends [never]
    ? Nothing
    : NonNullable<Found>
  : Nothing;

/** The body of a request or response; undefined if it has none. */
export type ContentOf<T> = T extends { content: infer Content } ? Content[keyof Content] : undefined;

declare const jsonOf: unique symbol;

/** The JSON text of a `T`, as JSON.stringify writes it. Assert this type only for text made from such a value. */
export type JsonText<T> = string & { readonly [jsonOf]: T };

/** The same response with its body as JSON text. */
export type WithBodyText<Response> = Response extends { readonly body: infer Body }
  ? Omit<Response, 'body'> & { readonly bodyText: JsonText<Body> }
  : never;

/** A validated request of an operation. Fields have their wire names. */
export interface RequestOf<Operation extends GeneratedOperation> {
  readonly path: ParametersIn<Operation['parameters'], 'path'>;
  readonly query: ParametersIn<Operation['parameters'], 'query'>;
  readonly header: ParametersIn<Operation['parameters'], 'header'>;
  /** The JSON body; undefined if the operation has no body, or if an optional body was left out. */
  readonly body: Operation extends { requestBody: infer Body }
    ? ContentOf<Body>
    : Operation extends { requestBody?: infer Body }
      ? ContentOf<NonNullable<Body>> | undefined
      : undefined;
}

/** The body of a success with the status 200; undefined if the operation has none, or succeeds with 204. */
export type ResultOf<Operation extends GeneratedOperation> =
  | (Operation['responses'] extends { readonly 200: infer Ok } ? ContentOf<Ok> : undefined)
  | (Operation['responses'] extends { readonly 204: unknown } ? undefined : never);
