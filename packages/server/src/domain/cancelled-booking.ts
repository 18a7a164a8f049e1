import type { Booking } from '@booking-service/contract';
import { moveBooking, type Moved } from './booking.ts';

/**
 * Returns the booking that its caller cancels; undefined if its status allows no cancel. The policy of a confirmed one decides at this
 * moment what it gets back (CRD-11), because its provider may be down for long.
 */
export function cancelledBooking(booking: Booking, now: Date): Moved | undefined {
  const moved = moveBooking(booking, { trigger: 'cancel', to: 'cancelled' }, now);
  const { status, cancellation } = booking;
  if (!moved || !cancellation || status !== 'confirmed') return moved;
  const { free_until, late_refund_percent } = cancellation;
  const refund_percent = now.getTime() <= Date.parse(free_until) ? 100 : late_refund_percent;
  return { ...moved, booking: { ...moved.booking, cancellation: { ...cancellation, refund_percent } } };
}
