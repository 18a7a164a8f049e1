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
