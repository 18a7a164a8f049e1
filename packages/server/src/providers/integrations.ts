import type {
  KeyMode,
  OperationId,
  Booking,
  BookingErrorCode,
  Card,
  CreateBooking,
  CreateSession,
} from '@booking-service/contract';
import type { Provider, CallContext } from './provider.ts';

/**
 * The two sides of an integration. A live key reaches only the live side, and a test key only the test side (MOD-1). An integration
 * without a side does not exist for the keys of that mode.
 */
export interface Sides<T> {
  readonly live?: T | undefined;
  readonly test?: T | undefined;
}

/**
 * A supplier and its provider for each mode. Both have the same name.
 *
 * `test` is a provider of the supplier's own test environment, or `simulate`: searches go to the live side, and bookings are
 * simulated, so nothing is booked. Default: none, and a test key does not see the supplier (MOD-2).
 */
export interface Supplier extends Sides<Provider | 'simulate'> {
  readonly live?: Provider | undefined;
}

/** The systems that the service is connected to. */
export interface Integrations {
  /** The suppliers that take the bookings, with different names. Venue searches list their venues in this order. */
  readonly suppliers: readonly Supplier[];
  /** Collects card payments and keeps the cards of sessions. On a side without it, requests that need it get cardservice_disabled. */
  readonly cardService?: Sides<CardService> | undefined;
  /** Checks each request of a billed operation. On a side without it, every request is allowed. */
  readonly billing?: Sides<CallCheck> | undefined;
  /** Checks, after billing, whether the organization's plan includes the operation. On a side without it, every request is allowed. */
  readonly entitlements?: Sides<CallCheck> | undefined;
}

/** Returns the name of the supplier's providers. Throws if it has none. */
export function supplierName({ live, test }: Supplier): string {
  const provider = live ?? (test === 'simulate' ? undefined : test);
  if (!provider) throw new Error('A supplier has neither a live side nor a provider on its test side.');
  return provider.name;
}

/** The parts of a request that a billing check needs. */
export interface BilledCall {
  readonly organization_id: string;
  readonly mode: KeyMode;
  readonly operationId: OperationId;
}

/**
 * The port to a check that a request must pass: billing (has the organization paid?) or entitlement (does its plan include
 * the operation?). If the check returns `refused`, the request gets billing_required. If the check rejects or exceeds
 * check_timeout_seconds of openapi/behavior/limits.yaml, the request gets billing_check_unavailable or
 * entitlement_check_unavailable.
 */
export interface CallCheck {
  check(call: BilledCall): Promise<'allowed' | 'refused'>;
}

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
