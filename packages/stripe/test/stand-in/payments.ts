/** The Checkout Sessions of the stand-in with their payment intents, and the person at Stripe's page. */
import type { Handlers, StripeRequest } from './handlers.ts';
import { checkAmount } from './amounts.ts';
import { createIntent, type Form, type Intent, type Session, toResource } from './payment-resources.ts';
import { createRefunds, type Refunds } from './refunds.ts';
import { missing, refused, StripeErrorResponse } from './stripe-error.ts';

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
