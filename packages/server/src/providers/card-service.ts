import type { Booking, BookingErrorCode, Card, CreateBooking, CreateSession } from '@booking-service/contract';

/**
 * The port to the service that collects card payments externally (CRD-1..3) and knows the cards behind verified
 * sessions (SES-2, SES-3). As with a provider, a repeated call with the same booking or session has its effect once.
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
  /** The sessions of this card service. Left out, session calls are refused with cardservice_disabled. */
  readonly sessions?: CardSessions | undefined;
}

export interface CardSessions {
  /** Sends a six-digit code to the destination, and tells its own name for the session. */
  start(session: CreateSession & { readonly session_id: string }): Promise<{ readonly session_reference: string }>;
  /** Judges a code; the right one tells the card service's own name for the card. */
  checkCode(attempt: { readonly session_reference: string; readonly code: string }): Promise<CodeCheck>;
  /** Reads the card. Throws the Refusal reconnect_required where the link to it was dropped. */
  readCard(card_reference: string): Promise<Omit<Card, 'object' | 'session_id'>>;
}

export type Settlement = { readonly paid: true } | { readonly paid: false; readonly error_code: BookingErrorCode };

export type CodeCheck = { readonly correct: true; readonly card_reference: string } | { readonly correct: false };
