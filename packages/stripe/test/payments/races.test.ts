/** Calls at once. A gate holds a request at Stripe until the other call is done. */
import { expect, it } from 'vitest';
import { context, openPayments } from './open-payments.ts';

const ended = { status: 'voided', error_code: 'payment_approval_expired' };
const captured = { status: 'captured', amount: 4200, amount_refunded: 0 };

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
