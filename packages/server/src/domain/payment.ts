/**
 * The payment of a booking, as pure functions. Its status follows what the card service states: a reading. The contract's table
 * x-states.payment defines which statuses may follow each other.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  type Booking,
  type BookingErrorCode,
  type BookingPayment,
  type BookingPrice,
  bookingStates,
  paymentStates,
  type PaymentTransition,
  runs,
} from '@booking-service/contract';
import type { EveryField } from '@booking-service/kernel/contract';

/** The state of a payment at the card service, at the end of a call. */
export type PaymentReading =
  /** The person has not approved it yet, and still can. `url` is the page for it. */
  | { readonly status: 'requires_approval'; readonly url: string }
  /** The amount is held. Nothing was taken. */
  | { readonly status: 'authorized' }
  /** `amount` was taken, by default that of the booking. `amount_refunded` of it was returned. */
  | { readonly status: 'captured'; readonly amount?: number; readonly amount_refunded: number }
  /** Nothing is held, nothing was taken, and nothing will be. `error_code` says why. */
  | { readonly status: 'voided'; readonly error_code: BookingErrorCode }
  /** The card service is at work on the approval, and will state the outcome. */
  | { readonly status: 'pending' }
  /** The card service cannot state the outcome. */
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
  } satisfies EveryField<
    Omit<BookingPayment, 'amount_captured' | 'refund_decided_at' | 'refund_due' | 'refund_requested' | 'settled_at'>
  >;
}

/**
 * Returns a copy of the booking with what the card service states about its payment. Throws if the contract has no such transition, or if
 * more was taken than the amount or more returned than taken: then the card service contradicts itself, and the call counts as failed.
 */
export function withReading<Paid extends PaidBooking>(booking: Paid, reading: PaymentReading): Paid {
  const { amount_captured: _captured, ...payment } = booking.payment;
  if (reading.status === 'pending') return booking;
  if (reading.status !== 'captured') {
    requireTransition(booking.payment.status, reading.status);
    return { ...booking, payment: { ...booking.payment, status: reading.status } };
  }
  const { amount = payment.amount, amount_refunded } = reading;
  if (amount > payment.amount || amount_refunded > amount) {
    throw new Error(
      `The card service took ${amount} of ${payment.amount} ${payment.currency}, and returned ${amount_refunded}.`,
    );
  }
  const status = amount > 0 && amount_refunded >= amount ? 'refunded' : 'captured';
  requireTransition(payment.status, status);
  const part = amount < payment.amount ? { amount_captured: amount } : {};
  return { ...booking, payment: { ...payment, status, amount_refunded, ...part } };
}

function requireTransition(from: string, to: string): void {
  if (from !== to && !canFollow(from, to))
    throw new Error(`The card service states ${to} for a payment that was ${from}.`);
}

/** Returns the sum that the card service took of a captured payment. A person may have captured a part by hand. */
export function capturedAmount({ amount_captured, amount }: BookingPayment): number {
  return amount_captured ?? amount;
}

/** Returns whether a captured payment still has the price. What was returned, or never taken, pays for nothing. */
export function paysPrice({ payment, price }: PaidBooking): boolean {
  return capturedAmount(payment) - payment.amount_refunded >= (price?.amount ?? payment.amount);
}

/** Returns whether the booking waits for the approval of its payment, and for nothing else. */
export function awaitsApproval({ status, payment, next_action }: Booking): boolean {
  const isAsked = status === 'requires_action' && next_action?.type === 'authorize_payment';
  return isAsked && payment?.status === 'requires_approval';
}

/** Returns whether the booking is under way with an approved payment, so that a continue with the approval says nothing new (CRD-10). */
export function isApproved({ status, payment }: Booking): boolean {
  const isHeld = payment?.status === 'authorized' || payment?.status === 'captured';
  return isHeld && (status === 'processing' || status === 'confirmed');
}

/** The time before the end of the approval at which the service reads a payment of which it has got no event. */
const lastLook_seconds = 60;

/** Returns when to read the payment of a booking that waits for its approval, if no event comes. */
export function lastLook(booking: Pick<Booking, 'created'>): string {
  return new Date(Date.parse(approvalEnd(booking)) - lastLook_seconds * 1000).toISOString();
}

/** Returns the time at which the approval ends: that of the booking's first wait, which began at its create (CRD-10). */
export function approvalEnd({ created }: Pick<Booking, 'created'>): string {
  const seconds = bookingStates.states.requires_action.expires_after_seconds;
  return new Date(Date.parse(created) + seconds * 1000).toISOString();
}

function canFollow(from: string, to: string): boolean {
  return paymentStates.transitions.some((each: PaymentTransition) => each.from === from && each.to === to);
}

/** What the service owes at the card service: the end of a page or of a hold, or a refund (CRD-8, CRD-9). Each is a run of its own. */
type PaymentDebt = 'void' | 'refund';

/** Returns the next debt of the booking; undefined if nothing is owed. */
export function paymentDebt(booking: PaidBooking): PaymentDebt | undefined {
  const { status, payment } = booking;
  if (status !== 'confirmed' && !isFinalStatus(status)) return undefined;
  // The whole amount was returned, unless a bank gives it back.
  if (isFinal(booking) || payment.status === 'refunded') return undefined;
  if (payment.status !== 'captured') return status === 'confirmed' ? undefined : 'void';
  return isUndecided(booking) || refundDue(booking) > payment.amount_refunded ? 'refund' : undefined;
}

/** Returns whether the booking ended with captured money, and it is not decided yet how much of it is returned. */
export function isUndecided({ status, payment }: PaidBooking): boolean {
  return isFinalStatus(status) && payment.status === 'captured' && payment.refund_due === undefined;
}

/**
 * Decides how much the end of a booking returns: once, so that a repeated step returns the same. `returned` is the provider's part of a
 * cancellation; without it the policy decides. Changes nothing if it is decided, or if nothing was taken.
 */
export function withRefundDue(booking: PaidBooking, returned?: Returned): PaidBooking {
  if (!isUndecided(booking)) return booking;
  return { ...booking, payment: { ...booking.payment, refund_due: refundOwed(booking, returned) } };
}

/** Returns the booking with the time of its settlement, if it has ended, a part of the money is kept, and nothing is owed. */
export function withSettlement(booking: PaidBooking, now: Date): PaidBooking {
  const { status, payment } = booking;
  const isKept = isFinalStatus(status) && payment.status === 'captured' && payment.settled_at === undefined;
  if (!isKept || paymentDebt(booking)) return booking;
  return { ...booking, payment: { ...payment, settled_at: now.toISOString() } };
}

/** The card service is called again after this time about a payment whose outcome it could not state. */
const unknownDelay_seconds = 60;

/**
 * Returns when the work on the payment begins that a change leaves; undefined if it leaves none, or if it changed nothing about the payment.
 * A page or a hold ends at once. The refund of a cancellation waits for the provider's part until refund_decided_at.
 * `isWork` says that the change ends a run of the payment, so what is left needs the next one.
 */
export function paymentWorkDue(before: Booking, after: Booking, isWork: boolean): string | undefined {
  const debt = hasPayment(after) && paymentDebt(after);
  if (!debt || (!isWork && isDeepStrictEqual(before, after))) return undefined;
  const delay_seconds = after.payment.status === 'unknown' ? unknownDelay_seconds : 0;
  return waitsForProvider(after) ?? new Date(Date.parse(after.updated) + delay_seconds * 1000).toISOString();
}

/** Returns the time until which the refund of a cancellation waits for the provider's part; undefined if it does not wait. */
export function waitsForProvider(booking: PaidBooking): string | undefined {
  return isUndecided(booking) ? booking.payment.refund_decided_at : undefined;
}

/** Returns the booking with the time until which its provider can state what a cancel returns, if money was taken for it. */
export function withDecisionTime(booking: Booking, now: Date): Booking {
  if (!hasPayment(booking) || !wasConfirmed(booking) || !isUndecided(booking)) return booking;
  const { refund_waits_for_at_most_seconds } = runs.release;
  const refund_decided_at = new Date(now.getTime() + refund_waits_for_at_most_seconds * 1000).toISOString();
  return { ...booking, payment: { ...booking.payment, refund_decided_at } };
}

/** Returns whether a cancelled booking was confirmed, so that its provider may keep a part of the price. */
function wasConfirmed({ status, confirmation_code }: Booking): boolean {
  return status === 'cancelled' && confirmation_code !== undefined;
}

/**
 * Returns the sum of the refunds that the card service has to return: what is owed, or what the operator requested if that is more, and at
 * most what was taken.
 */
export function refundDue(booking: PaidBooking): number {
  const { status, payment } = booking;
  if (status !== 'confirmed' && !isFinalStatus(status)) return 0;
  const owed = payment.refund_due ?? refundOwed(booking);
  return Math.min(capturedAmount(payment), Math.max(owed, payment.refund_requested ?? 0));
}

/**
 * Returns the sum of the refunds that the person is owed. A confirmed booking is owed what was taken above its price. A cancelled one that
 * was confirmed also gets the part of the price that its provider returns, by default that of its cancellation policy, and everything
 * without one; any other booking that ended gets everything.
 */
function refundOwed(booking: PaidBooking, stated?: Returned): number {
  const { status, payment, price } = booking;
  const taken = capturedAmount(payment);
  const excess = Math.max(0, taken - (price?.amount ?? taken));
  if (status === 'confirmed') return excess;
  const returned = stated ?? refundByPolicy(booking);
  if (!wasConfirmed(booking) || returned === 'full') return taken;
  return Math.min(taken, excess + (returned === 'none' ? 0 : returned.amount));
}

/** Returns the part of the price that a cancel of the caller returns (CRD-11). A fraction of the minor unit is rounded down. */
function refundByPolicy({ cancellation, price }: PaidBooking): Returned {
  const percent = cancellation?.refund_percent;
  if (percent === undefined || !price || percent === 100) return 'full';
  return { ...price, amount: Math.floor((price.amount * percent) / 100) };
}

/** Returns whether the payment has ended. */
function isFinal({ payment }: PaidBooking): boolean {
  const states: Readonly<Record<string, { readonly final: boolean }>> = paymentStates.states;
  return states[payment.status]?.final === true;
}

/** Returns whether money is where it should not stay: a confirmed booking without its payment, or a debt. */
export function isUnsettled(booking: PaidBooking): boolean {
  const { status, payment } = booking;
  const isTaken = payment.status === 'captured' || payment.status === 'refunded';
  return (status === 'confirmed' && !isTaken) || paymentDebt(booking) !== undefined;
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
export function coversPrice({ payment, payment_collection, price }: Booking, before: Pick<Booking, 'price'>): boolean {
  // A booking that is to be paid and has no payment was free.
  if (!payment) return payment_collection === undefined || !price || price.amount <= (before.price?.amount ?? 0);
  if ((payment.status !== 'captured' && payment.status !== 'refunded') || !price) return true;
  if (price.currency !== payment.currency) return false;
  const paid = capturedAmount(payment) - payment.amount_refunded;
  return price.amount <= Math.max(paid, before.price?.amount ?? 0);
}

/** The part of the price that a provider returns for a booking that it released. */
export type Returned = 'full' | 'none' | BookingPrice;

/**
 * The provider of the runs at the card service, which no supplier is named. They have places of their own, so a supplier that hangs does not
 * delay them.
 */
export const paymentLane = '@card-service';

/** Returns whether the run is the work on the payment of its booking. */
export function isPaymentRun({ provider }: { readonly provider: string }): boolean {
  return provider === paymentLane;
}

// Compares a stored payment with the state at the card service.

/** A difference that the card service's own state shows. The words are the reason of the admin contract. */
export const paymentDifferences = {
  charged_without_booking: 'The booking ended, and the card service has its money.',
  open_without_booking: 'The booking ended, and its payment is held or can still be approved.',
  booked_without_charge: 'The booking is confirmed, and the card service took nothing.',
  refund_missing: 'The card service returned less than is stored or owed.',
  refunded_more: 'The card service returned more than is stored and owed.',
  record_differs: 'What is stored is out of date. No money is missing.',
} as const;

type PaymentDifferenceName = keyof typeof paymentDifferences;

/** Returns the difference; undefined if there is none, or while the booking is in progress, because then its run reads the payment. */
export function findDifference(booking: PaidBooking, reading: PaymentReading): PaymentDifferenceName | undefined {
  const { status, payment } = booking;
  const hasEnded = isFinalStatus(status);
  if (status !== 'confirmed' && !hasEnded) return undefined;
  if (reading.status !== 'captured') {
    if (!hasEnded) return 'booked_without_charge';
    if (reading.status !== 'voided') return 'open_without_booking';
    return payment.status === 'voided' ? undefined : 'record_differs';
  }
  const due = Math.max(payment.amount_refunded, refundDue(booking));
  if (reading.amount_refunded > due) return 'refunded_more';
  if (reading.amount_refunded < due) {
    const wasReturned = payment.settled_at !== undefined || payment.status === 'refunded';
    return hasEnded && !wasReturned ? 'charged_without_booking' : 'refund_missing';
  }
  const isTaken = payment.status === 'captured' || payment.status === 'refunded';
  return isTaken && payment.amount_refunded === reading.amount_refunded ? undefined : 'record_differs';
}

/** A repair of a payment, and the booking after it, which has what the card service states. */
export type PaymentRepair =
  /** A run of the booking voids or returns what is owed. */
  | { readonly repair: 'run'; readonly booking: PaidBooking }
  /** Nothing is owed. */
  | { readonly repair: 'record'; readonly booking: PaidBooking }
  /** The contract has no transition to what the card service states: the stored payment has ended, or was taken and is not there. */
  | { readonly repair: 'by_hand' };

/** Returns the repair of a payment that differs. */
export function toRepair(before: PaidBooking, reading: PaymentReading): PaymentRepair {
  let booking: PaidBooking;
  try {
    booking = withReturned(withReading(before, reading), before);
  } catch {
    return { repair: 'by_hand' };
  }
  return { repair: isUnsettled(booking) ? 'run' : 'record', booking };
}

/** A refund that was stored and is missing is requested again. Otherwise nothing is owed after the provider's part is settled. */
function withReturned(after: PaidBooking, { payment: { amount_refunded } }: PaidBooking): PaidBooking {
  const { payment } = after;
  if (payment.amount_refunded >= amount_refunded || refundDue(after) >= amount_refunded) return after;
  return { ...after, payment: { ...payment, refund_requested: amount_refunded } };
}
