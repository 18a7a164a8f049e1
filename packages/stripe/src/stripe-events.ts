/** The events of Stripe: each names the booking whose payment has changed, and the service reads the payment itself. */
import { type PaymentService, Refusal } from '@booking-service/server';
import type { Stripe } from 'stripe';

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
