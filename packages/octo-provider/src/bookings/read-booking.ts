import type { Booking } from '@booking-service/contract';
import type { BookingReading } from '@booking-service/server';
import { toBookingUuid } from '../ids.ts';
import { isOver, type Supplier } from './supplier.ts';

/** The statuses of a confirmed booking that its supplier has ended. */
const cancelled = new Set(['CANCELLED', 'EXPIRED', 'REJECTED']);

/**
 * Reads the booking at its supplier. A supplier that does not have it rejects the call: only a stated end cancels the booking of a guest.
 * Another availability or number of units is not reported. Suppliers write one availability id in several forms, so a difference of texts
 * would report changes that the supplier never made.
 */
export async function readBooking(
  { id }: Booking,
  { octo, clock, newSignal }: Pick<Supplier, 'octo' | 'clock' | 'newSignal'>,
): Promise<BookingReading> {
  const known = await octo.findBooking(toBookingUuid(id), newSignal());
  if (!known) throw new Error('The supplier has no such booking.');
  if (cancelled.has(known.status)) return { state: 'cancelled' };
  return { state: known.status === 'REDEEMED' || isOver(known, clock.now()) ? 'completed' : 'confirmed' };
}
