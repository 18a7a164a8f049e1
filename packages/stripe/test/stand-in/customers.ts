/** The customers of the stand-in and their cards. */
import { type Handlers, listOf, missing } from './handlers.ts';

export interface NewCustomer {
  readonly email?: string;
  readonly phone?: string;
  readonly cards?: readonly string[];
  /** One of the cards. Default: none. */
  readonly default_card?: string;
}

export interface Customers {
  readonly handlers: Handlers;
  /** Creates a customer with cards that end with these digits, the oldest first. Returns its id. */
  add(customer: NewCustomer): string;
  /** Detaches the card that ends with these digits. */
  detach(last4: string): void;
}

interface Customer {
  readonly object: 'customer';
  readonly id: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly created: number;
  readonly livemode: boolean;
  readonly metadata: object;
  invoice_settings: { default_payment_method: string | null; readonly footer: null };
}

interface Method {
  readonly id: string;
  readonly customer: string;
  readonly card: { readonly last4: string };
}

export function createCustomers(livemode: boolean): Customers {
  const customers = new Map<string, Customer>();
  const methods = new Map<string, Method>();

  function page(found: readonly Customer[], { limit = 10, expand = [] }: Record<string, unknown>) {
    const isExpanded = JSON.stringify(expand).includes('invoice_settings.default_payment_method');
    return found
      .toSorted((a, b) => b.created - a.created)
      .slice(0, Number(limit))
      .map((customer) => ({
        ...customer,
        invoice_settings: {
          ...customer.invoice_settings,
          default_payment_method:
            (isExpanded && methods.get(customer.invoice_settings.default_payment_method ?? '')) ||
            customer.invoice_settings.default_payment_method,
        },
      }));
  }

  function cardsOf(id: string | undefined): Method[] {
    if (id === undefined || !customers.has(id)) throw missing('customer', id);
    return [...methods.values()].filter(({ customer }) => customer === id).toReversed();
  }

  return {
    handlers: {
      'GET /v1/customers': ({ query }) =>
        listOf(
          '/v1/customers',
          page(
            [...customers.values()].filter(({ email }) => email === query['email']),
            query,
          ),
        ),
      'GET /v1/customers/search': ({ query }) => {
        const [, phone] = /^phone:"([^"]+)"$/.exec(String(query['query'])) ?? [];
        const found = page(
          [...customers.values()].filter((one) => one.phone === phone),
          query,
        );
        return { ...listOf('/v1/customers/search', found), object: 'search_result', next_page: null };
      },
      'GET /v1/customers/{customer}/payment_methods': ({ path, query }) =>
        listOf('/v1/payment_methods', cardsOf(path['customer']).slice(0, Number(query['limit'] ?? 10))),
      'GET /v1/customers/{customer}/payment_methods/{payment_method}': ({ path }) => {
        const found = cardsOf(path['customer']).find(({ id }) => id === path['payment_method']);
        if (!found) throw missing('payment_method', path['payment_method']);
        return found;
      },
    },

    add({ email = null, phone = null, cards = [], default_card }) {
      const id = `cus_${customers.size + 1}`;
      const own = cards.map((last4) =>
        createMethod({ id: `pm_${methods.size + 1}${last4}`, customer: id, last4, livemode }),
      );
      for (const method of own) methods.set(method.id, method);
      const default_payment_method = own.find(({ card }) => card.last4 === default_card)?.id ?? null;
      customers.set(id, {
        object: 'customer',
        id,
        email,
        phone,
        livemode,
        created: 1_790_000_000 + customers.size,
        metadata: {},
        invoice_settings: { default_payment_method, footer: null },
      });
      return id;
    },

    detach(last4) {
      for (const { id, card } of methods.values()) {
        if (card.last4 !== last4) continue;
        methods.delete(id);
        for (const { invoice_settings } of customers.values()) {
          if (invoice_settings.default_payment_method === id) invoice_settings.default_payment_method = null;
        }
      }
    },
  };
}

function createMethod({
  id,
  customer,
  last4,
  livemode,
}: {
  id: string;
  customer: string;
  last4: string;
  livemode: boolean;
}) {
  const address = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
  return {
    object: 'payment_method',
    id,
    customer,
    livemode,
    type: 'card',
    created: 1_790_000_000,
    metadata: {},
    billing_details: { address, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: 'visa',
      exp_month: 4,
      exp_year: 2030,
      funding: 'credit',
      last4,
      fingerprint: 'Xt5EWLLDS7FJjR1c',
      country: 'US',
    },
  } as const;
}
