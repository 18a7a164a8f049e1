import { type PaidBooking, Refusal } from '@booking-service/server';
import { describe, expect, it } from 'vitest';
import { createStripePayments, StripeFailure } from '../src/index.ts';
import { openStripeStandIn } from './stand-in/stripe-stand-in.ts';

const context = { organization_id: 'org_test', livemode: false };
const price = { amount: 5000, currency: 'EUR' };
const request = {
  venue_id: 'ven_harbour_table',
  slot_id: 'slt_1',
  party_size: 2,
  guest: { first_name: 'Ada', email: 'ada@diner.test' },
};

async function openPayments(given = price) {
  const stripe = await openStripeStandIn();
  const options = { secret_key: stripe.secret_key, livemode: false, base_url: stripe.url };
  const payments = createStripePayments({ ...options, success_url: 'https://diner.test/paid' });
  const booking_id = 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';
  const open = (expires_at = '2026-11-21T09:50:00.000Z') =>
    payments.open({ booking_id, request, price: given, expires_at }, context);
  return {
    stripe,
    payments,
    open,
    /** Opens the page. Returns it with the calls on its booking. */
    async begin() {
      const { reference, url } = await open();
      const page = stripe.pages.get(reference);
      if (!page) throw new Error('The page was not opened.');
      const payment = { ...given, status: 'requires_approval', amount_refunded: 0, reference };
      // The other fields are not used.
      const booking = { id: booking_id, livemode: false, payment } as unknown as PaidBooking;
      return {
        page,
        url,
        read: () => payments.read({ booking }, context),
        capture: () => payments.capture({ booking }, context),
        void: () => payments.void({ booking }, context),
        refund: (amount_refunded: number) => payments.refund({ booking, amount_refunded }, context),
      };
    },
    [Symbol.asyncDispose]: () => stripe[Symbol.asyncDispose](),
  };
}

async function codeOf(call: Promise<unknown>): Promise<unknown> {
  const refused = await call.catch((error: unknown) => error);
  return refused instanceof Refusal ? refused.code : refused;
}

describe('open', () => {
  it('opens one page for a repeated create, whatever its time', async () => {
    await using opened = await openPayments();
    const first = await opened.open();
    expect(first.url).toContain('https://checkout.stripe.test/');
    expect(await opened.open('2026-11-21T10:00:00.000Z')).toEqual(first);
    expect(opened.stripe.pages.size).toBe(1);
  });

  it('repeats a request whose response was lost', async () => {
    await using opened = await openPayments();
    opened.stripe.trouble('POST /v1/checkout/sessions', 'lose');
    await opened.open();
    expect(opened.stripe.pages.size).toBe(1);
  });

  it.each([
    { code: 'vault_unavailable', status: 503, type: 'api_error' },
    { code: 'vault_unavailable', status: 429, type: 'invalid_request_error' },
    { code: 'cardservice_disabled', status: 401, type: 'invalid_request_error' },
    { code: 'cardservice_disabled', status: 403, type: 'invalid_request_error' },
    { code: 'payment_setup_failed', status: 400, type: 'invalid_request_error' },
  ] as const)(
    'CRD-2: refuses the create with $code if Stripe responds with $status',
    async ({ code, status, type }) => {
      await using opened = await openPayments();
      opened.stripe.trouble('POST /v1/checkout/sessions', { status, error: { type } }, 2);
      expect(await codeOf(opened.open())).toBe(code);
    },
  );

  it('CRD-2: refuses the create with vault_unavailable if Stripe cannot be reached', async () => {
    await using opened = await openPayments();
    opened.stripe.trouble('POST /v1/checkout/sessions', 'unreachable', 2);
    expect(await codeOf(opened.open())).toBe('vault_unavailable');
  });

  it('CRD-2: refuses an amount that Stripe does not take', async () => {
    await using small = await openPayments({ amount: 1, currency: 'EUR' });
    expect(await codeOf(small.open())).toBe('payment_setup_failed');
    await using odd = await openPayments({ amount: 1005, currency: 'KWD' });
    expect(await codeOf(odd.open())).toBe('payment_setup_failed');
    expect(odd.stripe.requests).toEqual([]);
  });

  it.each([
    { amount: 1500, currency: 'ISK', refunded: 150_000 },
    { amount: 150_000, currency: 'MGA', refunded: 1500 },
    { amount: 4200, currency: 'JPY', refunded: 4200 },
  ])("takes $amount $currency in Stripe's unit", async ({ refunded, ...given }) => {
    await using opened = await openPayments(given);
    const { page, ...call } = await opened.begin();
    page.pay();
    await call.capture();
    expect(await call.refund(given.amount)).toEqual({ status: 'captured', amount_refunded: given.amount });
    expect(page.refunds).toEqual([refunded]);
  });

  it('refuses an option that is not a URL', () => {
    const options = { secret_key: 'rk_test_standin', livemode: false };
    expect(() => createStripePayments({ ...options, success_url: 'paid' })).toThrow('The option success_url');
  });
});

describe('read', () => {
  it('follows the page', async () => {
    await using opened = await openPayments();
    const { page, url, read } = await opened.begin();
    expect(await read()).toEqual({ status: 'requires_approval', url });
    page.pay();
    expect(await read()).toEqual({ status: 'authorized' });
    page.dropHold();
    expect(await read()).toEqual({ status: 'voided', error_code: 'payment_replay_failed' });
  });

  it('CRD-2: payment_approval_expired after the end of the page', async () => {
    await using opened = await openPayments();
    const { page, read } = await opened.begin();
    page.lapse();
    expect(await read()).toEqual({ status: 'voided', error_code: 'payment_approval_expired' });
  });

  it('CRD-2: payment_declined after a declined attempt, and nothing can be paid after it', async () => {
    await using opened = await openPayments();
    const { page, read } = await opened.begin();
    page.beDeclined();
    expect(await read()).toEqual({ status: 'voided', error_code: 'payment_declined' });
    page.pay();
    expect(await read()).toMatchObject({ status: 'voided' });
  });

  it('goes on if the person paid with another card after a declined one', async () => {
    await using opened = await openPayments();
    const { page, read } = await opened.begin();
    page.beDeclined();
    page.pay();
    expect(await read()).toEqual({ status: 'authorized' });
  });
});

describe('capture, void and refund', () => {
  it('takes the amount once, also if the response is lost or Stripe has forgotten the key', async () => {
    await using opened = await openPayments();
    const { page, capture, read } = await opened.begin();
    page.pay();
    opened.stripe.trouble('POST /v1/payment_intents/{intent}/capture', 'lose', 2);
    await expect(capture()).rejects.toThrow(StripeFailure);
    opened.stripe.forgetKeys();
    expect(await capture()).toEqual({ status: 'captured', amount_refunded: 0 });
    expect(await read()).toEqual({ status: 'captured', amount_refunded: 0 });
    expect(page.captures).toBe(1);
  });

  it('CRD-2: card_declined if the card refuses the capture, and nothing is held', async () => {
    await using opened = await openPayments();
    const { page, capture, read } = await opened.begin();
    page.pay();
    page.refuseCapture();
    expect(await capture()).toEqual({ status: 'voided', error_code: 'card_declined' });
    expect(await read()).toMatchObject({ status: 'voided' });
  });

  it('CRD-2: payment_replay_failed if the hold ended', async () => {
    await using opened = await openPayments();
    const { page, capture } = await opened.begin();
    page.pay();
    page.dropHold();
    expect(await capture()).toEqual({ status: 'voided', error_code: 'payment_replay_failed' });
  });

  it('ends an open page and releases a held amount, and leaves a captured one', async () => {
    await using opened = await openPayments();
    const open = await opened.begin();
    expect(await open.void()).toMatchObject({ status: 'voided' });
    open.page.pay();
    expect(await open.read()).toMatchObject({ status: 'voided' });

    await using second = await openPayments();
    const held = await second.begin();
    held.page.pay();
    expect(await held.void()).toMatchObject({ status: 'voided' });
    expect(await held.capture()).toMatchObject({ status: 'voided' });

    await using third = await openPayments();
    const taken = await third.begin();
    taken.page.pay();
    await taken.capture();
    expect(await taken.void()).toEqual({ status: 'captured', amount_refunded: 0 });
  });

  it('releases the amount if the person pays while the page is ended', async () => {
    await using opened = await openPayments();
    const { page, void: end, read } = await opened.begin();
    const ended = end();
    page.pay();
    expect(await ended).toMatchObject({ status: 'voided' });
    expect(await read()).toMatchObject({ status: 'voided' });
    expect(page.captures).toBe(0);
  });

  it('either takes or releases the amount if both are asked at once', async () => {
    await using opened = await openPayments();
    const { page, capture, void: end, read } = await opened.begin();
    page.pay();
    const [taken, ended] = await Promise.all([capture(), end()]);
    const { status } = await read();
    expect([taken.status, ended.status]).toEqual([status, status]);
    expect(page.captures).toBe(status === 'captured' ? 1 : 0);
  });

  it('refunds up to a sum once, and counts a refund made by hand', async () => {
    await using opened = await openPayments();
    const { page, capture, refund, read } = await opened.begin();
    page.pay();
    await capture();
    opened.stripe.trouble('POST /v1/refunds', 'lose', 2);
    await expect(refund(1000)).rejects.toThrow(StripeFailure);
    opened.stripe.forgetKeys();
    await Promise.all([refund(1000), refund(1000)]);
    page.refund(500);
    expect(await read()).toEqual({ status: 'captured', amount_refunded: 1500 });
    await Promise.all([refund(5000), refund(5000)]);
    expect(page.refunds).toEqual([1000, 500, 3500]);
    page.failRefund(3500);
    expect(await read()).toEqual({ status: 'captured', amount_refunded: 1500 });
  });

  it('MOD-1: a call of the other mode reaches nothing', async () => {
    await using opened = await openPayments();
    const live = { ...context, livemode: true };
    const payment = { booking_id: 'bkg_1', request, price, expires_at: '2026-11-21T09:50:00.000Z' };
    await expect(opened.payments.open(payment, live)).rejects.toThrow("Stripe's test side");
    expect(opened.stripe.requests).toEqual([]);
  });
});
