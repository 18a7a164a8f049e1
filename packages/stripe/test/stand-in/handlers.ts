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

/** An error response of Stripe. */
export class StripeErrorResponse extends Error {
  override readonly name = 'StripeErrorResponse';
  readonly status: number;
  readonly error: StripeErrorBody;

  constructor(status: number, error: StripeErrorBody) {
    super(error.code ?? error.type);
    this.status = status;
    this.error = error;
  }
}

export interface StripeErrorBody {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  readonly code?: string;
  readonly message?: string;
  readonly decline_code?: string;
}

export function missing(kind: string, id: string | undefined): StripeErrorResponse {
  const message = `No such ${kind}: '${id}'`;
  return new StripeErrorResponse(404, { type: 'invalid_request_error', code: 'resource_missing', message });
}

export function refused(message: string, code?: string): StripeErrorResponse {
  return new StripeErrorResponse(400, { type: 'invalid_request_error', message, ...(code !== undefined && { code }) });
}

const zeroDecimal = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
const hundreds = new Set(['isk', 'ugx']);
const tens = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);
const unsupported = new Set(['clf', 'iqd', 'lyd', 'uyi', 'uyw']);

/** Stripe's rules for amounts: a minimum of about half a dollar, the currencies, and their decimals. */
export function checkAmount(price: { readonly currency: string; readonly unit_amount: number } | undefined): void {
  const { currency = '', unit_amount = 0 } = price ?? {};
  if (!/^[a-z]{3}$/.test(currency) || unsupported.has(currency)) throw refused(`Invalid currency: ${currency}`);
  if (hundreds.has(currency) && unit_amount % 100 !== 0) throw refused(`Invalid ${currency}: use whole units`);
  if (tens.has(currency) && unit_amount % 10 !== 0) throw refused(`Invalid ${currency}: round to the nearest ten`);
  if (unit_amount < (zeroDecimal.has(currency) ? 1 : 50)) throw refused('The amount is too small.', 'amount_too_small');
}
