/** A request to the stand-in, whose values have the types of the document. */
export interface StripeRequest {
  /** The values in braces of the operation's path. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly form: Readonly<Record<string, unknown>>;
}

/** Each returns the body of a response, or throws a StripeErrorResponse. The keys are operations, such as `GET /v1/refunds`. */
export type Handlers = Readonly<Record<string, (request: StripeRequest) => object>>;

export function listOf(url: string, data: readonly object[]): object {
  return { object: 'list', data, has_more: false, url };
}
