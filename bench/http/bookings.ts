import { randomUUID } from 'node:crypto';
import type { Booking, CreateBooking } from '@booking-service/contract';

const bookings = new Map<string, Booking>();

/** The handler of a create in the frameworks that do no other work: returns the same booking as the service, and keeps it in memory. */
export function makeBooking(body: unknown): Booking {
  // Some candidates validate the body before this line and some do not. The benchmark compares them.
  const booking = bookingOf(body as CreateBooking);
  bookings.set(booking.id, booking);
  return booking;
}

/** Returns a new booking of the request. */
export function bookingOf(request: CreateBooking): Booking {
  const now = new Date().toISOString();
  const id = `bkg_${randomUUID().replaceAll('-', '')}`;
  const { venue_id, slot_id, party_size = 2, guest, metadata = {} } = request;
  const fresh = { id, object: 'booking', status: 'processing', provider: 'bench', livemode: true } as const;
  return { ...fresh, created: now, updated: now, venue_id, slot_id, party_size, guest, metadata };
}

export function findBooking(id: string): Booking | undefined {
  return bookings.get(id);
}
