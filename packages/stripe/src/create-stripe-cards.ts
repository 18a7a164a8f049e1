import { type CardVault, type VerifiedPerson, Refusal } from '@booking-service/server';
import type { Stripe } from 'stripe';
import { createStripeClient, type Send, StripeFailure, type StripeOptions } from './stripe-client.ts';

/** A person with more customers than this has the newest of them considered. */
const maxCustomers = 10;

/**
 * Creates a card vault of the customers of a Stripe account. A person's customers have their verified email address or phone number;
 * the newest one with a card counts. Its card is the default payment method of its invoices, otherwise its newest card.
 *
 * The card reference is `<customer>/<payment method>`. Throws a TypeError that names an invalid option.
 */
export function createStripeCards(options: StripeOptions): CardVault {
  const { stripe, begin } = createStripeClient(options);

  return {
    async findCard(person, context) {
      const send = begin(context);
      for (const customer of await findCustomers(person, send)) {
        const card = defaultCardOf(customer) ?? (await newestCardOf(customer, send));
        if (card) return `${customer.id}/${card.id}`;
      }
      return undefined;
    },

    async readCard(card_reference, context) {
      const send = begin(context);
      const [customer = '', method = ''] = card_reference.split('/');
      const found = await send('the read of a card', (each) =>
        stripe.customers.retrievePaymentMethod(customer, method, {}, each),
      ).catch(reconnectIfMissing);
      if (!found.card) throw new Refusal('reconnect_required');
      const { brand, last4, exp_month, exp_year } = found.card;
      return { brand, last4, exp_month, exp_year };
    },
  };

  /** Newest first. */
  async function findCustomers(
    { channel, destination }: VerifiedPerson,
    send: Send,
  ): Promise<readonly Stripe.Customer[]> {
    const expand = ['data.invoice_settings.default_payment_method'];
    const page = { limit: maxCustomers, expand };
    const { data } =
      channel === 'email'
        ? await send('the list of customers', (each) => stripe.customers.list({ ...page, email: destination }, each))
        : // The list has no filter by phone. A new customer appears in searches after about a minute.
          await send('the search of customers', (each) =>
            stripe.customers.search({ ...page, query: `phone:"${destination}"` }, each),
          );
    const isTheirs = (customer: Stripe.Customer) =>
      (channel === 'email' ? customer.email : customer.phone) === destination;
    return data.filter(isTheirs).toSorted((a, b) => b.created - a.created);
  }

  async function newestCardOf({ id }: Stripe.Customer, send: Send): Promise<Stripe.PaymentMethod | undefined> {
    const { data } = await send('the list of cards', (each) =>
      stripe.customers.listPaymentMethods(id, { type: 'card', limit: 1 }, each),
    );
    return data[0];
  }
}

function defaultCardOf({ invoice_settings }: Stripe.Customer): Stripe.PaymentMethod | undefined {
  const method = invoice_settings.default_payment_method;
  return typeof method === 'object' && method?.card ? method : undefined;
}

/** The card was detached from its customer, or the customer was deleted. */
function reconnectIfMissing(error: unknown): never {
  if (error instanceof StripeFailure && error.code === 'resource_missing') throw new Refusal('reconnect_required');
  throw error;
}
