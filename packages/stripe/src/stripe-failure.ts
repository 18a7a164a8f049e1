import { Stripe } from 'stripe';

/**
 * Stripe refused a request, or did not respond. Has neither Stripe's text nor the SDK's error, because both may contain a key or a
 * person's data.
 */
export class StripeFailure extends Error {
  override readonly name = 'StripeFailure';
  /**
   * `key`: the key is unusable or lacks a permission. `card`: the card does not allow it. `request`: Stripe does not accept this
   * request. `unavailable`: no response, a rate limit, or a failure of Stripe's.
   */
  readonly kind: 'key' | 'card' | 'request' | 'unavailable';
  /** Stripe's code, such as `resource_missing`. */
  readonly code: string | undefined;
  /** The HTTP status. Undefined without a response. */
  readonly status: number | undefined;
  /** Stripe's name of the request, to find it in the Dashboard. */
  readonly request_id: string | undefined;

  /** `request` is the name of the request, without a value. */
  constructor(request: string, error: unknown) {
    const { statusCode, code, requestId } = error instanceof Stripe.errors.StripeError ? error : ({} as const);
    const named = [statusCode, code, requestId && `(${requestId})`].filter((part) => part !== undefined && part !== '');
    super(
      statusCode === undefined
        ? `Stripe did not respond to ${request}.`
        : `Stripe responded to ${request} with ${named.join(' ')}.`,
    );
    this.kind = kindOf(error);
    this.code = code;
    this.status = statusCode;
    this.request_id = requestId;
  }
}

function kindOf(error: unknown): StripeFailure['kind'] {
  const { errors } = Stripe;
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError) return 'key';
  if (error instanceof errors.StripeCardError) return 'card';
  const isRefused = error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeIdempotencyError;
  // Another request with the same idempotency key is in progress, or the object is locked.
  return isRefused && error.statusCode !== 409 && error.code !== 'lock_timeout' ? 'request' : 'unavailable';
}
