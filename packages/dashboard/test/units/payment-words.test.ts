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
  });
});

it('CRD-7: shows the amounts of a payment in a currency without a minor unit', () => {
  const { amount, refunded } = paymentWords({ ...captured, currency: 'JPY' });
  expect([amount, refunded]).toEqual(['JPY 123,456', 'JPY 2,500']);
});

it.each([
  ['requires_approval', 'requires approval', 'accent'],
  ['disputed', 'disputed', 'neutral'],
] as const)('CRD-7: shows the payment status %s as %s', (status, text, tone) => {
  // The list of statuses is open.
  const payment = { ...captured, status: status as ShownPayment['status'] };
  expect(paymentWords(payment)).toMatchObject({ status: text, tone });
});
