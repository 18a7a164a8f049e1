import { describe, expect, it } from 'vitest';
import { context, openPayments, type Paid, type TestPayments } from './open-payments.ts';

const expiry = 'POST /v1/checkout/sessions/{session}/expire';
const read = 'GET /v1/checkout/sessions/{session}';

describe('read', () => {
  it.each<[string, (service: TestPayments, paid: Paid) => unknown, object]>([
    ['a complete approval', ({ page }, { reference }) => page.approve(reference), { status: 'authorized' }],
    [
      'a page that ended',
      ({ page }, { reference }) => page.endPage(reference),
      { status: 'voided', error_code: 'payment_approval_expired' },
    ],
    [
      'a hold that lapsed',
      ({ page }, { reference }) => {
        page.approve(reference);
        page.lapse(reference);
      },
      { status: 'voided', error_code: 'payment_replay_failed' },
    ],
    [
      'a page that ended after a declined attempt',
      ({ page }, { reference }) => {
        page.decline(reference);
        page.endPage(reference);
      },
      { status: 'voided', error_code: 'payment_declined' },
    ],
    [
      'an attempt after a decline that was approved',
      ({ page }, { reference }) => {
        page.decline(reference);
        page.approve(reference);
      },
      { status: 'authorized' },
    ],
    [
      'a result that the bank has not stated',
      ({ page }, { reference }) => page.begin(reference, 'processing'),
      { status: 'pending' },
    ],
    [
      'a captured payment',
      async ({ page, payments }, paid) => {
        page.approve(paid.reference);
        await payments.capture(paid, context);
      },
      { status: 'captured', amount: 4200, amount_refunded: 0 },
    ],
    [
      'a part that a person captured',
      ({ page }, { reference }) => {
        page.approve(reference);
        page.captureByHand(reference, 3000);
      },
      { status: 'captured', amount: 3000, amount_refunded: 0 },
    ],
    [
      'an amount that an operator refunded',
      async ({ page, payments }, paid) => {
        page.approve(paid.reference);
        await payments.capture(paid, context);
        page.refunds.refundByHand(page.find(paid.reference).intent?.id ?? '', 700);
      },
      { status: 'captured', amount: 4200, amount_refunded: 700 },
    ],
  ])('returns the state after %s, also in a repeated call', async (_, act, reading) => {
    await using service = await openPayments();
    const paid = await service.open();
    await act(service, paid);
    expect(await service.payments.read(paid, context)).toStrictEqual(reading);
    expect(await service.payments.read(paid, context)).toStrictEqual(reading);
  });

  it.each<[string, (service: TestPayments, paid: Paid) => unknown]>([
    ['nothing', () => undefined],
    ['a declined attempt', ({ page }, { reference }) => page.decline(reference)],
    ["a failure of Stripe's own", ({ page }, { reference }) => page.decline(reference, 'api_error')],
    [
      'another attempt that waits for the bank',
      ({ page }, { reference }) => {
        page.decline(reference);
        page.begin(reference, 'requires_action');
      },
    ],
  ])('returns the page after %s', async (_, act) => {
    await using service = await openPayments();
    const paid = await service.open();
    await act(service, paid);
    const waiting = { status: 'requires_approval', url: paid.url };
    expect(await service.payments.read(paid, context)).toStrictEqual(waiting);
    expect(service.count(expiry)).toBe(0);
  });

  it('payment_outcome_unknown: rejects while Stripe fails, and the service decides', async () => {
    await using service = await openPayments();
    const paid = await service.hold();
    service.stripe.trouble(read, { status: 503, error: { type: 'api_error' } });
    await expect(service.payments.read(paid, context)).rejects.toMatchObject({
      name: 'StripeFailure',
      kind: 'unavailable',
    });
    expect(await service.payments.read(paid, context)).toStrictEqual({ status: 'authorized' });
  });

  it('rejects without the text of Stripe for a reference that Stripe does not have', async () => {
    await using service = await openPayments();
    const { booking } = await service.open();
    const other = { ...booking, payment: { ...booking.payment, reference: 'cs_test_other' } };
    await expect(service.payments.read({ booking: other }, context)).rejects.toMatchObject({
      difference: 'unknown_reference',
      message: expect.stringMatching(
        /^Stripe responded to the read of a session with 404 resource_missing \(req_\d\)\.$/,
      ),
    });
  });
});
