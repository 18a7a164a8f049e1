import { createHash } from 'node:crypto';
import {
  type CallContext,
  type PaidBooking,
  type PaymentReading,
  type PaymentService,
  type PaymentToOpen,
  Refusal,
} from '@booking-service/server';
import type { Stripe } from 'stripe';
import { fromStripeAmount, toStripeAmount } from './stripe-amount.ts';
import { createStripeClient, type Send, type StripeOptions } from './stripe-client.ts';
import { StripeFailure } from './stripe-failure.ts';

export interface StripePaymentsOptions extends StripeOptions {
  /** The page that the person returns to after the approval. Stripe replaces {CHECKOUT_SESSION_ID} in it. */
  readonly success_url: string;
  /** The page behind the back arrow of Stripe's page. Default: no arrow. */
  readonly cancel_url?: string | undefined;
  /** The name of what is paid, on Stripe's page. Default: Booking. */
  readonly product_name?: string | undefined;
}

/**
 * Creates a payment service of a Stripe account: a hosted Checkout page that holds the amount (`capture_method: manual`). The payment's
 * reference is the id of the Checkout Session. Each call reads the session first and acts on its state, so that a repeated call has one
 * effect however long ago the first one was. Throws a TypeError that names an invalid option.
 */
export function createStripePayments(options: StripePaymentsOptions): PaymentService {
  const { success_url, cancel_url, product_name = 'Booking' } = options;
  const { stripe, begin } = createStripeClient(options);
  for (const [name, url] of Object.entries({ success_url, cancel_url })) {
    if (url !== undefined && !/^https?:\/\/\S+$/.test(url))
      throw new TypeError(`The option ${name} must be an http or https URL.`);
  }

  return {
    async open(payment, context) {
      const send = begin(context);
      const session = sessionOf(payment, context);
      // A repeated create of the same request gets the same page. Its booking's id is the same, too.
      const digest = createHash('sha256').update(JSON.stringify(session)).digest('hex').slice(0, 16);
      const idempotencyKey = `${payment.booking_id}/open/${digest}`;
      const { id, url } = await send('the creation of a page', (each) =>
        stripe.checkout.sessions.create(session, { ...each, idempotencyKey }),
      ).catch(refuse);
      if (!url) throw new Refusal('payment_setup_failed');
      return { url, reference: id };
    },

    async read({ booking }, context) {
      const send = begin(context);
      const state = await readState(booking, send);
      if (!state.isDeclined) return state.reading;
      // Nothing may be paid any more. If the person has just paid after all, the page is complete and cannot be ended.
      await endPage(booking, send);
      const { reading } = await readState(booking, send);
      return reading.status === 'voided' ? { status: 'voided', error_code: 'payment_declined' } : reading;
    },

    async capture({ booking }, context) {
      const send = begin(context);
      const { reading, intent } = await readState(booking, send);
      if (reading.status !== 'authorized' || !intent) return reading;
      try {
        await send('the capture', (each) => stripe.paymentIntents.capture(intent, {}, each));
      } catch (error) {
        if (!(error instanceof StripeFailure) || error.kind === 'unavailable' || error.kind === 'key') throw error;
        if (error.kind === 'card') await release(intent, send);
        const { reading: after } = await readState(booking, send);
        if (after.status === 'authorized') throw error;
        return error.kind === 'card' && after.status === 'voided' ? { ...after, error_code: 'card_declined' } : after;
      }
      return { status: 'captured', amount_refunded: 0 };
    },

    async void({ booking }, context) {
      const send = begin(context);
      let { reading, intent } = await readState(booking, send);
      if (reading.status === 'requires_approval') {
        await endPage(booking, send);
        ({ reading, intent } = await readState(booking, send));
      }
      if (reading.status === 'authorized' && intent) {
        await release(intent, send);
        ({ reading } = await readState(booking, send));
      }
      return reading;
    },

    async refund({ booking, amount_refunded }, context) {
      const send = begin(context);
      const { reading, intent } = await readState(booking, send);
      if (reading.status !== 'captured' || !intent || reading.amount_refunded >= amount_refunded) return reading;
      const { currency } = booking.payment;
      const amount = toStripeAmount(amount_refunded - reading.amount_refunded, currency);
      const refund = { payment_intent: intent, amount, metadata: { booking_id: booking.id } };
      const idempotencyKey = `${booking.id}/refund/${amount_refunded}`;
      const { status } = await send('the refund', (each) => stripe.refunds.create(refund, { ...each, idempotencyKey }));
      if (status === 'failed' || status === 'canceled') throw new StripeFailure('the refund', undefined);
      return { status: 'captured', amount_refunded };
    },
  };

  function sessionOf(
    { booking_id, price: { amount, currency } }: PaymentToOpen,
    { organization_id }: CallContext,
  ): Stripe.Checkout.SessionCreateParams {
    const metadata = { booking_id, organization_id };
    const price_data = {
      currency: currency.toLowerCase(),
      unit_amount: toStripeAmount(amount, currency),
      product_data: { name: product_name },
    };
    return {
      mode: 'payment',
      client_reference_id: booking_id,
      payment_method_types: ['card'],
      line_items: [{ quantity: 1, price_data }],
      payment_intent_data: { capture_method: 'manual', metadata },
      metadata,
      success_url,
      ...(cancel_url !== undefined && { cancel_url }),
    };
  }

  async function readState({ payment }: PaidBooking, send: Send): Promise<State> {
    const expand = ['payment_intent', 'payment_intent.latest_charge'];
    const session = await send('the read of a payment', (each) =>
      stripe.checkout.sessions.retrieve(payment.reference, { expand }, each),
    );
    return stateOf(session, payment.currency);
  }

  /** Ends the page. Does nothing if it has ended. */
  async function endPage({ payment }: PaidBooking, send: Send): Promise<void> {
    await send('the end of a page', (each) => stripe.checkout.sessions.expire(payment.reference, {}, each)).catch(
      allowRefused,
    );
  }

  /** Releases the held amount. Does nothing if none is held. */
  async function release(intent: string, send: Send): Promise<void> {
    await send('the release of a payment', (each) => stripe.paymentIntents.cancel(intent, {}, each)).catch(
      allowRefused,
    );
  }
}

interface State {
  readonly reading: PaymentReading;
  /** The id of the PaymentIntent. Undefined before the first attempt of the person. */
  readonly intent?: string | undefined;
  /** True if the page is open and the last attempt of the person was declined. */
  readonly isDeclined?: boolean;
}

function stateOf({ status, url, payment_intent }: Stripe.Checkout.Session, currency: string): State {
  const found = typeof payment_intent === 'string' ? undefined : payment_intent;
  const intent = found?.id;
  if (status === 'open') {
    const isDeclined = found?.status === 'requires_payment_method' && found.last_payment_error !== null;
    return { reading: { status: 'requires_approval', url: url ?? '' }, intent, isDeclined };
  }
  if (status !== 'complete') return { reading: { status: 'voided', error_code: 'payment_approval_expired' }, intent };
  // An amount of zero has no PaymentIntent.
  if (!found) return { reading: { status: 'captured', amount_refunded: 0 } };
  switch (found.status) {
    case 'requires_capture':
      return { reading: { status: 'authorized' }, intent };
    case 'succeeded':
      return { reading: { status: 'captured', amount_refunded: refundedOf(found, currency) }, intent };
    case 'canceled':
      return { reading: { status: 'voided', error_code: 'payment_replay_failed' }, intent };
    case 'processing':
    case 'requires_action':
    case 'requires_confirmation':
    case 'requires_payment_method':
      return { reading: { status: 'unknown' }, intent };
  }
}

/** Stripe counts refunds that are pending, and not those that failed. */
function refundedOf({ latest_charge }: Stripe.PaymentIntent, currency: string): number {
  if (typeof latest_charge === 'string' || !latest_charge) throw new TypeError('Stripe did not expand the charge.');
  return fromStripeAmount(latest_charge.amount_refunded, currency);
}

/** A change that Stripe refuses has been made, or another one came first. The next read shows which. */
function allowRefused(error: unknown): void {
  if (!(error instanceof StripeFailure) || error.kind !== 'request') throw error;
}

/** The refusals of a create (CRD-2). */
function refuse(cause: unknown): never {
  if (!(cause instanceof StripeFailure)) throw cause;
  if (cause.kind === 'key') throw new Refusal('cardservice_disabled', { cause });
  throw new Refusal(cause.kind === 'unavailable' ? 'vault_unavailable' : 'payment_setup_failed', { cause });
}
