/**
 * Payments with Stripe's hosted page. The reference of a payment is its Checkout Session.
 *  1. A call reads the session and its payment intent. Their state decides what to do, so a repeated call does nothing twice.
 *  2. A call that changes something sends one request, and then reads the state again. That state is the result: another call may
 *     have been first, and a failed response does not show whether the request had its effect.
 *
 * Idempotency keys protect what a state cannot: the creation of a session and of a refund. Captures, cancellations and expiries have
 * a new key in each call. Stripe stores the response to a key for at least a day, failures included, so a fixed key would repeat a
 * failure for a day, while the state at Stripe rules out a second effect anyway.
 */
import {
  type CallContext,
  type PaidBooking,
  type PaymentCall,
  PaymentMismatch,
  type PaymentReading,
  type PaymentService,
  Refusal,
} from '@booking-service/server';
import type { Stripe } from 'stripe';
import {
  type CheckoutPage,
  pageEnd,
  type PaymentState,
  refuseToOpen,
  toPaymentState,
  toSession,
} from './checkout-session.ts';
import { fromStripeAmount, toStripeAmount } from './stripe-amount.ts';
import {
  createStripeClient,
  createStripeEvents,
  type Send,
  type StripeClientOptions,
  StripeFailure,
} from './stripe-client.ts';

export interface StripePaymentsOptions extends StripeClientOptions {
  /** The address of the page after the approval. Stripe replaces `{CHECKOUT_SESSION_ID}` in it. */
  readonly success_url: string;
  /** The address of the link back on Stripe's page. Default: no link. */
  readonly cancel_url?: string | undefined;
  /** The name of what is paid, on Stripe's page. Default: `Booking`. */
  readonly product_name?: string | undefined;
  /** The text on the statement of the card, after the prefix of the account: 1 to 22 characters, one of them a Latin letter. Default: nothing. */
  readonly statement_descriptor_suffix?: string | undefined;
  /**
   * The signing secret of the endpoint of Stripe whose address is `/payment-events` of the service: `whsec_…`. Default: no events, and a
   * booking waits for its continue (CRD-10).
   */
  readonly webhook_secret?: string | undefined;
}

/** One call of the port. */
interface Call {
  readonly booking: PaidBooking;
  readonly send: Send;
}

/**
 * Creates a payment service that holds the amount on the person's card at Stripe, and takes it after the booking is made. Throws a
 * TypeError that names an invalid option.
 */
export function createStripePayments(options: StripePaymentsOptions): PaymentService {
  const { success_url, cancel_url, product_name = 'Booking', statement_descriptor_suffix, webhook_secret } = options;
  const page = { success_url, cancel_url, product_name, statement_descriptor_suffix };
  checkPage(page);
  const { stripe, begin } = createStripeClient(options);
  const start = ({ booking }: PaymentCall, context: CallContext): Call => ({ booking, send: begin(context) });

  return {
    ...(webhook_secret !== undefined && { readEvent: createStripeEvents(stripe, webhook_secret) }),

    async open(payment, context) {
      const send = begin(context);
      const expires_at = pageEnd(payment.expires_at, Date.now());
      const session = toSession(payment, { organization_id: context.organization_id, expires_at, page });
      // A create that is sent again later opens another page. No one got the address of the first one, and it ends by itself.
      const idempotencyKey = `${payment.booking_id}/open/${expires_at}`;
      const { id, url } = await send('the creation of a session', (each) =>
        stripe.checkout.sessions.create(session, { ...each, idempotencyKey }),
      ).catch(refuseToOpen);
      if (typeof url !== 'string') throw new Refusal('payment_setup_failed');
      return { url, reference: id };
    },

    async read(payment, context) {
      const call = start(payment, context);
      const state = await readState(call).catch(refuseUnknown);
      requireAmount(state, call);
      return toReading(state, call);
    },

    async capture(payment, context) {
      const call = start(payment, context);
      const state = await readState(call);
      if (state.is !== 'held') return toReading(state, call);
      const { after, isCardRefused } = await change(call, state, () =>
        call.send('the capture of a payment', (each) => stripe.paymentIntents.capture(state.intent, {}, each)),
      );
      if (!isCardRefused) return toReading(after, call);
      const end = await cancelHeld(after, call);
      return end.is === 'ended' ? { status: 'voided', error_code: 'card_declined' } : toReading(end, call);
    },

    async void(payment, context) {
      const call = start(payment, context);
      const end = await cancelHeld(await expireOpen(await readState(call), call), call);
      return end.is === 'ended' ? { status: 'voided', error_code: 'payment_approval_expired' } : toReading(end, call);
    },

    async refund(payment, context) {
      const call = start(payment, context);
      const state = await readState(call);
      if (state.is !== 'captured') return toReading(state, call);
      const { booking, send } = call;
      const amount = toStripeAmount(payment.amount_refunded, booking.payment.currency);
      const { organization_id } = context;
      await refundUpTo(amount, { booking_id: booking.id, organization_id, intent: state.intent, stripe, send });
      return toReading(state, call);
    },
  };

  async function readState({ booking, send }: Call): Promise<PaymentState> {
    const session = await send('the read of a session', (each) =>
      stripe.checkout.sessions.retrieve(booking.payment.reference, { expand: ['payment_intent'] }, each),
    );
    return toPaymentState(session);
  }

  async function expireOpen(state: PaymentState, call: Call): Promise<PaymentState> {
    if (state.is !== 'open') return state;
    const { after } = await change(call, state, () =>
      call.send('the expiry of a session', (each) =>
        stripe.checkout.sessions.expire(call.booking.payment.reference, {}, each),
      ),
    );
    return after;
  }

  async function cancelHeld(state: PaymentState, call: Call): Promise<PaymentState> {
    if (state.is !== 'held') return state;
    const { after } = await change(call, state, () =>
      call.send('the cancellation of a payment', (each) => stripe.paymentIntents.cancel(state.intent, {}, each)),
    );
    return after;
  }

  /** Sends a request, and reads the state after it. Rejects if the request failed and the state is as before, except for the card. */
  async function change(call: Call, before: PaymentState, request: () => Promise<unknown>): Promise<Changed> {
    const failure = await request().then(
      () => undefined,
      (error: unknown) => error,
    );
    const isCardRefused = failure instanceof StripeFailure && failure.kind === 'card';
    const after = await readState(call);
    if (failure !== undefined && after.is === before.is && !isCardRefused) throw failure;
    return { after, isCardRefused };
  }

  async function toReading(state: PaymentState, { booking, send }: Call): Promise<PaymentReading> {
    switch (state.is) {
      case 'open':
        return { status: 'requires_approval', url: state.url };
      case 'held':
        return { status: 'authorized' };
      case 'captured': {
        const { currency } = booking.payment;
        const amount = fromStripeAmount(state.amount, currency);
        const { sum } = await readRefunds(state.intent, { stripe, send });
        return { status: 'captured', amount, amount_refunded: fromStripeAmount(sum, currency) };
      }
      case 'ended':
        return { status: 'voided', error_code: state.error_code };
      case 'processing':
        return { status: 'pending' };
    }
  }
}

function refuseUnknown(error: unknown): never {
  if (!(error instanceof StripeFailure) || error.code !== 'resource_missing') throw error;
  throw new PaymentMismatch('unknown_reference', error.message, { cause: error });
}

/** A person can capture a part in Stripe's Dashboard. More is another payment. */
function requireAmount(state: PaymentState, { booking: { payment } }: Call): void {
  if (state.is !== 'captured' || state.amount <= toStripeAmount(payment.amount, payment.currency)) return;
  const taken = fromStripeAmount(state.amount, payment.currency);
  const message = `Stripe took ${taken} ${payment.currency}, not the ${payment.amount} of the booking.`;
  throw new PaymentMismatch('amount_differs', message);
}

const descriptorForm = /^(?=.*[A-Za-z])[^<>\\'"*\p{C}\u0080-\u{10ffff}]{1,22}$/u;

interface Changed {
  readonly after: PaymentState;
  readonly isCardRefused: boolean;
}

function checkPage({ success_url, cancel_url, statement_descriptor_suffix }: CheckoutPage): void {
  if (statement_descriptor_suffix !== undefined && !descriptorForm.test(statement_descriptor_suffix))
    throw new TypeError(
      'The option statement_descriptor_suffix must have 1 to 22 Latin characters, one of them a letter, and none of < > \\ \' " *.',
    );
  for (const [name, url] of Object.entries({ success_url, cancel_url })) {
    if (url === undefined && name === 'cancel_url') continue;
    if (typeof url !== 'string' || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw new TypeError(`The option ${name} must be an absolute http or https address.`);
  }
}

interface Refunds {
  /** In Stripe's unit. A refund that is pending counts, one that failed does not. */
  readonly sum: number;
  /** The number of all refunds, also of those that failed. */
  readonly count: number;
}

interface RefundCall {
  readonly stripe: Stripe;
  readonly send: Send;
}

/** Stripe's maximum for a page. A payment with more refunds is not supported. */
const maxRefunds = 100;
const failed = new Set<string | null>(['failed', 'canceled']);

/** Reads the refunds of a payment intent. */
async function readRefunds(intent: string, { stripe, send }: RefundCall): Promise<Refunds> {
  const { data, has_more } = await send('the list of refunds', (each) =>
    stripe.refunds.list({ payment_intent: intent, limit: maxRefunds }, each),
  );
  if (has_more) throw new Error(`A payment has more than ${maxRefunds} refunds. Refund it in Stripe's Dashboard.`);
  const sum = data.reduce((total, { amount, status }) => (failed.has(status) ? total : total + amount), 0);
  return { sum, count: data.length };
}

/**
 * Refunds the difference between the sum of the refunds and `target`, in Stripe's unit. Does nothing if the sum is that already. The
 * idempotency key of a refund is its number, so of several calls at once only one creates the next refund: the others get its response,
 * or are refused because they want another amount. Then they read the refunds again.
 */
async function refundUpTo(
  target: number,
  {
    booking_id,
    organization_id,
    intent,
    stripe,
    send,
  }: RefundCall & { readonly booking_id: string; readonly organization_id: string; readonly intent: string },
): Promise<void> {
  for (let before = await readRefunds(intent, { stripe, send }); before.sum < target;) {
    const amount = target - before.sum;
    const idempotencyKey = `${booking_id}/refund/${before.count}`;
    const failure = await send('the creation of a refund', (each) =>
      stripe.refunds.create(
        { payment_intent: intent, amount, metadata: { booking_id, organization_id } },
        { ...each, idempotencyKey },
      ),
    ).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure === undefined) return;
    const after = await readRefunds(intent, { stripe, send });
    // Another call was first, or the request had its effect.
    if (after.count === before.count) throw failure;
    before = after;
  }
}
