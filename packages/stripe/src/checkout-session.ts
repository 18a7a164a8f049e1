/** The Checkout Session of a payment: the refusals of its creation (CRD-2), and the state that it and its payment intent give. */
import { type PaymentReading, type PaymentToOpen, Refusal } from '@booking-service/server';
import type { Stripe } from 'stripe';
import { isStripeAmount, toStripeAmount } from './stripe-amount.ts';
import { StripeFailure } from './stripe-client.ts';

export interface CheckoutPage {
  readonly success_url: string;
  readonly cancel_url?: string | undefined;
  readonly product_name: string;
  readonly statement_descriptor_suffix?: string | undefined;
}

/** Stripe's limits: a page is open for at least 30 minutes and at most a day. Each has a margin for the clocks of both sides. */
const shortest_seconds = 32 * 60;
const longest_seconds = 23 * 3600;
/** The page outlasts the approval, which the service ends with `void`. Without that, for instance after a crash, the page ends by itself. */
const longer_seconds = 15 * 60;

/** Returns the time at which Stripe ends the page, in Unix time. It is the same for the same payment, unless Stripe's limits decide. */
export function pageEnd(expires_at: string, now: number): number {
  const now_seconds = Math.ceil(now / 1000);
  const wanted = Math.ceil(Date.parse(expires_at) / 1000) + longer_seconds;
  return Math.min(Math.max(wanted, now_seconds + shortest_seconds), now_seconds + longest_seconds);
}

/** Throws the Refusal payment_setup_failed if Stripe cannot take the amount. */
export function toSession(
  { booking_id, request, price }: PaymentToOpen,
  {
    organization_id,
    expires_at,
    page,
  }: { readonly organization_id: string; readonly expires_at: number; readonly page: CheckoutPage },
): Stripe.Checkout.SessionCreateParams {
  const { amount, currency } = price;
  if (!isStripeAmount(amount, currency)) {
    throw new Refusal('payment_setup_failed', {
      message: `The card service cannot take ${amount} in the minor unit of ${currency}. No booking was made.`,
    });
  }
  const { success_url, cancel_url, product_name, statement_descriptor_suffix } = page;
  const metadata = { booking_id, organization_id };
  const price_data = {
    currency: currency.toLowerCase(),
    unit_amount: toStripeAmount(amount, currency),
    product_data: { name: product_name },
  };
  return {
    mode: 'payment',
    // Others are paid later, or cannot be held.
    payment_method_types: ['card'],
    line_items: [{ quantity: 1, price_data }],
    payment_intent_data: {
      capture_method: 'manual',
      metadata,
      ...(statement_descriptor_suffix !== undefined && { statement_descriptor_suffix }),
    },
    // The person pays the amount and the currency of the booking, whatever the settings of the account are.
    adaptive_pricing: { enabled: false },
    client_reference_id: booking_id,
    customer_email: request.guest.email,
    expires_at,
    metadata,
    success_url,
    ...(cancel_url !== undefined && { cancel_url }),
  };
}

/** Stripe's codes for an account that cannot take payments. */
const accountCodes = new Set<string | undefined>([
  'account_closed',
  'account_invalid',
  'livemode_mismatch',
  'platform_account_required',
  'platform_api_key_expired',
  'testmode_charges_only',
]);

/** Throws the Refusal for a failed creation. */
export function refuseToOpen(cause: unknown): never {
  if (!(cause instanceof StripeFailure)) throw cause;
  if (cause.kind === 'unavailable') throw new Refusal('vault_unavailable', { cause });
  const isDisabled = cause.kind === 'key' || accountCodes.has(cause.code);
  throw new Refusal(isDisabled ? 'cardservice_disabled' : 'payment_setup_failed', { cause });
}

type ErrorCode = Extract<PaymentReading, { status: 'voided' }>['error_code'];

/** The state of a payment, from its Checkout Session and payment intent. The intent comes first: money follows the intent. */
export type PaymentState =
  /** The person can pay, also after an attempt that was declined. */
  | { readonly is: 'open'; readonly url: string }
  | { readonly is: 'held'; readonly intent: string }
  /** `amount` was taken, in Stripe's unit. */
  | { readonly is: 'captured'; readonly intent: string; readonly amount: number }
  /** Stripe has no result yet. */
  | { readonly is: 'processing' }
  /** Nothing is held, and no payment is possible. */
  | { readonly is: 'ended'; readonly error_code: ErrorCode };

/** `session` has its payment intent, expanded. */
export function toPaymentState(session: Stripe.Checkout.Session): PaymentState {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  if (intent?.status === 'requires_capture') return { is: 'held', intent: intent.id };
  if (intent?.status === 'succeeded') {
    return { is: 'captured', intent: intent.id, amount: intent.amount_received };
  }
  if (intent?.status === 'processing') return { is: 'processing' };
  return withoutMoney(session, intent);
}

function withoutMoney({ status, url }: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): PaymentState {
  const isDeclined = intent !== null && hasDecline(intent);
  if (status === 'expired') {
    return { is: 'ended', error_code: isDeclined ? 'payment_declined' : 'payment_approval_expired' };
  }
  if (status === 'open' && typeof url === 'string') return { is: 'open', url };
  // The approval was complete, and the hold was canceled or lapsed.
  if (intent?.status === 'canceled') return { is: 'ended', error_code: 'payment_replay_failed' };
  return { is: 'processing' };
}

/** A failure of Stripe's own is not a decline. */
function hasDecline({ last_payment_error }: Stripe.PaymentIntent): boolean {
  return last_payment_error !== null && last_payment_error.type !== 'api_error';
}
