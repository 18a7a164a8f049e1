/**
 * The part of the port that stores, reads and changes bookings. Requests, the worker and administration share it. The reservations of a
 * test allowance are bookings, so it is read here (MOD-3).
 */
import type { Booking, JsonText } from '@booking-service/contract';
import type { NewEvent, Origin } from '@booking-service/kernel/contract';
import type { Claim, Owned, SharedStatement } from '@booking-service/kernel/store';
import type { TestAllowance } from '../../domain/booking.ts';
import { hasPayment, isPaymentRun, isUnsettled, paymentLane, paymentWorkDue } from '../../domain/payment.ts';
import type { ClaimedRun, NewRun } from '../runs/port.ts';

export interface StoredBooking {
  readonly organization_id: string;
  readonly version: number;
  readonly step: number;
  /** True if the booking has a run. */
  readonly working: boolean;
  readonly booking: Booking;
}

/** A change of a booking. It is made only if the booking still has the version of `before`. */
export interface BookingChange {
  readonly before: StoredBooking;
  readonly booking: Booking;
  readonly events: readonly NewEvent[];
  /** The cause of the change, stored with its events and its run, unless the booking already has a run of this step. Default: no request. */
  readonly origin?: Origin | undefined;
  /**
   * The next work at the provider. If the booking already has a run of this step, that run only becomes due earlier, and begins anew if a
   * worker has it. The store adds the run of the payment itself, so no change can leave a debt without one (CRD-8, CRD-9).
   */
  readonly run?: NewRun | undefined;
  /** The time at which the card service is read, also if nothing is owed. Default: it is not. */
  readonly read_payment_at?: string | undefined;
  /** The run that this change completes. If its lease is lost, the change is not made. */
  readonly finished?: ClaimedRun | undefined;
}

/** A booking as it is stored, with the fields that a read compares. */
export interface BookingText {
  readonly livemode: boolean;
  readonly expires_at: string | null;
  /** The exact text that JSON.stringify made of the booking. */
  readonly text: JsonText<Booking>;
}

export interface AcceptedBooking {
  readonly organization_id: string;
  readonly booking: Booking;
  readonly idempotency_key: string | undefined;
  readonly events: readonly NewEvent[];
  /** The cause of the booking. Default: no request. */
  readonly origin?: Origin | undefined;
  /** Omitted if the booking begins in requires_action. */
  readonly run?: NewRun | undefined;
}

export interface BookingKey {
  readonly organization_id: string;
  readonly livemode: boolean;
  readonly idempotency_key: string;
}

export interface BookingReads {
  findBooking(booking: Owned): Promise<StoredBooking | undefined>;
  /** Finds a booking without parsing it. */
  findBookingText(booking: Owned): Promise<BookingText | undefined>;
  findBookingByKey(key: BookingKey): Promise<StoredBooking | undefined>;
  /** Returns the test allowance of an organization; undefined if the organization does not exist. */
  readTestAllowance(organization_id: string): Promise<TestAllowance | undefined>;
}

export interface BookingCreation {
  /**
   * Stores the booking, or returns the one that was created earlier under the same idempotency key (IDM-1). Throws free_tier_exhausted
   * if a test booking would exceed the test allowance, with the bookings in progress (MOD-3).
   */
  createBooking(accepted: AcceptedBooking): Promise<{ stored: StoredBooking; replayed: boolean }>;
}

/** A run of a booking at its provider, or at the card service. */
export interface LaneRun extends NewRun {
  readonly provider: string;
}

/** Returns the runs that a change stores. */
export function runsOf({ before, booking, run, read_payment_at, finished }: BookingChange): LaneRun[] {
  const isWork = finished !== undefined && isPaymentRun(finished);
  const due_at = paymentWorkDue(before.booking, booking, isWork) ?? read_payment_at;
  return [
    ...(run ? [{ ...run, provider: booking.provider }] : []),
    ...(due_at === undefined ? [] : [{ provider: paymentLane, step: run?.step ?? before.step, due_at }]),
  ];
}

export interface BookingWrites {
  /** Makes the change and returns the new booking; undefined if another change or worker was first. */
  changeBooking(change: BookingChange): Promise<StoredBooking | undefined>;
  /**
   * Claims bookings in requires_action that have expired, the oldest first. Another claim returns them again only after
   * `lease_until`. The lease fences nothing: changeBooking decides.
   */
  claimExpired(claim: Omit<Claim, 'lease_token'>): Promise<StoredBooking[]>;
}

/**
 * The reservations are the bookings in a status from which a booking can be confirmed, so a reservation ends in the transaction that
 * changes the status, and none can be lost (decision 006). Reads the index bookings_listed, and at most the rest of the allowance.
 */
export const selectTestAllowance: SharedStatement = {
  name: 'read_test_allowance',
  text: `
    SELECT o.test_allowance, o.test_confirmed, (
      SELECT CAST(count(*) AS integer) FROM (
        SELECT 1 FROM bookings b WHERE b.organization_id = $1 AND b.livemode = FALSE AND b.status = 'processing'
        UNION ALL
        SELECT 1 FROM bookings b WHERE b.organization_id = $1 AND b.livemode = FALSE AND b.status = 'requires_action'
        LIMIT (SELECT CASE WHEN test_confirmed < test_allowance THEN test_allowance - test_confirmed ELSE 0 END
          FROM organizations WHERE id = $1)) AS reserved) AS test_reserved
    FROM organizations o WHERE o.id = $1`,
};

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
