/** The service with Stripe as its card service and its card vault. */
import type { Booking, Card, Session } from '@booking-service/contract';
import { openWorld } from '@booking-service/server/testing';
import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { createStripeCards, createStripePayments } from '../src/index.ts';
import { openStripeStandIn } from './stand-in/stripe-stand-in.ts';

const webhook_secret = 'whsec_of_the_test';

async function openService() {
  await using opened = new AsyncDisposableStack();
  const stripe = opened.use(await openStripeStandIn());
  const payments = createStripePayments({
    secret_key: stripe.secret_key,
    livemode: false,
    base_url: stripe.url,
    success_url: 'https://diner.test/paid',
    webhook_secret,
  });
  const { call, clock, url } = opened.use(await openWorld({ integrations: { payments: { test: payments } } }));
  const running = opened.move();
  return {
    stripe,
    page: stripe.payments,
    /** Sends an event of Stripe about this object, and returns the status of the response. */
    async send(object: object, secret = webhook_secret) {
      const event = { id: 'evt_1', object: 'event', livemode: false, type: 'checkout.session.completed' };
      const payload = JSON.stringify({ ...event, data: { object } });
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
      const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature };
      return (await fetch(`${url}/payment-events`, { method: 'POST', headers, body: payload })).status;
    },
    advance: (milliseconds: number) => clock.advance(milliseconds),
    create() {
      const body = {
        venue_id: 'ven_harbour_table',
        slot_id: 'slt_harbour_table_20261121T1900',
        party_size: 2,
        guest: { first_name: 'Ada', last_name: 'Byron', email: 'ada@diner.test' },
        payment_collection: 'cardservice_external',
      };
      return call<Booking>('POST', '/v1/bookings', { body });
    },
    continue: ({ id }: Booking) =>
      call<Booking>('POST', `/v1/bookings/${id}/continue`, { body: { type: 'authorize_payment' } }),
    cancel: ({ id }: Booking) => call<Booking>('POST', `/v1/bookings/${id}/cancel`),
    read: async ({ id }: Booking) => (await call<Booking>('GET', `/v1/bookings/${id}`)).body,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

describe('a booking whose payment Stripe collects', () => {
  it('CRD-8: takes the amount of a booking that the person approved, and CRD-9: returns it after a cancel', async () => {
    await using service = await openService();
    const { status, body: booking } = await service.create();
    expect(status).toBe(201);
    const { reference = '', amount = 0 } = booking.payment ?? {};
    expect(booking.next_action).toMatchObject({ type: 'authorize_payment', url: expect.stringContaining(reference) });

    service.page.approve(reference);
    await service.continue(booking);
    await service.advance(2000);
    expect(await service.read(booking)).toMatchObject({ status: 'confirmed', payment: { status: 'captured' } });
    expect(service.page.find(reference).intent).toMatchObject({ status: 'succeeded', amount_received: amount });

    await service.cancel(booking);
    await service.advance(2000);
    expect(await service.read(booking)).toMatchObject({ status: 'cancelled', payment: { status: 'refunded' } });
    expect(service.page.refunds.all.map((refund) => refund.amount)).toEqual([amount]);
  });

  it('CRD-10: takes an approval from an event of Stripe, whose objects name the booking', async () => {
    await using service = await openService();
    const { body: booking } = await service.create();
    const { reference = '' } = booking.payment ?? {};
    service.page.decline(reference);
    const { metadata } = service.page.find(reference).session.form;
    expect(await service.send({ metadata })).toBe(204);
    await service.advance(2000);
    expect(await service.read(booking)).toMatchObject({ status: 'requires_action' });
    service.page.approve(reference);
    expect(await service.send({ metadata }, 'whsec_of_another')).toBe(401);
    expect(await service.send({ metadata: null })).toBe(204);
    await service.advance(2000);
    expect(await service.read(booking)).toMatchObject({ status: 'requires_action' });
    expect(await service.send({ metadata })).toBe(204);
    await service.advance(4000);
    expect(await service.read(booking)).toMatchObject({ status: 'confirmed', payment: { status: 'captured' } });
  });

  it('CRD-10: waits for the approval, and ends the page when the booking expires', async () => {
    await using service = await openService();
    const { body: booking } = await service.create();
    const { reference = '' } = booking.payment ?? {};
    await service.continue(booking);
    await service.advance(2000);
    expect(await service.read(booking)).toMatchObject({ status: 'requires_action', next_action: booking.next_action });

    await service.advance(22 * 60_000);
    await service.advance(2000);
    expect(await service.read(booking)).toMatchObject({ status: 'expired', payment: { status: 'voided' } });
    expect(() => service.page.approve(reference)).toThrow(/has ended: expired/);
  });

  it.each([
    { code: 'cardservice_disabled', status: 403, refusal: 403 },
    { code: 'vault_unavailable', status: 503, refusal: 500 },
    { code: 'payment_setup_failed', status: 502, refusal: 400 },
  ])(
    'CRD-1 CRD-2: refuses the create with $code if Stripe responds with $refusal',
    async ({ code, status, refusal }) => {
      await using service = await openService();
      const error = { type: refusal === 500 ? 'api_error' : 'invalid_request_error' } as const;
      service.stripe.trouble('POST /v1/checkout/sessions', { status: refusal, error }, 2);
      expect(await service.create()).toMatchObject({ status, body: { error_code: code } });
    },
  );

  /** It polls through an hour. */
  const slow = { tags: ['slow'] };

  type Page = Awaited<ReturnType<typeof openService>>['page'];

  it.each<{ code: string; before: (page: Page, reference: string) => void }>([
    {
      code: 'payment_declined',
      before(page, reference) {
        page.decline(reference);
        page.endPage(reference);
      },
    },
    { code: 'payment_approval_expired', before: (page, reference) => page.endPage(reference) },
    {
      code: 'payment_replay_failed',
      before(page, reference) {
        page.approve(reference);
        page.lapse(reference);
      },
    },
    {
      code: 'card_declined',
      before(page, reference) {
        page.approve(reference);
        page.refuseCapture(reference);
      },
    },
  ])('CRD-1 CRD-2: fails the booking with $code', async ({ code, before }) => {
    await using service = await openService();
    const { body: booking } = await service.create();
    before(service.page, booking.payment?.reference ?? '');
    await service.continue(booking);
    await service.advance(4000);
    const failed = { status: 'failed', error_code: code, payment: { status: 'voided' } };
    expect(await service.read(booking)).toMatchObject(failed);
  });

  it('CRD-1 CRD-2: fails the booking with payment_outcome_unknown if Stripe stays away for an hour', slow, async () => {
    await using service = await openService();
    const { body: booking } = await service.create();
    service.page.approve(booking.payment?.reference ?? '');
    service.stripe.trouble('GET /v1/checkout/sessions/{session}', 'unreachable', 1000);
    await service.continue(booking);
    await service.advance(62 * 60_000);
    const failed = { status: 'failed', error_code: 'payment_outcome_unknown', payment: { status: 'unknown' } };
    expect(await service.read(booking)).toMatchObject(failed);
  });
});

const person = { channel: 'email', destination: 'ada@diner.test' };

async function openCardService() {
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

describe('a session with Stripe as the card vault', () => {
  it('SES-3: reads the card that Stripe has of the verified person, until it is detached', async () => {
    await using service = await openCardService();
    service.stripe.customers.add({ email: person.destination, cards: ['4242'] });
    const { body: session } = await service.verify();
    const body = { object: 'card', brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030, session_id: session.id };
    expect(await service.readCard(session)).toMatchObject({ status: 200, body });
    service.stripe.customers.detach('4242');
    expect(await service.readCard(session)).toMatchObject({ status: 409, body: { error_code: 'reconnect_required' } });
  });

  it('SES-3: refuses the card of a person whom Stripe does not know with reconnect_required', async () => {
    await using service = await openCardService();
    const { body: session } = await service.verify();
    expect(session.status).toBe('verified');
    expect(await service.readCard(session)).toMatchObject({ status: 409, body: { error_code: 'reconnect_required' } });
  });

  it('SES-3: refuses the verification with 503 if Stripe fails, and it can be sent again', async () => {
    await using service = await openCardService();
    service.stripe.trouble('GET /v1/customers', { status: 500, error: { type: 'api_error' } });
    expect(await service.verify()).toMatchObject({ status: 503 });
    expect(await service.verify()).toMatchObject({ status: 200, body: { status: 'verified' } });
  });
});
