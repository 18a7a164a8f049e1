/** The state of a payment, from its Checkout Session and payment intent. The intent comes first: money follows the intent. */
import type { PaymentReading } from '@booking-service/server';
import type { Stripe } from 'stripe';

type ErrorCode = Extract<PaymentReading, { status: 'voided' }>['error_code'];

export type PaymentState =
  /** The person can pay. */
  | { readonly is: 'open'; readonly url: string }
  /** An attempt to pay was declined. The person can still try again. */
  | { readonly is: 'declined' }
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
  if (status === 'open' && typeof url === 'string') {
    // After a decline, the next attempt leaves this status.
    return isDeclined && intent.status === 'requires_payment_method' ? { is: 'declined' } : { is: 'open', url };
  }
  // The approval was complete, and the hold was canceled or lapsed.
  if (intent?.status === 'canceled') return { is: 'ended', error_code: 'payment_replay_failed' };
  return { is: 'processing' };
}

/** A failure of Stripe's own is not a decline. */
function hasDecline({ last_payment_error }: Stripe.PaymentIntent): boolean {
  return last_payment_error !== null && last_payment_error.type !== 'api_error';
}
