/** The Checkout Sessions, PaymentIntents and refunds of the stand-in, and the person at the page. */
import type { Handlers } from './handlers.ts';
import { missing, StripeErrorResponse } from './stripe-error.ts';

export interface Page {
  /** The person pays with a card that is accepted. Does nothing if the page has ended. */
  pay(): void;
  /** The person pays with a card that is declined. The page stays open. */
  beDeclined(): void;
  /** Stripe ends the page after a day. */
  lapse(): void;
  /** Stripe releases the held amount after a week. */
  dropHold(): void;
  /** The card is refused at the capture. */
  refuseCapture(): void;
  /** Somebody refunds an amount in Stripe's Dashboard. */
  refund(amount: number): void;
  /** The refund with this amount fails at the bank, days later. */
  failRefund(amount: number): void;
  readonly captures: number;
  readonly refunds: readonly number[];
  readonly intent: string | undefined;
}

export interface Payments {
  readonly handlers: Handlers;
  readonly pages: ReadonlyMap<string, Page>;
}

type IntentStatus = 'requires_payment_method' | 'requires_capture' | 'succeeded' | 'canceled';

interface Kept {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: object;
  readonly client_reference_id: unknown;
  status: 'open' | 'complete' | 'expired';
  intent?: { readonly id: string; status: IntentStatus; error: boolean };
  refusesCapture: boolean;
  captures: number;
  readonly refunds: { readonly id: string; readonly amount: number; isFailed: boolean }[];
}

export function createPayments(livemode: boolean): Payments {
  const kept = new Map<string, Kept>();
  const pages = new Map<string, Page>();
  const created = 1_790_000_000;
  let ids = 0;

  function pageOf(session: Kept): Page {
    const attempt = (status: IntentStatus, error: boolean): void => {
      if (session.status !== 'open') return;
      session.intent ??= { id: `pi_${(ids += 1)}`, status, error };
      Object.assign(session.intent, { status, error });
      if (status === 'requires_capture') session.status = 'complete';
    };
    return {
      pay: () => attempt('requires_capture', false),
      beDeclined: () => attempt('requires_payment_method', true),
      lapse: () => void (session.status = session.status === 'open' ? 'expired' : session.status),
      dropHold() {
        if (session.intent?.status === 'requires_capture') session.intent.status = 'canceled';
      },
      refuseCapture: () => void (session.refusesCapture = true),
      refund: (amount) => void session.refunds.push({ id: `re_${(ids += 1)}`, amount, isFailed: false }),
      failRefund(amount) {
        const refund = session.refunds.find((each) => each.amount === amount);
        if (refund) refund.isFailed = true;
      },
      get captures() {
        return session.captures;
      },
      get refunds() {
        return session.refunds.filter(({ isFailed }) => !isFailed).map(({ amount }) => amount);
      },
      get intent() {
        return session.intent?.id;
      },
    };
  }

  function getSession(id: string | undefined): Kept {
    const session = id === undefined ? undefined : kept.get(id);
    if (!session) throw missing('checkout.session', id);
    return session;
  }

  function getByIntent(id: unknown): Kept & { intent: NonNullable<Kept['intent']> } {
    const session = [...kept.values()].find(({ intent }) => intent?.id === id);
    if (!session?.intent) throw missing('payment_intent', String(id));
    // Found by its intent.
    return session as Kept & { intent: NonNullable<Kept['intent']> };
  }

  return {
    pages,
    handlers: {
      'POST /v1/checkout/sessions'({ form }) {
        const [item] = form['line_items'] as [{ price_data: { unit_amount: number; currency: string } }];
        const { unit_amount: amount, currency } = item.price_data;
        if (amount < 50) throw invalid('amount_too_small');
        const id = `cs_test_${(ids += 1)}`;
        const { metadata, client_reference_id } = form;
        const session: Kept = {
          id,
          amount,
          currency,
          metadata: metadata as object,
          client_reference_id,
          status: 'open',
          refusesCapture: false,
          captures: 0,
          refunds: [],
        };
        kept.set(id, session);
        pages.set(id, pageOf(session));
        return showSession(session, false);
      },
      'GET /v1/checkout/sessions/{session}': ({ path }) => showSession(getSession(path['session']), true),
      'POST /v1/checkout/sessions/{session}/expire'({ path }) {
        const session = getSession(path['session']);
        if (session.status !== 'open') throw invalid(undefined);
        session.status = 'expired';
        if (session.intent) session.intent.status = 'canceled';
        return showSession(session, false);
      },
      'POST /v1/payment_intents/{intent}/capture'({ path }) {
        const session = getByIntent(path['intent']);
        if (session.intent.status !== 'requires_capture') throw invalid('payment_intent_unexpected_state');
        if (session.refusesCapture) {
          throw new StripeErrorResponse(402, { type: 'card_error', code: 'card_declined', message: 'Declined: 4242.' });
        }
        session.intent.status = 'succeeded';
        session.captures += 1;
        return showIntent(session, false);
      },
      'POST /v1/payment_intents/{intent}/cancel'({ path }) {
        const session = getByIntent(path['intent']);
        const { status } = session.intent;
        if (status === 'succeeded' || status === 'canceled') throw invalid('payment_intent_unexpected_state');
        session.intent.status = 'canceled';
        return showIntent(session, false);
      },
      'POST /v1/refunds'({ form }) {
        const session = getByIntent(form['payment_intent']);
        const amount = Number(form['amount']);
        if (session.intent.status !== 'succeeded') throw invalid('charge_not_captured');
        if (refundedOf(session) + amount > session.amount) throw invalid('charge_already_refunded');
        const refund = { id: `re_${(ids += 1)}`, amount, isFailed: false };
        session.refunds.push(refund);
        const { metadata } = form;
        const { currency } = session;
        return { object: 'refund', id: refund.id, amount, currency, created, metadata, status: 'pending' };
      },
    },
  };

  function showSession(session: Kept, isExpanded: boolean): object {
    const { id, status, intent, metadata, client_reference_id, amount, currency } = session;
    const none = { message: null };
    return {
      object: 'checkout.session',
      id,
      livemode,
      created,
      status,
      mode: 'payment',
      amount_total: amount,
      currency,
      url: status === 'open' ? `https://checkout.stripe.test/c/pay/${id}#fidkdWxOYHw` : null,
      payment_intent: intent ? (isExpanded ? showIntent(session, true) : intent.id) : null,
      payment_status: intent?.status === 'succeeded' ? 'paid' : 'unpaid',
      payment_method_types: ['card'],
      client_reference_id,
      metadata,
      expires_at: created + 86_400,
      automatic_tax: { enabled: false, liability: null, provider: null, status: null },
      custom_fields: [],
      custom_text: {
        after_submit: null,
        shipping_address: none.message,
        submit: null,
        terms_of_service_acceptance: null,
      },
      shipping_options: [],
    };
  }

  function showIntent(session: Kept, isExpanded: boolean): object {
    const { intent, amount, currency, metadata } = session;
    if (!intent) throw missing('payment_intent', undefined);
    const charged = intent.status === 'requires_capture' || intent.status === 'succeeded';
    return {
      object: 'payment_intent',
      id: intent.id,
      livemode,
      created,
      amount,
      currency,
      status: intent.status,
      capture_method: 'manual',
      metadata,
      payment_method_types: ['card'],
      last_payment_error: intent.error ? { type: 'card_error', code: 'card_declined' } : null,
      latest_charge: charged ? (isExpanded ? showCharge(session) : `ch_${intent.id}`) : null,
    };
  }

  function showCharge(session: Kept): object {
    const { intent, amount, currency } = session;
    const address = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
    const isCaptured = intent?.status === 'succeeded';
    return {
      object: 'charge',
      id: `ch_${intent?.id}`,
      livemode,
      created,
      amount,
      amount_captured: isCaptured ? amount : 0,
      amount_refunded: refundedOf(session),
      billing_details: { address, email: null, name: null, phone: null, tax_id: null },
      captured: isCaptured,
      currency,
      disputed: false,
      metadata: {},
      paid: true,
      refunded: isCaptured && refundedOf(session) === amount,
      status: 'succeeded',
    };
  }
}

function refundedOf({ refunds }: Kept): number {
  return refunds.filter(({ isFailed }) => !isFailed).reduce((sum, { amount }) => sum + amount, 0);
}

function invalid(code: string | undefined): StripeErrorResponse {
  return new StripeErrorResponse(400, { type: 'invalid_request_error', ...(code !== undefined && { code }) });
}
