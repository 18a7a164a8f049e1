import type { Booking } from '@booking-service/contract';
import { hasPayment, isUnsettled } from '../../domain/payment.ts';

/** The columns by which payments are listed. Both are absent without a payment. */
export interface PaymentColumns {
  readonly payment_status?: string;
  readonly payment_unsettled?: boolean;
}

/** Returns the columns of the payment of a booking. */
export function paymentColumns(booking: Booking): PaymentColumns {
  if (!hasPayment(booking)) return {};
  return { payment_status: booking.payment.status, payment_unsettled: isUnsettled(booking) };
}
