import type { Booking } from '@booking-service/contract';
import type { BookingReading } from '@booking-service/server';
import { toBookingUuid } from '../ids.ts';
import { documentsOf } from './documents-of.ts';
import { isOver, type Supplier } from './supplier.ts';

/** The statuses of a confirmed booking that its supplier has ended. */
const cancelled = new Set(['CANCELLED', 'EXPIRED', 'REJECTED']);

/**
 * Reads the booking at its supplier. A supplier that does not have it rejects the call: only a stated end cancels the booking of a guest.
 * Another availability or number of units is not reported. Suppliers write one availability id in several forms, so a difference of texts
 * would report changes that the supplier never made. For the same reason, documents are reported only for a booking that has none: they
 * may come after the confirmation, and an address in them may differ at each read.
 */
export async function readBooking(
  { id, documents }: Booking,
  { octo, clock, newSignal }: Pick<Supplier, 'octo' | 'clock' | 'newSignal'>,
): Promise<BookingReading> {
  const known = await octo.findBooking(toBookingUuid(id), newSignal());
  if (!known) throw new Error('The supplier has no such booking.');
  if (cancelled.has(known.status)) return { state: 'cancelled' };
  if (known.status === 'REDEEMED' || isOver(known, clock.now())) return { state: 'completed' };
  return { state: 'confirmed', ...(!documents && documentsOf(known)) };
}
