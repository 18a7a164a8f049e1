import type { Booking, BookingErrorCode, CreateBooking } from '@booking-service/contract';

/**
 * The port to the service that collects card payments externally (CRD-1..3).
 * As with a provider, a repeated call with the same booking has its effect once.
 */
export interface CardService {
  /**
   * Sets a payment up for a booking that is about to be made.
   * Throws the Refusal cardservice_disabled, vault_unavailable or payment_setup_failed; then no booking is made (CRD-2).
   */
  openPayment(payment: {
    readonly booking_id: string;
    readonly request: CreateBooking;
  }): Promise<{ readonly url: string }>;
  /** Passes the approved payment on; tells the booking's error_code where that fails (CRD-2). */
  settlePayment(booking: Booking): Promise<Settlement>;
}

export type Settlement = { readonly paid: true } | { readonly paid: false; readonly error_code: BookingErrorCode };
