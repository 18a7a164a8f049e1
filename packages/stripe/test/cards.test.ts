import { Refusal } from '@booking-service/server';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createStripeCards, StripeFailure } from '../src/index.ts';
import { openStripeStandIn } from './stand-in/stripe-stand-in.ts';

const context = { organization_id: 'org_test', livemode: false };
const ada = { session_id: 'ses_1', channel: 'email', destination: 'ada@diner.test' } as const;
const phone = { session_id: 'ses_1', channel: 'sms', destination: '+351912345678' } as const;

async function openCards() {
  const stripe = await openStripeStandIn();
  const { url: base_url, secret_key, ...rest } = stripe;
  const cards = createStripeCards({ secret_key, livemode: false, base_url });
  const lastFour = async (person: typeof ada | typeof phone) => {
    const reference = await cards.findCard(person, context);
    return reference === undefined ? undefined : (await cards.readCard(reference, context)).last4;
  };
  return { ...rest, secret_key, cards, lastFour, [Symbol.asyncDispose]: () => stripe[Symbol.asyncDispose]() };
}

describe('createStripeCards', () => {
  it("SES-3: reads the default card of the person's customer, without its full number", async () => {
    await using stripe = await openCards();
    stripe.customers.add({ email: 'bob@diner.test', cards: ['1111'] });
    stripe.customers.add({ email: ada.destination, cards: ['4242', '5555'], default_card: '4242' });
    const reference = await stripe.cards.findCard(ada, context);
    expect(reference).toBe('cus_2/pm_24242');
    expect(await stripe.cards.readCard(reference ?? '', context)).toStrictEqual({
      brand: 'visa',
      last4: '4242',
      exp_month: 4,
      exp_year: 2030,
    });
  });

  it('finds the newest card of a customer without a default card', async () => {
    await using stripe = await openCards();
    stripe.customers.add({ email: ada.destination, cards: ['4242', '5555'] });
    expect(await stripe.lastFour(ada)).toBe('5555');
  });

  it('finds the newest of several customers that has a card', async () => {
    await using stripe = await openCards();
    stripe.customers.add({ email: ada.destination, cards: ['1111'] });
    stripe.customers.add({ email: ada.destination, cards: ['2222'] });
    stripe.customers.add({ email: ada.destination });
    expect(await stripe.lastFour(ada)).toBe('2222');
  });

  it('finds customers by their phone', async () => {
    await using stripe = await openCards();
    stripe.customers.add({ phone: '+351911111111', cards: ['1111'] });
    stripe.customers.add({ phone: phone.destination, cards: ['4242'] });
    expect(await stripe.lastFour(phone)).toBe('4242');
    expect(stripe.requests[0]).toBe('GET /v1/customers/search');
  });

  it('finds nothing for a person without a customer or a card', async () => {
    await using stripe = await openCards();
    stripe.customers.add({ phone: phone.destination });
    expect([await stripe.lastFour(ada), await stripe.lastFour(phone)]).toEqual([undefined, undefined]);
  });

  it('SES-3: refuses a detached card with reconnect_required', async () => {
    await using stripe = await openCards();
    stripe.customers.add({ email: ada.destination, cards: ['4242'] });
    const reference = (await stripe.cards.findCard(ada, context)) ?? '';
    stripe.customers.detach('4242');
    const refused = await stripe.cards.readCard(reference, context).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refusal);
    expect(refused).toMatchObject({ code: 'reconnect_required' });
  });

  it('rejects without the text of Stripe if Stripe fails', async () => {
    await using stripe = await openCards();
    const error = { type: 'api_error', code: 'api_error', message: `about ${ada.destination}` } as const;
    stripe.trouble('GET /v1/customers', { status: 500, error });
    const failure = await stripe.cards.findCard(ada, context).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(StripeFailure);
    expect(failure).toMatchObject({
      message: 'Stripe responded to the list of customers with 500 api_error (req_1).',
      kind: 'unavailable',
      request_id: 'req_1',
    });
    expect(inspect(failure)).not.toContain('diner');
    expect(inspect(failure)).not.toContain(stripe.secret_key);
  });
});
