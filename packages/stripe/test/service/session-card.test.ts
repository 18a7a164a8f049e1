/** A session of the service with Stripe as the card vault. */
import type { Card, Session } from '@booking-service/contract';
import { openWorld } from '@booking-service/server/testing';
import { expect, it } from 'vitest';
import { createStripeCards } from '../../src/index.ts';
import { openStripeStandIn } from '../stand-in/stripe-stand-in.ts';

const person = { channel: 'email', destination: 'ada@diner.test' };

async function openService() {
  await using opened = new AsyncDisposableStack();
  const stripe = opened.use(await openStripeStandIn({ livemode: true }));
  const cards = { live: createStripeCards({ secret_key: stripe.secret_key, livemode: true, base_url: stripe.url }) };
  const { call } = opened.use(await openWorld({ integrations: { cards } }));
  const running = opened.move();
  return {
    stripe,
    async verify() {
      const { body: session } = await call<Session>('POST', '/v1/sessions', { key: 'live', body: person });
      const verified = { key: 'live', body: { code: '424242' } };
      return call<Session>('POST', `/v1/sessions/${session.id}/verify`, verified);
    },
    readCard: ({ id }: Session) => call<Card>('GET', `/v1/sessions/${id}/card`, { key: 'live' }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

it('SES-3: reads the card that Stripe has of the verified person, until it is detached', async () => {
  await using service = await openService();
  service.stripe.customers.add({ email: person.destination, cards: ['4242'] });
  const { body: session } = await service.verify();
  const body = { object: 'card', brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030, session_id: session.id };
  expect(await service.readCard(session)).toMatchObject({ status: 200, body });
  service.stripe.customers.detach('4242');
  expect(await service.readCard(session)).toMatchObject({ status: 409, body: { error_code: 'reconnect_required' } });
});

it('SES-3: refuses the card of a person whom Stripe does not know with reconnect_required', async () => {
  await using service = await openService();
  const { body: session } = await service.verify();
  expect(session.status).toBe('verified');
  expect(await service.readCard(session)).toMatchObject({ status: 409, body: { error_code: 'reconnect_required' } });
});

it('SES-3: refuses the verification with 503 if Stripe fails, and it can be sent again', async () => {
  await using service = await openService();
  service.stripe.trouble('GET /v1/customers', { status: 500, error: { type: 'api_error' } });
  expect(await service.verify()).toMatchObject({ status: 503 });
  expect(await service.verify()).toMatchObject({ status: 200, body: { status: 'verified' } });
});
