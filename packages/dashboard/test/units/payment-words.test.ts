import { expect, it } from 'vitest';
import { paymentWords, type ShownPayment } from '../../src/screens/bookings/payment-words.ts';

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
