/** Compares a stored payment with the state at the card service. */
import {
  isFinalStatus,
  isUnsettled,
  type PaidBooking,
  type PaymentReading,
  refundDue,
  withReading,
} from './payment.ts';

/** A difference that the card service's own state shows. The words are the reason of the admin contract. */
export const paymentDifferences = {
  charged_without_booking: 'The booking ended, and the card service has its money.',
  open_without_booking: 'The booking ended, and its payment is held or can still be approved.',
  booked_without_charge: 'The booking is confirmed, and the card service took nothing.',
  refund_missing: 'The card service returned less than is stored or owed.',
  refunded_more: 'The card service returned more than is stored and owed.',
  record_differs: 'What is stored is out of date. No money is missing.',
} as const;

export type PaymentDifferenceName = keyof typeof paymentDifferences;

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
