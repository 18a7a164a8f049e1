/** The payments of the stand-in: Checkout Sessions, their payment intents and refunds, and the person at Stripe's page. */
import {
  checkAmount,
  type Handlers,
  listOf,
  missing,
  refused,
  StripeErrorResponse,
  type StripeRequest,
} from './handlers.ts';

/** The person at the page of a session, and what happens to its money. `reference` is the id of the session. */
export interface Payments {
  readonly handlers: Handlers;
  readonly refunds: Refunds;
  /** The person pays: the amount is held. Fails if the page has ended. */
  approve(reference: string): void;
  /** The person tries a card that is declined. The page stays open. */
  decline(reference: string, type?: 'card_error' | 'api_error'): void;
  /** The person begins another attempt, or the bank has not answered it yet. */
  begin(reference: string, status: 'requires_action' | 'processing'): void;
  /** The page ends at its time. */
  endPage(reference: string): void;
  /** The hold lapses, as after a week. */
  lapse(reference: string): void;
  /** A person captures a part of the hold in the Dashboard. */
  captureByHand(reference: string, amount: number): void;
  /** The card refuses the captures of this payment. */
  refuseCapture(reference: string): void;
  find(reference: string): { readonly session: Session; readonly intent: Intent | undefined };
  readonly all: readonly Session[];
}

export function createPayments(livemode: boolean): Payments {
  const sessions = new Map<string, Session>();
  const intents = new Map<string, Intent>();
  const refusing = new Set<string>();
  const refunds = createRefunds((id) => intents.get(id));

  function find(id: string | undefined) {
    const session = sessions.get(id ?? '');
    if (!session) throw missing('checkout.session', id);
    return { session, intent: intents.get(session.payment_intent ?? '') };
  }

  function findIntent({ path }: StripeRequest): Intent {
    const intent = intents.get(path['intent'] ?? '');
    if (!intent) throw missing('payment_intent', path['intent']);
    return intent;
  }

  function create(form: Form): Session {
    checkAmount(form.line_items[0]?.price_data);
    const seconds = form.expires_at - Date.now() / 1000;
    if (seconds < 30 * 60 || seconds > 24 * 3600)
      throw refused('The `expires_at` timestamp must be between 30 minutes and 24 hours from creation.');
    const id = `cs_${livemode ? 'live' : 'test'}_a1Standin${String(sessions.size + 1).padStart(50, '0')}`;
    const session = { id, form, expires_at: form.expires_at, status: 'open', payment_intent: null } satisfies Session;
    sessions.set(id, session);
    return session;
  }

  /** The intent of a page on which someone acts. Stripe creates it at the first attempt. */
  function attempt(id: string): { session: Session; intent: Intent } {
    const { session, intent } = find(id);
    if (session.status !== 'open') throw new Error(`The page of ${id} has ended: ${session.status}.`);
    if (intent) return { session, intent };
    const made = createIntent(`pi_${intents.size + 1}`, session.form, livemode);
    intents.set(made.id, made);
    session.payment_intent = made.id;
    return { session, intent: made };
  }

  function expire(session: Session, intent: Intent | undefined): void {
    session.status = 'expired';
    if (intent) Object.assign(intent, { status: 'canceled', cancellation_reason: 'automatic' });
  }

  const show = ({ session, intent }: { session: Session; intent: Intent | undefined }, expand: unknown) =>
    toResource(session, intent, { livemode, isExpanded: JSON.stringify(expand ?? []).includes('"payment_intent"') });

  return {
    refunds,
    handlers: {
      ...refunds.handlers,
      'POST /v1/checkout/sessions': ({ form }) =>
        show({ session: create(form as never), intent: undefined }, undefined),
      'GET /v1/checkout/sessions/{session}': ({ path, query }) => show(find(path['session']), query['expand']),
      'POST /v1/checkout/sessions/{session}/expire': ({ path, form }) => {
        const { session, intent } = find(path['session']);
        if (session.status !== 'open' || intent?.status === 'processing')
          throw refused('Only Checkout Sessions with a status in ["open"] can be expired.');
        expire(session, intent);
        return show({ session, intent }, form['expand']);
      },
      'POST /v1/payment_intents/{intent}/capture': (request) => {
        const intent = findIntent(request);
        if (intent.status !== 'requires_capture') throw unexpectedState(intent);
        if (refusing.has(intent.id))
          throw new StripeErrorResponse(402, { type: 'card_error', code: 'card_declined', message: 'ada@diner.test' });
        Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
        return intent;
      },
      'POST /v1/payment_intents/{intent}/cancel': (request) => {
        const intent = findIntent(request);
        // The intent of an open page cannot be canceled.
        if (intent.status !== 'requires_capture') throw unexpectedState(intent);
        Object.assign(intent, { status: 'canceled', cancellation_reason: request.form['cancellation_reason'] ?? null });
        return intent;
      },
    },

    approve(reference) {
      const { session, intent } = attempt(reference);
      session.status = 'complete';
      Object.assign(intent, { status: 'requires_capture', last_payment_error: null, latest_charge: `ch_${intent.id}` });
    },
    decline(reference, type = 'card_error') {
      const { intent } = attempt(reference);
      const code = type === 'card_error' ? 'card_declined' : 'api_error';
      Object.assign(intent, { status: 'requires_payment_method', last_payment_error: { type, code } });
    },
    // The error of an earlier attempt stays, which is the harder case: Stripe may clear it.
    begin: (reference, status) => void Object.assign(attempt(reference).intent, { status }),
    endPage(reference) {
      const { session, intent } = find(reference);
      if (session.status === 'open') expire(session, intent);
    },
    lapse(reference) {
      const { intent } = find(reference);
      if (intent?.status !== 'requires_capture') throw new Error('Nothing is held.');
      Object.assign(intent, { status: 'canceled', cancellation_reason: 'expired' });
    },
    captureByHand(reference, amount) {
      const { intent } = find(reference);
      if (intent?.status !== 'requires_capture') throw new Error('Nothing is held.');
      Object.assign(intent, { status: 'succeeded', amount_received: amount });
    },
    refuseCapture: (reference) => void refusing.add(find(reference).intent?.id ?? ''),
    find,
    get all() {
      return [...sessions.values()];
    },
  };
}

function unexpectedState({ status }: Intent): StripeErrorResponse {
  return refused(`This PaymentIntent has the status ${status}.`, 'payment_intent_unexpected_state');
}

interface Refunds {
  readonly handlers: Handlers;
  readonly all: readonly Refund[];
  /** The status of the next refunds. Default: succeeded. */
  next_status: Refund['status'];
  /** The bank returns a refund. */
  fail(refund: Refund): void;
  /** An operator refunds this amount in the Dashboard. */
  refundByHand(intent: string, amount: number): void;
}

interface Refund {
  readonly object: 'refund';
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly created: number;
  readonly payment_intent: string;
  status: 'succeeded' | 'pending' | 'requires_action' | 'failed' | 'canceled';
}

function createRefunds(findIntent: (id: string) => Intent | undefined): Refunds {
  const all: Refund[] = [];

  function refund(id: string, amount: number | undefined): Refund {
    const intent = findIntent(id);
    if (!intent) throw missing('payment_intent', id);
    const left = intent.amount_received - sumOf(id);
    const { currency } = intent;
    const wanted = amount ?? left;
    if (wanted > left || wanted <= 0)
      throw new StripeErrorResponse(400, {
        type: 'invalid_request_error',
        message: `Refund amount (${wanted}) is greater than unrefunded amount on charge (${left})`,
      });
    const created = 1_790_000_000 + all.length;
    const made = { object: 'refund', id: `re_${all.length + 1}`, amount: wanted, currency, created } as const;
    all.push({ ...made, payment_intent: id, status: refunds.next_status });
    return all.at(-1) as Refund;
  }

  function sumOf(id: string): number {
    const counted = all.filter(
      ({ payment_intent, status }) => payment_intent === id && status !== 'failed' && status !== 'canceled',
    );
    return counted.reduce((sum, { amount }) => sum + amount, 0);
  }

  const refunds: Refunds = {
    all,
    next_status: 'succeeded',
    handlers: {
      'GET /v1/refunds': ({ query }) => {
        const found = all.filter(({ payment_intent }) => payment_intent === query['payment_intent']).toReversed();
        const limit = Number(query['limit'] ?? 10);
        return { ...listOf('/v1/refunds', found.slice(0, limit)), has_more: found.length > limit };
      },
      'POST /v1/refunds': ({ form }) =>
        // A copy: a stored response does not change with the refund.
        ({ ...refund(String(form['payment_intent']), form['amount'] as number | undefined) }),
    },
    fail: (failed) => void (failed.status = 'failed'),
    refundByHand: (intent, amount) => void refund(intent, amount),
  };
  return refunds;
}

interface Session {
  readonly id: string;
  readonly form: Form;
  readonly expires_at: number;
  status: 'open' | 'complete' | 'expired';
  payment_intent: string | null;
}

export interface Intent {
  readonly object: 'payment_intent';
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly created: number;
  readonly livemode: boolean;
  readonly capture_method: string;
  readonly metadata: unknown;
  readonly latest_charge: string | null;
  status: string;
  amount_received: number;
  cancellation_reason: string | null;
  last_payment_error: { readonly type: string; readonly code?: string } | null;
}

/** The parameters that the handlers use. The stand-in has checked them. */
interface Form {
  readonly line_items: readonly { readonly price_data: { readonly currency: string; readonly unit_amount: number } }[];
  readonly payment_intent_data: { readonly capture_method: string; readonly metadata: unknown };
  readonly payment_method_types: readonly string[];
  readonly client_reference_id: string;
  readonly customer_email?: string;
  readonly metadata: unknown;
  readonly success_url: string;
  readonly cancel_url?: string;
  readonly expires_at: number;
}

function createIntent(id: string, form: Form, livemode: boolean): Intent {
  const { unit_amount = 0, currency = '' } = form.line_items[0]?.price_data ?? {};
  return {
    object: 'payment_intent',
    id,
    amount: unit_amount,
    currency,
    created: 1_790_000_000,
    livemode,
    ...form.payment_intent_data,
    latest_charge: null,
    status: 'requires_payment_method',
    amount_received: 0,
    cancellation_reason: null,
    last_payment_error: null,
  };
}

function toResource(
  { id, form, status, payment_intent, expires_at }: Session,
  intent: Intent | undefined,
  { livemode, isExpanded }: { livemode: boolean; isExpanded: boolean },
): object {
  const { unit_amount = 0, currency = '' } = form.line_items[0]?.price_data ?? {};
  return {
    object: 'checkout.session',
    id,
    livemode,
    mode: 'payment',
    status,
    payment_status: intent?.status === 'succeeded' ? 'paid' : 'unpaid',
    payment_intent: (isExpanded && intent) || payment_intent,
    payment_method_types: form.payment_method_types,
    client_reference_id: form.client_reference_id,
    customer_email: form.customer_email ?? null,
    metadata: form.metadata,
    success_url: form.success_url,
    cancel_url: form.cancel_url ?? null,
    url: status === 'open' ? `https://checkout.stripe.com/c/pay/${id}#fidkdWxOYHwnPyd1blpx` : null,
    amount_total: unit_amount,
    currency,
    created: 1_790_000_000,
    expires_at,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    shipping_options: [],
  };
}
