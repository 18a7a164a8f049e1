import { Refusal } from '@booking-service/server';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createStripePayments, type StripePaymentsOptions } from '../../src/index.ts';
import type { Trouble } from '../stand-in/stripe-stand-in.ts';
import { context, openPayments } from './open-payments.ts';

const create = 'POST /v1/checkout/sessions';

async function refusalOf(opening: Promise<unknown>): Promise<Refusal> {
  const refusal = await opening.catch((error: unknown) => error);
  if (!(refusal instanceof Refusal)) throw new Error(`No refusal: ${inspect(refusal)}`);
  return refusal;
}

describe('open', () => {
  it('opens a page that holds the total of the booking', async () => {
    await using service = await openPayments({
      cancel_url: 'https://diner.test/back',
      product_name: 'A table',
      statement_descriptor_suffix: 'DINER 1',
    });
    const { booking, reference, url } = await service.open();
    expect(url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
    const { form } = service.page.find(reference).session;
    const metadata = { booking_id: booking.id, organization_id: 'org_test' };
    expect(form).toMatchObject({
      mode: 'payment',
      adaptive_pricing: { enabled: false },
      payment_method_types: ['card'],
      line_items: [
        { quantity: 1, price_data: { currency: 'eur', unit_amount: 4200, product_data: { name: 'A table' } } },
      ],
      client_reference_id: booking.id,
      customer_email: 'ada@diner.test',
      success_url: 'https://diner.test/paid',
      cancel_url: 'https://diner.test/back',
    });
    // Exactly these: metadata has no personal data.
    expect(form.metadata).toStrictEqual(metadata);
    const statement_descriptor_suffix = 'DINER 1';
    expect(form.payment_intent_data).toStrictEqual({ capture_method: 'manual', metadata, statement_descriptor_suffix });
  });

  it.each([-60, 5, 20, 60 * 48])('opens a page for an approval that ends in %d minutes', async (minutes) => {
    await using service = await openPayments();
    const expires_at = new Date(Date.now() + minutes * 60_000).toISOString();
    const { reference } = await service.payments.open({ ...service.toOpen(), expires_at }, context);
    const seconds = service.page.find(reference).session.expires_at - Date.now() / 1000;
    expect(seconds).toBeGreaterThan(30 * 60);
    expect(seconds).toBeLessThan(24 * 3600);
  });

  it.each([
    ['EUR', 4200, 4200],
    ['JPY', 4200, 4200],
    ['ISK', 4200, 420_000],
    ['UGX', 4200, 420_000],
    ['MGA', 4200, 42],
    ['KWD', 4200, 4200],
  ])('converts %s %d to %d of Stripe and back', async (currency, amount, stripe_amount) => {
    await using service = await openPayments();
    const paid = await service.capture({ amount, currency });
    expect(service.intentOf(paid)).toMatchObject({ currency: currency.toLowerCase(), amount: stripe_amount });
    const all = await service.payments.refund({ ...paid, amount_refunded: amount }, context);
    expect(all).toStrictEqual({ status: 'captured', amount, amount_refunded: amount });
    expect(service.page.refunds.all.map((refund) => refund.amount)).toEqual([stripe_amount]);
  });

  it.each([
    ['KWD', 4201],
    ['MGA', 4250],
  ])('refuses %s %d, which Stripe cannot take, before a request', async (currency, amount) => {
    await using service = await openPayments();
    const refusal = await refusalOf(service.open({ currency, amount }));
    expect(refusal).toMatchObject({ code: 'payment_setup_failed', message: expect.stringContaining(currency) });
    expect(service.stripe.requests).toEqual([]);
  });

  it.each<[string, { currency: string; amount: number }]>([
    ['an amount below the minimum', { currency: 'EUR', amount: 10 }],
    ['a currency that Stripe does not have', { currency: 'CLF', amount: 42_000 }],
  ])('refuses %s with payment_setup_failed', async (_, total) => {
    await using service = await openPayments();
    expect(await refusalOf(service.open(total))).toMatchObject({ code: 'payment_setup_failed' });
  });

  const text = { message: 'about ada@diner.test' };
  const invalid = { type: 'invalid_request_error', ...text } as const;
  const failure = { type: 'api_error', ...text } as const;
  it.each<[string, Trouble, string]>([
    ['a key without the permission', { status: 403, error: invalid }, 'cardservice_disabled'],
    [
      'an account that is not activated',
      { status: 400, error: { ...invalid, code: 'testmode_charges_only' } },
      'cardservice_disabled',
    ],
    ['another refusal', { status: 400, error: invalid }, 'payment_setup_failed'],
    ['a failure of Stripe', { status: 500, error: failure }, 'vault_unavailable'],
    ['a rate limit', { status: 429, error: { ...invalid, code: 'rate_limit' } }, 'vault_unavailable'],
    ['a closed connection', 'unreachable', 'vault_unavailable'],
    ['a lost response', 'lose', 'vault_unavailable'],
    ['no response', 'hang', 'vault_unavailable'],
  ])('CRD-2: refuses after %s', async (_, trouble, code) => {
    await using service = await openPayments({ timeout_seconds: 2 });
    service.stripe.trouble(create, trouble, 2);
    const refusal = await refusalOf(service.open());
    expect(refusal).toMatchObject({ code, cause: { name: 'StripeFailure' } });
    const shown = inspect(refusal, { depth: 9, showHidden: true });
    expect(shown).not.toContain('ada@');
    expect(shown).not.toContain(service.stripe.secret_key);
  });

  it('CRD-2: refuses with cardservice_disabled if Stripe does not accept the key', async () => {
    await using service = await openPayments({ secret_key: 'rk_test_wrong' });
    const refusal = await refusalOf(service.open());
    expect(refusal).toMatchObject({ code: 'cardservice_disabled' });
    expect(inspect(refusal, { depth: 9, showHidden: true })).not.toContain('rk_test_wrong');
  });

  it('opens one page for a payment that is opened again, or twice at once', async () => {
    await using service = await openPayments();
    const payment = service.toOpen();
    service.stripe.trouble(create, 'lose', 2);
    await refusalOf(service.payments.open(payment, context));
    const [first, second] = await Promise.all([
      service.payments.open(payment, context),
      service.payments.open(payment, context),
    ]);
    expect(first).toStrictEqual(second);
    expect(service.page.all).toHaveLength(1);
  });

  it('waits for the first of two creations at once', async () => {
    await using service = await openPayments();
    const payment = service.toOpen();
    const gate = service.stripe.gate(create);
    const first = service.payments.open(payment, context);
    await gate.arrived;
    const second = service.payments.open(payment, context);
    await expect.poll(() => service.count(create)).toBe(2);
    gate.open();
    expect(await second).toStrictEqual(await first);
    expect(service.page.all).toHaveLength(1);
  });

  it('opens another page for a create that is sent again with another price', async () => {
    await using service = await openPayments();
    const payment = service.toOpen();
    const first = await service.payments.open(payment, context);
    const later = new Date(Date.parse(payment.expires_at) + 1000).toISOString();
    const again = { ...payment, expires_at: later, price: { amount: 5000, currency: 'EUR' } };
    expect((await service.payments.open(again, context)).reference).not.toBe(first.reference);
  });
});

describe('the options', () => {
  const options = { secret_key: 'rk_test_a1', livemode: false, success_url: 'https://diner.test/paid' };
  const address = 'be an absolute http or https address.';
  it.each<[string, Partial<StripePaymentsOptions>, string]>([
    ['success_url', { success_url: '/paid' }, address],
    ['success_url', { success_url: 'javascript:alert(1)' }, address],
    ['cancel_url', { cancel_url: 'back' }, address],
    ['statement_descriptor_suffix', { statement_descriptor_suffix: '12 * 3' }, 'have 1 to 22 Latin characters'],
    ['webhook_secret', { webhook_secret: 'secret' }, 'be the signing secret of an endpoint of Stripe'],
  ])('refuse the %s of %o', (name, given, needed) => {
    const creating = () => createStripePayments({ ...options, ...given });
    expect(creating).toThrow(TypeError);
    expect(creating).toThrow(`The option ${name} must ${needed}`);
  });

  it('send every request for the account of the organization', async () => {
    const account = (organization_id: string) => (organization_id === 'org_test' ? 'acct_1' : undefined);
    await using service = await openPayments({ account });
    const paid = await service.capture();
    await service.payments.refund({ ...paid, amount_refunded: 100 }, context);
    expect(new Set(service.stripe.headers.map((headers) => headers['stripe-account']))).toEqual(new Set(['acct_1']));
    const other = { ...context, organization_id: 'org_other' };
    await service.payments.read(paid, other);
    expect(service.stripe.headers.at(-1)).not.toHaveProperty('stripe-account');
  });

  it('MOD-1: a call of the other mode does not reach Stripe', async () => {
    await using service = await openPayments();
    const paid = await service.open();
    const before = service.stripe.requests.length;
    const live = { ...context, livemode: true };
    const { payments } = service;
    const calls = [
      payments.open(service.toOpen(), live),
      payments.read(paid, live),
      payments.capture(paid, live),
      payments.void(paid, live),
      payments.refund({ ...paid, amount_refunded: 1 }, live),
    ];
    for (const each of calls) await expect(each).rejects.toThrow(/A live call must not reach it/);
    expect(service.stripe.requests).toHaveLength(before);
  });
});
