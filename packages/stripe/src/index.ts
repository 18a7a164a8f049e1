/** Stripe as the card service and the card vault of the booking service. */
export { createStripeCards } from './create-stripe-cards.ts';
export { createStripePayments, type StripePaymentsOptions } from './create-stripe-payments.ts';
export { StripeFailure, type StripeOptions } from './stripe-client.ts';
