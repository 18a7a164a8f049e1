import { capturedAmount, hasPayment, isFinalStatus, type PaidBooking } from '../../../domain/payment.ts';
import type { Booking } from '@booking-service/contract';
import type { BookingList } from '@booking-service/contract/admin';
import { bookingAt } from '../../../domain/booking.ts';
import { type EveryField, requireAllTaken } from '@booking-service/kernel/contract';
import { toListedBooking } from '../../../store/lists/booking-lists.ts';
import { isBookingCursor } from '../../../store/lists/list-page.ts';
import type { AdminContext, AdminHandlers } from '../../admin-context.ts';
import { AdminRefusal } from '../../admin-refusal.ts';
import { toAuditEntry } from '../../to-audit-entry.ts';
import { toShownBooking } from './booking-operations.ts';
import { requireBooking, showState, maxRaces, type BookingPath } from './booking-states.ts';
import { defaultLimit, requireCursor, toListBody } from '../lists.ts';

/**
 * The operations on payments. None of them calls the card service: a command opens only the database. Each stores the request with
 * the booking, the store adds its run, and the service does the work.
 */
export function paymentOperations({
  store,
  clock,
}: Pick<AdminContext, 'store' | 'clock'>): Pick<AdminHandlers, 'listPayments' | 'refundPayment'> {
  /** A modification ends only on the booking that it began with, so no other change may come between. */
  async function requireNoModification(path: BookingPath): Promise<void> {
    const found = await store.findRuns(path);
    if (!found.some(({ work }) => work === 'modification')) return;
    const message = `A modification of booking ${path.booking_id} is under way. Send the request again after it.`;
    throw new AdminRefusal('invalid_state', message);
  }

  return {
    async listPayments({ path: { organization_id }, query }) {
      const { limit = defaultLimit, cursor: given, status: payment_status, unsettled } = query;
      const cursor = requireCursor(given, isBookingCursor);
      const payment_unsettled = unsettled === undefined ? undefined : unsettled === 'true';
      const page = { organization_id, payment_status, payment_unsettled, cursor, limit };
      const now = clock.now();
      const toShown = (booking: Booking) => toShownBooking(toListedBooking(booking, now));
      const body = toListBody(await store.listPayments(page), toShown);
      return { status: 200, body: body satisfies EveryField<BookingList> };
    },
    async refundPayment({ path, body: { amount_refunded, ...rest } }, caller) {
      requireAllTaken(rest);
      const { organization_id, booking_id } = path;
      for (let race = 0; race < maxRaces; race += 1) {
        const before = await requireBooking(path, { store });
        const now = clock.now();
        const paid = requireRefundable(bookingAt(before.booking, now), amount_refunded);
        await requireNoModification(path);
        const payment = { ...paid.payment, refund_requested: amount_refunded };
        const booking = { ...before.booking, payment, updated: now.toISOString() };
        const details = { amount_refunded, currency: payment.currency };
        const action = { action: 'refundPayment', organization_id, target: booking_id, details } as const;
        const audited = store.audited(toAuditEntry(action, { caller, now }));
        const changed = await audited.changeBooking({ before, booking, events: [] });
        if (changed) return { status: 200, body: await showState(path, { store, clock }) };
      }
      throw new AdminRefusal('invalid_state', `Booking ${booking_id} keeps changing. Send the request again.`);
    },
  };
}

/** Returns the booking if this sum of refunds can be requested now. */
function requireRefundable(booking: Parameters<typeof hasPayment>[0], amount_refunded: number): PaidBooking {
  const { id, status } = booking;
  if (!hasPayment(booking)) throw invalidState(`The card service collects no payment for booking ${id}.`);
  const { payment } = booking;
  if (payment.status !== 'captured') {
    throw invalidState(`The payment of booking ${id} is ${payment.status}. Only a captured payment can be refunded.`);
  }
  if (status !== 'confirmed' && !isFinalStatus(status)) {
    throw invalidState(`Booking ${id} is ${status}. Its payment can be refunded once it is confirmed or has ended.`);
  }
  const { currency, refund_requested = 0 } = payment;
  const amount = capturedAmount(payment);
  if (amount_refunded > amount) {
    const message = `The payment of booking ${id} is ${amount} ${currency}, so its refunds cannot be ${amount_refunded}.`;
    throw invalidState(message);
  }
  const asked = Math.max(payment.amount_refunded, refund_requested);
  if (amount_refunded <= asked) {
    throw invalidState(
      `Of the payment of booking ${id}, ${asked} ${currency} is refunded or requested. amount_refunded is the sum of all refunds, so it must be more.`,
    );
  }
  return booking;
}

function invalidState(message: string): AdminRefusal {
  return new AdminRefusal('invalid_state', message);
}
