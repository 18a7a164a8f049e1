import { Refusal } from '@booking-service/server';

/**
 * How Stripe's smallest unit of a currency differs from the minor unit of ISO 4217. Stripe keeps two digits for ISK and UGX, which have
 * none in ISO, and none for MGA, which has two. https://docs.stripe.com/currencies#special-cases
 */
const factors: Readonly<Record<string, number>> = { ISK: 100, UGX: 100, MGA: 0.01 };
/** Stripe accepts only tens of their smallest unit. */
const inTens: ReadonlySet<string> = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

/** Converts an amount in the minor unit. Throws the Refusal payment_setup_failed if Stripe cannot take exactly this amount. */
export function toStripeAmount(amount: number, currency: string): number {
  const converted = Math.round(amount * (factors[currency] ?? 1));
  const isExact = fromStripeAmount(converted, currency) === amount && (!inTens.has(currency) || converted % 10 === 0);
  if (isExact) return converted;
  throw new Refusal('payment_setup_failed', {
    message: `Stripe takes no payment of ${amount} ${currency}. No booking was made.`,
  });
}

export function fromStripeAmount(amount: number, currency: string): number {
  return Math.round(amount / (factors[currency] ?? 1));
}
