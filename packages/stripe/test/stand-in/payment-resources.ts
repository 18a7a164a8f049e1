/** Checkout Sessions and payment intents as Stripe responds with them. */
export interface Session {
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
export interface Form {
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

export function createIntent(id: string, form: Form, livemode: boolean): Intent {
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

export function toResource(
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
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    shipping_options: [],
  };
}
