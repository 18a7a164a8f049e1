/**
 * Amounts of money. The service's are in the minor unit of ISO 4217. Stripe's differ for some currencies, and some have a larger step
 * (docs.stripe.com/currencies).
 */

/** The smallest amount that Stripe takes: in the minor unit of ISO 4217, and in Stripe's unit. */
interface Step {
  readonly minor: number;
  readonly stripe: number;
}

const one: Step = { minor: 1, stripe: 1 };
const steps = new Map<string, Step>([
  // No decimals in ISO 4217, two at Stripe, which must be 00.
  ['ISK', { minor: 1, stripe: 100 }],
  ['UGX', { minor: 1, stripe: 100 }],
  // Two decimals in ISO 4217, none at Stripe.
  ['MGA', { minor: 100, stripe: 1 }],
  // Three decimals, of which the last must be 0.
  ...['BHD', 'JOD', 'KWD', 'OMR', 'TND'].map((currency) => [currency, { minor: 10, stripe: 10 }] as const),
]);

/** Returns whether Stripe can take exactly this amount. */
export function isStripeAmount(amount: number, currency: string): boolean {
  return amount % stepOf(currency).minor === 0;
}

/** Returns the amount in Stripe's unit, rounded up to the next amount that Stripe takes. */
export function toStripeAmount(amount: number, currency: string): number {
  const { minor, stripe } = stepOf(currency);
  return Math.ceil(amount / minor) * stripe;
}

/** Returns an amount of Stripe in the minor unit of ISO 4217. */
export function fromStripeAmount(amount: number, currency: string): number {
  const { minor, stripe } = stepOf(currency);
  return Math.floor(amount / stripe) * minor;
}

function stepOf(currency: string): Step {
  return steps.get(currency) ?? one;
}
