/**
 * The payment of a booking (CRD-8). Before the booking is confirmed, its run does the work:
 *  before book     reads the payment: the booking fails, waits for the approval again, or goes on
 *  after book      captures the payment, before the booking is confirmed
 * What is owed afterwards is a run of its own (paymentDebt), so a supplier that fails does not delay it:
 *  void            ends the page or the hold of a booking that ended
 *  refund          returns what a cancellation or a lower price owes (CRD-9), or what the operator requested
 * Each call has its effect once at the card service, so after a crash the run repeats it. What the card service states is stored with
 * the booking; the state there decides, not the stored one.
 */
import type { BookingErrorCode, BookingStatus } from '@booking-service/contract';
import type { Clock } from '@booking-service/kernel/time';
import {
  approvalEnd,
  type PaidBooking,
  type PaymentReading,
  paysPrice,
  refundDue,
  withReading,
} from '../../domain/payment.ts';
import type { PaymentService } from '../../providers/integrations.ts';
import type { PortsOf } from '../../providers/ports.ts';
import type { StoredBooking } from '../../store/store.ts';
import { type CallName, contextOf } from './note-calls.ts';
import type { GuardCall } from './guard-calls.ts';

/** The card service failed. The run is repeated. */
export class CardServiceError extends Error {
  override readonly name = 'CardServiceError';
  readonly call: PaymentCall;

  constructor(call: PaymentCall, message: string, options?: ErrorOptions) {
    super(message, options);
    this.call = call;
  }
}

/** A call of the port that a run makes. */
type PaymentCall = Exclude<keyof PaymentService, 'open' | 'readEvent'>;

/** Returns the call that failed in the run of a booking with this status. */
export function failedCall(error: unknown, status: BookingStatus): CallName {
  if (error instanceof CardServiceError) return error.call === 'read' ? 'read_payment' : error.call;
  return providerCallOf[status];
}

const providerCallOf = {
  processing: 'book',
  requires_action: 'check_hold',
  confirmed: 'modify',
  failed: 'release',
  cancelled: 'release',
  expired: 'release',
} as const satisfies Readonly<Record<BookingStatus, CallName>>;

/** A stored booking whose payment the card service collects. */
export type StoredPaid = StoredBooking & { readonly booking: PaidBooking };

export function isPaid(stored: StoredBooking): stored is StoredPaid {
  return stored.booking.payment !== undefined;
}

/** The result of the approval and of the capture. */
export type PaymentStep =
  | { readonly step: 'done'; readonly stored: StoredPaid }
  /** The person has not approved yet. */
  | { readonly step: 'waits'; readonly stored: StoredPaid; readonly url: string }
  /** The card service is at work on the approval. */
  | { readonly step: 'pending'; readonly stored: StoredPaid }
  | { readonly step: 'failed'; readonly stored: StoredPaid; readonly error_code: BookingErrorCode };

export interface BookingPayments {
  /** Reads the payment. */
  read(stored: StoredPaid, guardCall: GuardCall): Promise<PaymentReading>;
  /** Returns whether the payment is approved. `stored` of the result has the reading, which is not in the store yet. */
  approve(stored: StoredPaid, guardCall: GuardCall): Promise<PaymentStep>;
  /** Takes the amount. `stored` of the result has the reading, which is not in the store yet. */
  capture(stored: StoredPaid, guardCall: GuardCall): Promise<PaymentStep>;
  /** Ends the page or the hold. Returns the reading, of a captured payment if the person was faster. */
  end(stored: StoredPaid, guardCall: GuardCall): Promise<PaymentReading>;
  /** Refunds what is due. Reads the payment first: a person may have returned or captured a part by hand. */
  refund(stored: StoredPaid, guardCall: GuardCall): Promise<PaymentReading>;
}

export interface BookingPaymentsOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly portsOf: PortsOf;
}

export function createBookingPayments({ clock, portsOf }: BookingPaymentsOptions): BookingPayments {
  return {
    read: (stored, guardCall) => call('read', stored, guardCall),
    async approve(stored, guardCall) {
      if (stored.booking.payment.status === 'authorized') return { step: 'done', stored };
      const reading = await call('read', stored, guardCall);
      const paid = afterReading('read', stored, reading);
      switch (reading.status) {
        case 'requires_approval':
          return clock.now().getTime() < Date.parse(approvalEnd(stored.booking))
            ? { step: 'waits', stored: paid, url: reading.url }
            : { step: 'failed', stored: paid, error_code: 'payment_approval_expired' };
        case 'pending':
          return { step: 'pending', stored };
        case 'authorized':
          return { step: 'done', stored: paid };
        case 'captured':
          return whole(paid);
        case 'voided':
          return { step: 'failed', stored: paid, error_code: reading.error_code };
        case 'unknown':
          return { step: 'failed', stored: paid, error_code: 'payment_outcome_unknown' };
      }
    },
    async capture(stored, guardCall) {
      const reading = await call('capture', stored, guardCall);
      const paid = afterReading('capture', stored, reading);
      if (reading.status === 'captured') return whole(paid);
      if (reading.status === 'voided') return { step: 'failed', stored: paid, error_code: reading.error_code };
      throw new CardServiceError('capture', `The card service returned ${reading.status} for a capture.`);
    },
    async end(stored, guardCall) {
      const reading = await call('void', stored, guardCall);
      afterReading('void', stored, reading);
      if (reading.status === 'voided' || reading.status === 'captured') return reading;
      throw new CardServiceError('void', `The card service returned ${reading.status} for a void.`);
    },
    async refund(stored, guardCall) {
      const before = await call('read', stored, guardCall);
      const paid = afterReading('read', stored, before);
      const due = refundDue(paid.booking);
      if (paid.booking.payment.amount_refunded >= due) return before;
      const reading = await call('refund', paid, guardCall, due);
      afterReading('refund', paid, reading);
      if (reading.status === 'captured' && reading.amount_refunded >= due) return reading;
      throw new CardServiceError('refund', `The card service returned ${reading.status} for a refund.`);
    },
  };

  async function call(
    method: PaymentCall,
    stored: StoredPaid,
    guardCall: GuardCall,
    amount_refunded = 0,
  ): Promise<PaymentReading> {
    const { booking } = stored;
    const { payments } = portsOf(booking);
    const [side, mode] = booking.livemode ? ['live side', 'live'] : ['test side', 'test'];
    if (!payments) {
      throw new CardServiceError(
        method,
        `No card service has a ${side}. Configure it: ${mode} bookings with a payment make no progress until then.`,
      );
    }
    const context = contextOf(stored);
    const calling =
      method === 'refund'
        ? payments.refund({ booking, amount_refunded }, context)
        : payments[method]({ booking }, context);
    return guardCall(calling).catch((cause: unknown) => {
      throw new CardServiceError(method, `The card service failed at ${method}.`, { cause });
    });
  }
}

function afterReading(call: PaymentCall, stored: StoredPaid, reading: PaymentReading): StoredPaid {
  try {
    return { ...stored, booking: withReading(stored.booking, reading) };
  } catch (cause) {
    throw new CardServiceError(call, 'The card service contradicts an earlier response.', { cause });
  }
}

/** A payment that no longer has the price approves nothing: the booking fails, and what is left of the payment is returned. */
function whole(paid: StoredPaid): PaymentStep {
  if (paysPrice(paid.booking)) return { step: 'done', stored: paid };
  return { step: 'failed', stored: paid, error_code: 'payment_replay_failed' };
}
