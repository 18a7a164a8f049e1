import { describe, expect, it } from 'vitest';
import { context, openPayments } from './open-payments.ts';

const capture = 'POST /v1/payment_intents/{intent}/capture';
const cancel = 'POST /v1/payment_intents/{intent}/cancel';
const expiry = 'POST /v1/checkout/sessions/{session}/expire';
const captured = { status: 'captured', amount: 4200, amount_refunded: 0 };
const ended = { status: 'voided', error_code: 'payment_approval_expired' };
const failure = { type: 'api_error' } as const;

describe('capture', () => {
  it('takes the amount, once', async () => {
    await using service = await openPayments();
    const paid = await service.hold();
    expect(await service.payments.capture(paid, context)).toStrictEqual(captured);
    service.stripe.forgetKeys();
    expect(await service.payments.capture(paid, context)).toStrictEqual(captured);
    expect(service.intentOf(paid)).toMatchObject({ status: 'succeeded', amount_received: 4200 });
    expect(service.count(capture)).toBe(1);
  });

  it.each([
    ['a lost response', 'lose', 2],
    ['a failure after the effect', { status: 500, error: failure, effect: true }, 1],
  ] as const)('returns the amount as taken after %s', async (_, trouble, times) => {
    await using service = await openPayments();
    const paid = await service.hold();
    service.stripe.trouble(capture, trouble, times);
    expect(await service.payments.capture(paid, context)).toStrictEqual(captured);
  });

  it.each([
    ['a closed connection', 'unreachable', 2],
    ['a failure that Stripe stored', { status: 500, error: failure }, 1],
    ['a rate limit', { status: 429, error: { type: 'invalid_request_error', code: 'rate_limit' } }, 1],
  ] as const)('rejects after %s, and the next call takes the amount', async (_, trouble, times) => {
    await using service = await openPayments();
    const paid = await service.hold();
    service.stripe.trouble(capture, trouble, times);
    await expect(service.payments.capture(paid, context)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(service.intentOf(paid)?.status).toBe('requires_capture');
    expect(await service.payments.capture(paid, context)).toStrictEqual(captured);
  });

  it('CRD-1: returns card_declined if the card refuses it, and releases the hold', async () => {
    await using service = await openPayments();
    const paid = await service.hold();
    service.page.refuseCapture(paid.reference);
    const refused = { status: 'voided', error_code: 'card_declined' };
    expect(await service.payments.capture(paid, context)).toStrictEqual(refused);
    expect(service.intentOf(paid)?.status).toBe('canceled');
  });

  it('rejects if the hold of a refused card is not released yet, and the next call releases it', async () => {
    await using service = await openPayments();
    const paid = await service.hold();
    service.page.refuseCapture(paid.reference);
    service.stripe.trouble(cancel, { status: 500, error: failure });
    await expect(service.payments.capture(paid, context)).rejects.toMatchObject({ kind: 'unavailable' });
    const refused = { status: 'voided', error_code: 'card_declined' };
    expect(await service.payments.capture(paid, context)).toStrictEqual(refused);
  });

  it('CRD-1: returns payment_replay_failed if the hold lapsed', async () => {
    await using service = await openPayments();
    const paid = await service.hold();
    service.page.lapse(paid.reference);
    const lapsed = { status: 'voided', error_code: 'payment_replay_failed' };
    expect(await service.payments.capture(paid, context)).toStrictEqual(lapsed);
    expect(service.count(capture)).toBe(0);
  });

  it('takes nothing before the approval', async () => {
    await using service = await openPayments();
    const paid = await service.open();
    expect(await service.payments.capture(paid, context)).toMatchObject({ status: 'requires_approval' });
  });

  it('rejects if the key lacks the permission', async () => {
    await using service = await openPayments();
    const paid = await service.hold();
    service.stripe.trouble(capture, { status: 403, error: { type: 'invalid_request_error' } });
    await expect(service.payments.capture(paid, context)).rejects.toMatchObject({ kind: 'key' });
  });
});

describe('void', () => {
  it('ends the page once, so no payment is possible any more', async () => {
    await using service = await openPayments();
    const paid = await service.open();
    expect(await service.payments.void(paid, context)).toStrictEqual(ended);
    expect(() => service.page.approve(paid.reference)).toThrow(/has ended: expired/);
    service.stripe.forgetKeys();
    expect(await service.payments.void(paid, context)).toStrictEqual(ended);
    expect(service.count(expiry)).toBe(1);
  });

  it('ends the page after a declined attempt', async () => {
    await using service = await openPayments();
    const paid = await service.open();
    service.page.decline(paid.reference);
    expect(await service.payments.void(paid, context)).toStrictEqual(ended);
    expect(service.page.find(paid.reference).session.status).toBe('expired');
  });

  it('releases what is held, once', async () => {
    await using service = await openPayments();
    const paid = await service.hold();
    expect(await service.payments.void(paid, context)).toStrictEqual(ended);
    service.stripe.forgetKeys();
    expect(await service.payments.void(paid, context)).toStrictEqual(ended);
    expect(service.intentOf(paid)).toMatchObject({ status: 'canceled', amount_received: 0 });
    expect(service.count(cancel)).toBe(1);
  });

  it('changes nothing that was captured', async () => {
    await using service = await openPayments();
    const paid = await service.capture();
    await service.payments.refund({ ...paid, amount_refunded: 700 }, context);
    expect(await service.payments.void(paid, context)).toStrictEqual({
      status: 'captured',
      amount: 4200,
      amount_refunded: 700,
    });
    expect(service.intentOf(paid)?.status).toBe('succeeded');
  });

  it('returns pending while the bank has not stated the result', async () => {
    await using service = await openPayments();
    const paid = await service.open();
    service.page.begin(paid.reference, 'processing');
    expect(await service.payments.void(paid, context)).toStrictEqual({ status: 'pending' });
  });

  it.each([
    [cancel, 'lose'],
    [cancel, { status: 500, error: failure, effect: true }],
    [expiry, 'lose'],
    [expiry, { status: 500, error: failure, effect: true }],
  ] as const)('has its effect although the response to %s fails: %o', async (operation, trouble) => {
    await using service = await openPayments();
    const paid = await (operation === cancel ? service.hold() : service.open());
    service.stripe.trouble(operation, trouble, 2);
    expect(await service.payments.void(paid, context)).toStrictEqual(ended);
  });

  it.each([cancel, expiry])(
    'rejects after a failure of %s that Stripe stored, and the next call ends it',
    async (operation) => {
      await using service = await openPayments();
      const paid = await (operation === cancel ? service.hold() : service.open());
      service.stripe.trouble(operation, { status: 500, error: failure });
      await expect(service.payments.void(paid, context)).rejects.toMatchObject({ kind: 'unavailable' });
      expect(await service.payments.void(paid, context)).toStrictEqual(ended);
    },
  );
});

describe('calls at once', () => {
  // A gate holds a request at Stripe until the other call is done.
  it('void against the approval: releases what the person approved meanwhile', async () => {
    await using service = await openPayments();
    const paid = await service.open();
    const gate = service.stripe.gate('POST /v1/checkout/sessions/{session}/expire');
    const ending = service.payments.void(paid, context);
    await gate.arrived;
    service.page.approve(paid.reference);
    gate.open();
    expect(await ending).toStrictEqual(ended);
    expect(service.intentOf(paid)).toMatchObject({ status: 'canceled', amount_received: 0 });
  });

  it('void against capture: returns captured if the capture was first', async () => {
    await using service = await openPayments();
    const paid = await service.hold();
    const gate = service.stripe.gate('POST /v1/payment_intents/{intent}/cancel');
    const ending = service.payments.void(paid, context);
    await gate.arrived;
    const capturing = await service.payments.capture(paid, context);
    gate.open();
    expect([await ending, capturing]).toStrictEqual([captured, captured]);
    expect(service.intentOf(paid)?.amount_received).toBe(4200);
  });

  it('capture against void: returns voided if the void was first', async () => {
    await using service = await openPayments();
    const paid = await service.hold();
    const gate = service.stripe.gate('POST /v1/payment_intents/{intent}/capture');
    const capturing = service.payments.capture(paid, context);
    await gate.arrived;
    const ending = await service.payments.void(paid, context);
    gate.open();
    const lapsed = { status: 'voided', error_code: 'payment_replay_failed' };
    expect([await capturing, ending]).toStrictEqual([lapsed, ended]);
    expect(service.intentOf(paid)).toMatchObject({ status: 'canceled', amount_received: 0 });
  });

  it('capture twice at once: takes the amount once', async () => {
    await using service = await openPayments();
    const paid = await service.hold();
    const gate = service.stripe.gate('POST /v1/payment_intents/{intent}/capture');
    const first = service.payments.capture(paid, context);
    await gate.arrived;
    const second = await service.payments.capture(paid, context);
    gate.open();
    expect([await first, second]).toStrictEqual([captured, captured]);
    expect(service.intentOf(paid)?.amount_received).toBe(4200);
  });

  it.each([
    ['the same sum', 1000, [1000]],
    ['a larger sum', 1500, [1000, 500]],
  ])('refund twice at once, %s: returns each amount once', async (_, second_sum, amounts) => {
    await using service = await openPayments();
    const paid = await service.capture();
    const gate = service.stripe.gate('POST /v1/refunds');
    const first = service.payments.refund({ ...paid, amount_refunded: 1000 }, context);
    await gate.arrived;
    // It may reject, because the first is still in progress. The service repeats it.
    const again = { ...paid, amount_refunded: second_sum };
    const second = service.payments.refund(again, context).catch(() => undefined);
    await expect.poll(() => service.count('POST /v1/refunds')).toBe(2);
    gate.open();
    await first;
    await second;
    const last = await service.payments.refund(again, context);
    expect(last).toStrictEqual({ status: 'captured', amount: 4200, amount_refunded: second_sum });
    expect(service.page.refunds.all.map(({ amount }) => amount)).toEqual(amounts);
  });
});
