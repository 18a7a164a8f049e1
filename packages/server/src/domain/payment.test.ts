import type { Booking, BookingPayment } from '@booking-service/contract';
import { expect, it } from 'vitest';
import {
  coversPrice,
  isUnsettled,
  type PaidBooking,
  paysPrice,
  refundDue,
  withReading,
  withRefundDue,
} from './payment.ts';

const payment: BookingPayment = {
  status: 'captured',
  amount: 5000,
  amount_refunded: 0,
  currency: 'EUR',
  reference: 'cs_live_a1b2c3d4',
};

/** A booking with the fields that decide about its payment. */
function paid(status: Booking['status'], changes: Partial<BookingPayment> = {}, price = 5000): PaidBooking {
  const booking = { status, price: { amount: price, currency: 'EUR' }, payment: { ...payment, ...changes } };
  // Only these fields are read.
  return { ...booking, confirmation_code: 'OWN-1' } as unknown as PaidBooking;
}

const refund_due = 0;

it.each([
  ['a confirmed booking that is paid', paid('confirmed'), false],
  ['a confirmed booking without its payment', paid('confirmed', { status: 'authorized' }), true],
  ['a confirmed booking that became cheaper', paid('confirmed', {}, 4000), true],
  ['the same, refunded', paid('confirmed', { amount_refunded: 1000 }, 4000), false],
  ['a request', paid('confirmed', { refund_requested: 1 }), true],
  ['a confirmed booking that is refunded', paid('confirmed', { status: 'refunded', amount_refunded: 5000 }), false],
  ['a booking in processing', paid('processing', { status: 'authorized' }), false],
  ['a cancelled booking', paid('cancelled'), true],
  ['a failed booking with a hold', paid('failed', { status: 'authorized' }), true],
  ['a failed booking, unknown', paid('failed', { status: 'unknown' }), true],
  ['a failed booking, voided', paid('failed', { status: 'voided' }), false],
  ['a cancelled booking that kept its money', paid('cancelled', { refund_due }), false],
  ['the same with a request', paid('cancelled', { refund_due, refund_requested: 1 }), true],
  ['the same with the refund', paid('cancelled', { refund_due, refund_requested: 1, amount_refunded: 1 }), false],
] as const)('CRD-8 CRD-9: decides whether a payment is unsettled: %s', (_, booking, expected) => {
  expect(isUnsettled(booking)).toBe(expected);
});

it.each([
  ['nothing of a booking in processing', paid('processing', { refund_requested: 100 }), 'full', 0],
  ['the request', paid('confirmed', { refund_requested: 100 }), 'full', 100],
  ['the lower price, which is more', paid('confirmed', { refund_requested: 100 }, 4800), 'full', 200],
  ['at most the amount', paid('confirmed', { refund_requested: 9000 }), 'full', 5000],
  ['at most what was captured', paid('cancelled', { amount_captured: 3000 }), 'full', 3000],
  ['the part of the provider', paid('cancelled', { refund_requested: 100 }), { amount: 1200, currency: 'EUR' }, 1200],
  ['the request after the end', paid('cancelled', { refund_due, refund_requested: 100 }), 'full', 100],
] as const)('CRD-9: refunds %s', (_, booking, returned, due) => {
  expect(refundDue(withRefundDue(booking, returned))).toBe(due);
});

it.each([
  [paid('confirmed', { amount_refunded: 1000 }, 5000), 5000, true],
  [paid('confirmed', { amount_refunded: 1000 }, 5001), 5000, false],
  [paid('confirmed', { amount_refunded: 1000 }, 4000), 2000, true],
  [paid('confirmed', { status: 'refunded', amount_refunded: 5000 }, 1), 0, false],
])('CRD-9: decides whether the payment covers a new price (case %#)', (booking, before, covers) => {
  expect(coversPrice(booking, { price: { amount: before, currency: 'EUR' } })).toBe(covers);
});

it.each([
  [{ amount_refunded: 0 }, true],
  [{ amount_refunded: 1 }, false],
  [{ amount_refunded: 5000 }, false],
  [{ amount: 3000, amount_refunded: 0 }, false],
])('CRD-8: a payment approves only what was captured and not returned: %o', (state, pays) => {
  expect(paysPrice(withReading(paid('processing', { status: 'authorized' }), { status: 'captured', ...state }))).toBe(
    pays,
  );
});

it.each([{ amount_refunded: 9000 }, { amount: 3000, amount_refunded: 3001 }, { amount: 9000, amount_refunded: 0 }])(
  'CRD-8: a reading that returned more than was taken, or took more than the amount, is a fault: %o',
  (state) => {
    const booking = paid('processing', { status: 'authorized' });
    expect(() => withReading(booking, { status: 'captured', ...state })).toThrow('The card service took');
  },
);
