import { describe, expect, it } from 'vitest';
import { context, openPayments } from './open-payments.ts';

const create = 'POST /v1/refunds';
const failure = { type: 'api_error' } as const;

async function openCaptured() {
  const service = await openPayments();
  const paid = await service.capture();
  const refund = (amount_refunded: number) => service.payments.refund({ ...paid, amount_refunded }, context);
  return { ...service, paid, refund, amounts: () => service.page.refunds.all.map(({ amount }) => amount) };
}
const refunded = (amount_refunded: number) => ({ status: 'captured', amount: 4200, amount_refunded });

describe('refund', () => {
  it('returns the difference to the sum of all refunds, once', async () => {
    await using service = await openCaptured();
    expect(await service.refund(1000)).toStrictEqual(refunded(1000));
    expect(await service.refund(1000)).toStrictEqual(refunded(1000));
    expect(await service.refund(4200)).toStrictEqual(refunded(4200));
    service.stripe.forgetKeys();
    expect(await service.refund(4200)).toStrictEqual(refunded(4200));
    expect(service.amounts()).toEqual([1000, 3200]);
  });

  it('counts what an operator refunded', async () => {
    await using service = await openCaptured();
    service.page.refunds.refundByHand(service.intentOf(service.paid)?.id ?? '', 700);
    expect(await service.refund(1000)).toStrictEqual(refunded(1000));
    expect(await service.refund(500)).toStrictEqual(refunded(1000));
    expect(service.amounts()).toEqual([700, 300]);
  });

  it.each(['pending', 'requires_action'] as const)('counts a refund that is %s', async (status) => {
    await using service = await openCaptured();
    service.page.refunds.next_status = status;
    expect(await service.refund(1000)).toStrictEqual(refunded(1000));
    service.stripe.forgetKeys();
    expect(await service.refund(1000)).toStrictEqual(refunded(1000));
    expect(service.amounts()).toEqual([1000]);
  });

  it('replaces a refund that failed later', async () => {
    await using service = await openCaptured();
    await service.refund(1000);
    for (const refund of service.page.refunds.all) service.page.refunds.fail(refund);
    expect(await service.payments.read(service.paid, context)).toStrictEqual(refunded(0));
    expect(await service.refund(1000)).toStrictEqual(refunded(1000));
    expect(service.amounts()).toEqual([1000, 1000]);
  });

  it.each([
    ['a lost response', 'lose', 2],
    ['a failure after the effect', { status: 500, error: failure, effect: true }, 1],
  ] as const)('returns the sum after %s', async (_, trouble, times) => {
    await using service = await openCaptured();
    service.stripe.trouble(create, trouble, times);
    expect(await service.refund(1000)).toStrictEqual(refunded(1000));
    expect(await service.refund(1000)).toStrictEqual(refunded(1000));
    expect(service.amounts()).toEqual([1000]);
  });

  it.each([
    ['a closed connection', 'unreachable', 2],
    ['a rate limit', { status: 429, error: { type: 'invalid_request_error', code: 'rate_limit' } }, 1],
  ] as const)('rejects after %s, and the next call refunds', async (_, trouble, times) => {
    await using service = await openCaptured();
    service.stripe.trouble(create, trouble, times);
    await expect(service.refund(1000)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await service.refund(1000)).toStrictEqual(refunded(1000));
    expect(service.amounts()).toEqual([1000]);
  });

  it('does not risk a second refund after a failure that Stripe stored', async () => {
    await using service = await openCaptured();
    service.stripe.trouble(create, { status: 500, error: failure });
    await expect(service.refund(1000)).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(service.refund(1000)).rejects.toMatchObject({ kind: 'unavailable' });
    service.stripe.forgetKeys();
    expect(await service.refund(1000)).toStrictEqual(refunded(1000));
  });

  it('rejects if more is due than was taken', async () => {
    await using service = await openCaptured();
    await expect(service.refund(4201)).rejects.toMatchObject({ kind: 'request' });
    expect(service.amounts()).toEqual([]);
  });

  it('returns at most the part that a person captured', async () => {
    await using service = await openPayments();
    const paid = await service.hold();
    service.page.captureByHand(paid.reference, 3000);
    const refund = (amount_refunded: number) => service.payments.refund({ ...paid, amount_refunded }, context);
    await expect(refund(3001)).rejects.toMatchObject({ kind: 'request' });
    service.stripe.forgetKeys();
    expect(await refund(3000)).toStrictEqual({ status: 'captured', amount: 3000, amount_refunded: 3000 });
  });

  it('rounds up to what Stripe can refund', async () => {
    await using service = await openPayments();
    const paid = await service.capture({ amount: 4200, currency: 'KWD' });
    expect(await service.payments.refund({ ...paid, amount_refunded: 1001 }, context)).toStrictEqual(refunded(1010));
  });

  it('refunds nothing that was not captured', async () => {
    await using service = await openPayments();
    const paid = await service.hold();
    const reading = await service.payments.refund({ ...paid, amount_refunded: 100 }, context);
    expect(reading).toStrictEqual({ status: 'authorized' });
    expect(service.count(create)).toBe(0);
  });
});
