/** Payments against a stand-in for Stripe. */
import type { PaidBooking, PaymentService, PaymentToOpen, SizedBooking } from '@booking-service/server';
import { createStripePayments, type StripePaymentsOptions } from '../../src/index.ts';
import type { Intent, Payments } from '../stand-in/payments.ts';
import { openStripeStandIn, type StripeStandIn } from '../stand-in/stripe-stand-in.ts';

export const context: { readonly organization_id: string; readonly livemode: boolean } = {
  organization_id: 'org_test',
  livemode: false,
};

const price = { amount: 4200, currency: 'EUR' };

const request: SizedBooking = {
  venue_id: 'ven_1',
  slot_id: 'slt_1',
  party_size: 2,
  guest: { first_name: 'Ada', email: 'ada@diner.test' },
};

/** A page that the person can pay at. */
export interface Paid {
  readonly booking: PaidBooking;
  /** The id of the Checkout Session. */
  readonly reference: string;
  readonly url: string;
}

type Total = PaymentToOpen['price'];

export interface TestPayments extends AsyncDisposable {
  readonly stripe: StripeStandIn;
  readonly payments: PaymentService;
  /** The person at the page. */
  readonly page: Payments;
  /** A payment of a new booking. */
  toOpen(total?: Total): PaymentToOpen;
  open(total?: Total): Promise<Paid>;
  /** Opens a payment that the person approves. */
  hold(total?: Total): Promise<Paid>;
  capture(total?: Total): Promise<Paid>;
  /** The number of requests of this operation. */
  count(operation: string): number;
  intentOf(paid: Paid): Intent | undefined;
}

export async function openPayments(options: Partial<StripePaymentsOptions> = {}): Promise<TestPayments> {
  const stripe = await openStripeStandIn();
  const { secret_key, url: base_url, payments: page } = stripe;
  const success_url = 'https://diner.test/paid';
  const payments = createStripePayments({ secret_key, livemode: false, base_url, success_url, ...options });
  const expires_at = new Date(Date.now() + 20 * 60_000).toISOString();

  let count = 0;
  const toOpen = (total: Total = price) => {
    count += 1;
    const booking_id = `bkg_${String(count).padStart(32, '0')}`;
    return { booking_id, request, price: total, expires_at };
  };

  async function open(total: Total = price): Promise<Paid> {
    const payment = toOpen(total);
    const { reference, url } = await payments.open(payment, context);
    return { booking: toBooking(payment.booking_id, { ...total, reference }), reference, url };
  }

  return {
    stripe,
    payments,
    page,
    toOpen,
    open,
    async hold(total) {
      const paid = await open(total);
      page.approve(paid.reference);
      return paid;
    },
    async capture(total) {
      const paid = await open(total);
      page.approve(paid.reference);
      await payments.capture(paid, context);
      return paid;
    },
    count: (operation: string) => stripe.requests.filter((each) => each === operation).length,
    intentOf: ({ reference }: Paid) => page.find(reference).intent,
    [Symbol.asyncDispose]: () => stripe[Symbol.asyncDispose](),
  };
}

function toBooking(id: string, payment: { amount: number; currency: string; reference: string }): PaidBooking {
  return {
    id,
    object: 'booking',
    livemode: false,
    status: 'processing',
    provider: 'stand-in',
    created: '2026-01-01T00:00:00.000Z',
    updated: '2026-01-01T00:00:00.000Z',
    metadata: {},
    ...request,
    payment: { status: 'requires_approval', amount_refunded: 0, ...payment },
  };
}
