/**
 * The payment of a booking, as pure functions. Its status follows what the card service states: a reading. The contract's table
 * x-states.payment defines which statuses may follow each other.
 */
import {
  type Booking,
  type BookingErrorCode,
  type BookingPayment,
  type BookingPrice,
  type PaymentTransition,
  bookingStates,
  paymentStates,
} from '@booking-service/contract';
import type { EveryField } from '@booking-service/kernel/every-field';

/** The state of a payment at the card service, at the end of a call. */
export type PaymentReading =
  /** The person has not approved it yet, and still can. `url` is the page for it. */
  | { readonly status: 'requires_approval'; readonly url: string }
  /** The amount is held. Nothing was taken. */
  | { readonly status: 'authorized' }
  /** The amount was taken. `amount_refunded` of it was returned. */
  | { readonly status: 'captured'; readonly amount_refunded: number }
  /** Nothing is held, nothing was taken, and nothing will be. `error_code` says why. */
  | { readonly status: 'voided'; readonly error_code: BookingErrorCode }
  /** The card service cannot state the outcome yet. */
  | { readonly status: 'unknown' };

/**
 * The card service has another payment than the booking, or none. A PaymentService throws it where it can tell, so that payments can be
 * reconciled. The call counts as failed.
 */
export class PaymentMismatch extends Error {
  override readonly name = 'PaymentMismatch';
  readonly difference: 'amount_differs' | 'unknown_reference';

  constructor(difference: PaymentMismatch['difference'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.difference = difference;
  }
}

/** A booking whose payment the card service collects. */
export type PaidBooking = Booking & { readonly payment: BookingPayment };

/** Reads a payment at the card service of its mode, within the deadline. Rejects if there is none, or if it fails. */
export type ReadPayment = (call: {
  readonly organization_id: string;
  readonly booking: PaidBooking;
}) => Promise<PaymentReading>;

/** Returns whether the card service collects the payment of this booking. */
export function hasPayment(booking: Booking): booking is PaidBooking {
  return booking.payment !== undefined;
}

/** Returns the payment of a new booking. */
export function openPayment({ amount, currency }: BookingPrice, reference: string): BookingPayment {
  return {
    status: 'requires_approval',
    amount,
    amount_refunded: 0,
    currency,
    reference,
  } satisfies EveryField<Omit<BookingPayment, 'refund_requested' | 'settled_at'>>;
}

/**
 * Returns a copy of the booking with what the card service states about its payment. Throws if the contract has no such transition:
 * then the card service contradicts what it stated before, and the call counts as failed.
 */
export function withReading<Paid extends PaidBooking>(booking: Paid, reading: PaymentReading): Paid {
  const { payment } = booking;
  const amount_refunded = reading.status === 'captured' ? reading.amount_refunded : payment.amount_refunded;
  const isRefunded = reading.status === 'captured' && payment.amount > 0 && amount_refunded >= payment.amount;
  const status = isRefunded ? 'refunded' : reading.status;
  if (status !== payment.status && !canFollow(payment.status, status)) {
    throw new Error(`The card service states ${status} for a payment that was ${payment.status}.`);
  }
  return { ...booking, payment: { ...payment, status, amount_refunded } };
}

/** Returns the time at which the approval ends: that of the booking's first wait, which began at its create (CRD-10). */
export function approvalEnd({ created }: Pick<Booking, 'created'>): string {
  const seconds = bookingStates.states.requires_action.expires_after_seconds;
  return new Date(Date.parse(created) + seconds * 1000).toISOString();
}

function canFollow(from: string, to: string): boolean {
  return paymentStates.transitions.some((each: PaymentTransition) => each.from === from && each.to === to);
}

/**
 * Returns the sum of the refunds that the card service has to return: what is owed, or what the operator requested if that is more. Once
 * the end of a booking is settled, only a request adds to it: the provider may state another part later.
 */
export function refundDue(booking: PaidBooking, returned?: Returned): number {
  const { status, payment } = booking;
  if (status !== 'confirmed' && !isFinalStatus(status)) return 0;
  const owed = payment.settled_at === undefined ? refundOwed(booking, returned) : 0;
  return Math.min(payment.amount, Math.max(owed, payment.refund_requested ?? 0));
}

/**
 * Returns the sum of the refunds that the person is owed. A confirmed booking is owed what its payment exceeds its price by. A
 * cancelled one that was confirmed also gets the part of the price that its provider returns, by default that of its cancellation
 * policy, and everything without one; any other booking that ended gets everything.
 */
function refundOwed(booking: PaidBooking, stated: Returned | undefined): number {
  const { status, payment, price, confirmation_code } = booking;
  const { amount } = payment;
  const excess = Math.max(0, amount - (price?.amount ?? amount));
  if (status === 'confirmed') return excess;
  const returned = stated ?? refundByPolicy(booking);
  if (status !== 'cancelled' || confirmation_code === undefined || returned === 'full') return amount;
  return Math.min(amount, excess + (returned === 'none' ? 0 : returned.amount));
}

/** Returns the part of the price that a cancel of the caller returns (CRD-11). A fraction of the minor unit is rounded down. */
function refundByPolicy({ cancellation, price }: PaidBooking): Returned {
  const percent = cancellation?.refund_percent;
  if (percent === undefined || !price || percent === 100) return 'full';
  return { ...price, amount: Math.floor((price.amount * percent) / 100) };
}

/** Returns whether the payment has ended. */
export function isFinal({ payment }: PaidBooking): boolean {
  const states: Readonly<Record<string, { readonly final: boolean }>> = paymentStates.states;
  return states[payment.status]?.final === true;
}

/**
 * Returns whether money is where it should not stay: a confirmed booking without its payment, an ended one whose payment is not settled,
 * or a refund that is due.
 */
export function isUnsettled(booking: PaidBooking): boolean {
  const { status, payment } = booking;
  if (status === 'confirmed') {
    const isTaken = payment.status === 'captured' || payment.status === 'refunded';
    return !isTaken || refundDue(booking) > payment.amount_refunded;
  }
  if (!isFinalStatus(status) || isFinal(booking)) return false;
  return payment.settled_at === undefined || refundDue(booking) > payment.amount_refunded;
}

/** Returns whether the booking has ended. */
export function isFinalStatus(status: string): boolean {
  const states: Readonly<Record<string, { readonly final: boolean }>> = bookingStates.states;
  return states[status]?.final === true;
}

/**
 * Returns whether what was taken, and not returned, is at least the price. A price that is not above that of `before` is covered:
 * the operator may have returned a part of it.
 */
export function coversPrice({ payment, price }: PaidBooking, before: Pick<Booking, 'price'>): boolean {
  if ((payment.status !== 'captured' && payment.status !== 'refunded') || !price) return true;
  if (price.currency !== payment.currency) return false;
  const paid = payment.amount - payment.amount_refunded;
  return price.amount <= Math.max(paid, before.price?.amount ?? 0);
}

/** The part of the price that a provider returns for a booking that it released. */
export type Returned = 'full' | 'none' | BookingPrice;
