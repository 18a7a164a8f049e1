/**
 * The SDK for one key, bounded: each call of a port has one deadline for all of its requests, and errors contain no secret. Authenticates
 * Stripe's events.
 */
import { type CallContext, createBoundedFetch, type PaymentService, Refusal } from '@booking-service/server';
import { Stripe } from 'stripe';

export interface StripeOptions {
  /** A secret key, or better a restricted key: `sk_live_…`, `rk_live_…`, `sk_test_…` or `rk_test_…`. */
  readonly secret_key: string;
  /** The side of the integration. A live side takes only live keys, a test side only test keys. */
  readonly livemode: boolean;
  /** The maximum time of one call of a port, with all of its requests, in seconds. The service allows 30. Default: 25. */
  readonly timeout_seconds?: number | undefined;
  /** The address of a stand-in for tests. Default: Stripe. */
  readonly base_url?: string | undefined;
}

/** Sends one request of a call. `name` is its name in errors. Rejects with a StripeFailure. */
export type Send = <T>(name: string, request: (options: Stripe.RequestOptions) => Promise<T>) => Promise<T>;

interface StripeClient {
  readonly stripe: Stripe;
  /** Begins a call of a port. Throws if it is for the other mode (MOD-1). */
  readonly begin: (context: CallContext) => Send;
}

export interface StripeClientOptions extends StripeOptions {
  /** Returns the connected account of an organization. Default: none, and requests are for the account of the key. */
  readonly account?: ((organization_id: string) => string | undefined) | undefined;
}

/** A payment with all of its refunds is smaller. */
const maxResponseBytes = 1_048_576;

/** Throws a TypeError that names an invalid option, without its value. */
export function createStripeClient(options: StripeClientOptions): StripeClient {
  const { secret_key, livemode, timeout_seconds = 25, base_url, account } = options;
  checkKey(secret_key, livemode);
  if (!(Number.isFinite(timeout_seconds) && timeout_seconds > 0))
    throw new TypeError('The option timeout_seconds must be a positive number.');
  const stripe = new Stripe(secret_key, {
    apiVersion: '2026-08-26.dahlia',
    // One retry after a closed connection or a failure of Stripe's. The service repeats the call later.
    maxNetworkRetries: 1,
    telemetry: false,
    // Its timeout is that of the whole request. The other client's begins again with each byte.
    httpClient: Stripe.createFetchHttpClient(createBoundedFetch(maxResponseBytes)),
    ...(base_url !== undefined && toAddress(base_url)),
  });
  return {
    stripe,
    begin(context) {
      if (context.livemode !== livemode)
        throw new Error(
          `This is Stripe's ${modeOf(livemode)} side. A ${modeOf(context.livemode)} call must not reach it.`,
        );
      const stripeAccount = account?.(context.organization_id);
      const end = performance.now() + timeout_seconds * 1000;
      return async (name, request) => {
        // Half of the time that is left, because the SDK may send the request twice.
        const timeout = Math.ceil((end - performance.now()) / 2);
        if (timeout <= 0) throw new StripeFailure(name, undefined);
        try {
          return await request({ timeout, ...(stripeAccount !== undefined && { stripeAccount }) });
        } catch (error) {
          throw new StripeFailure(name, error);
        }
      };
    },
  };
}

function checkKey(secret_key: string, livemode: boolean): void {
  const [, mode] = /^(?:sk|rk)_(live|test)_[A-Za-z0-9]+$/.exec(secret_key) ?? [];
  if (mode === undefined)
    throw new TypeError(
      'The option secret_key must be a secret or restricted key of Stripe: sk_live_, rk_live_, sk_test_ or rk_test_.',
    );
  if (mode !== modeOf(livemode))
    throw new TypeError(
      `The option secret_key is a ${mode} key of Stripe. The ${modeOf(livemode)} side needs a ${modeOf(livemode)} key.`,
    );
}

function modeOf(livemode: boolean): 'live' | 'test' {
  return livemode ? 'live' : 'test';
}

function toAddress(base_url: string) {
  const { protocol, hostname, port } = new URL(base_url);
  const isHttp = protocol === 'http:';
  return { protocol: isHttp ? 'http' : 'https', host: hostname, port: port || (isHttp ? 80 : 443) } as const;
}

/** Stripe's own tolerance for the time of a signature. */
const tolerance_seconds = 300;

/**
 * Creates the function that authenticates Stripe's events by the signing secret of their endpoint. The objects of a payment carry the ids of
 * its booking in their metadata: the session, the payment intent, its charge, and the refunds that the service makes.
 */
export function createStripeEvents(stripe: Stripe, webhook_secret: string): NonNullable<PaymentService['readEvent']> {
  if (!/^whsec_\S+$/.test(webhook_secret))
    throw new TypeError('The option webhook_secret must be the signing secret of an endpoint of Stripe: whsec_.');
  return async ({ headers, body }) => {
    const signature = headers['stripe-signature'];
    if (typeof signature !== 'string') return undefined;
    let event: Stripe.Event;
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
      event = await stripe.webhooks.constructEventAsync(text, signature, webhook_secret, tolerance_seconds);
    } catch (error) {
      // Signed, and not JSON.
      if (error instanceof SyntaxError) throw new Refusal('invalid_request', { message: 'The event is not JSON.' });
      return undefined;
    }
    const { id, livemode, data } = event;
    const { metadata } = data.object as { readonly metadata?: Readonly<Record<string, string>> | null };
    const { booking_id, organization_id } = metadata ?? {};
    if (booking_id === undefined || organization_id === undefined) return 'unrelated';
    return { event_id: id, livemode, organization_id, booking_id };
  };
}

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
