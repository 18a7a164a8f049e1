import type { Booking, BookingErrorCode, Card, CreateBooking, CreateSession } from '@booking-service/contract';
import type { CallContext } from './call-context.ts';

/**
 * The port to the external service that collects card payments (CRD-1..3) and reads the cards of verified sessions
 * (SES-2, SES-3). A call that is repeated with the same booking or session must have its effect only once, as with a
 * provider.
 */
export interface CardService {
  /**
   * Sets up a payment before its booking is created.
   * Throws the Refusal cardservice_disabled, vault_unavailable or payment_setup_failed. Then no booking is created (CRD-2).
   */
  openPayment(
    payment: { readonly booking_id: string; readonly request: CreateBooking },
    context: CallContext,
  ): Promise<{ readonly url: string }>;
  /** Settles the approved payment. If that fails, returns the booking's error_code (CRD-2). */
  settlePayment(booking: Booking, context: CallContext): Promise<Settlement>;
  /** The sessions of this card service. Default: none, and session operations are refused with cardservice_disabled. */
  readonly sessions?: CardSessions | undefined;
}

export interface CardSessions {
  /** Sends a six-digit code to the destination. Returns the card service's own reference to the session. */
  start(
    session: CreateSession & { readonly session_id: string },
    context: CallContext,
  ): Promise<{ readonly session_reference: string }>;
  /** Checks a code. For a correct code it returns the card service's own reference to the card. */
  checkCode(
    attempt: { readonly session_reference: string; readonly code: string },
    context: CallContext,
  ): Promise<CodeCheck>;
  /** Reads the card. Throws the Refusal reconnect_required if the link to the card was dropped. */
  readCard(card_reference: string, context: CallContext): Promise<Omit<Card, 'object' | 'session_id'>>;
}

export type Settlement = { readonly paid: true } | { readonly paid: false; readonly error_code: BookingErrorCode };

export type CodeCheck = { readonly correct: true; readonly card_reference: string } | { readonly correct: false };
