import { expect, it } from 'vitest';
import type { ListedBooking } from '@booking-service/contract/admin';
import { moneyText, parseMoney, plainMoney } from '../../src/screens/bookings/payment-words.ts';
import { paymentWords, refundableOf, type ShownPayment } from '../../src/screens/bookings/payment-words.ts';

const captured: ShownPayment = {
  status: 'captured',
  amount: 123_456,
  amount_refunded: 2500,
  currency: 'EUR',
  reference: 'cs_live_a1b2c3d4',
};

it('CRD-7: shows the status and the amounts of a payment', () => {
  expect(paymentWords(captured)).toEqual({
    status: 'captured',
    tone: 'good',
    amount: 'EUR 1,234.56',
    refunded: 'EUR 25.00',
    requested: null,
  });
});

it('CRD-7: shows the amounts of a payment in a currency without a minor unit', () => {
  const words = paymentWords({ ...captured, currency: 'JPY', refund_requested: 3000 });
  expect(words).toMatchObject({ amount: 'JPY 123,456', refunded: 'JPY 2,500', requested: 'JPY 3,000' });
});

it.each([
  ['requires_approval', 'requires approval', 'accent'],
  ['disputed', 'disputed', 'neutral'],
] as const)('CRD-7: shows the payment status %s as %s', (status, text, tone) => {
  // The list of statuses is open.
  const payment = { ...captured, status: status as ShownPayment['status'] };
  expect(paymentWords(payment)).toMatchObject({ status: text, tone });
});

it.each([
  ['confirmed', {}, 0, 123_456],
  ['cancelled', { amount_refunded: 2500 }, 2500, 120_956],
  ['confirmed', { amount_refunded: 2500, refund_requested: 3000 }, 3000, 120_456],
  ['confirmed', { refund_requested: 123_456 }, 123_456, 0],
  ['confirmed', { status: 'refunded' }, 0, 0],
  ['requires_action', {}, 0, 0],
] as const)('CRD-9: a payment of a %s booking with %o can be refunded', (status, payment, asked, left) => {
  const booking = { status, payment: { ...captured, amount_refunded: 0, ...payment } };
  // The other fields of the booking are not read.
  expect(refundableOf(booking as unknown as ListedBooking & { payment: ShownPayment })).toEqual({ asked, left });
});

it.each([
  ['50', 'EUR', 5000],
  ['50.5', 'EUR', 5050],
  [' 50,05 ', 'EUR', 5005],
  ['0.01', 'EUR', 1],
  ['50', 'JPY', 50],
  ['1.234', 'KWD', 1234],
  ['50.001', 'EUR', undefined],
  ['50.5', 'JPY', undefined],
  ['1,000.00', 'EUR', undefined],
  ['-1', 'EUR', undefined],
  ['1e3', 'EUR', undefined],
  ['', 'EUR', undefined],
] as const)('CRD-9: reads the amount %j in %s as %s', (text, currency, amount) => {
  expect(parseMoney(text, currency)).toBe(amount);
});

it.each(['EUR', 'JPY', 'KWD'])('CRD-9: reads an amount in %s that it shows', (currency) => {
  const price = { amount: 123_456, currency };
  expect(parseMoney(plainMoney(price), currency)).toBe(price.amount);
  expect(moneyText(price).replaceAll(',', '')).toBe(`${currency} ${plainMoney(price)}`);
});
