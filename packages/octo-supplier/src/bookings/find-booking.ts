/**
 * Finds the booking of a UUID. The key of the create is the UUID and the revision, and a create with a known key returns its booking
 * (IDM-1): so the service itself maps UUIDs to bookings, for each organization and environment.
 *
 * A hold that changes is replaced: the next revision is created, and then the one before is cancelled. The booking of a UUID is therefore
 * the first revision that is not cancelled, or the last one.
 */
import type { Booking, BookingClient } from '@booking-service/client';
import { findBookingByKey } from '@booking-service/client/find-booking-by-key';
import { OctoRefusal } from '../http/octo-refusal.ts';
import { type Kept, readKept } from './kept.ts';

/** Each read of a booking may cost as many requests as it has revisions. */
export const mostRevisions = 20;

export interface Found {
  readonly booking: Booking;
  readonly kept: Kept;
}

export function keyOf(uuid: string, revision: number): string {
  return `octo:${uuid}:${revision}`;
}

/** Returns the UUID in small letters. Throws INVALID_BOOKING_UUID for another text. */
export function requireUuid(text: string): string {
  const uuid = text.toLowerCase();
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid)) return uuid;
  throw noBooking(text);
}

/** Throws INVALID_BOOKING_UUID if no reservation has the UUID, or its personal data was erased. */
export async function getBooking(text: string, client: BookingClient): Promise<Found> {
  const found = await findBooking(requireUuid(text), client);
  if (!found) throw noBooking(text);
  return found;
}

export async function findBooking(uuid: string, client: BookingClient): Promise<Found | undefined> {
  let last: Booking | undefined;
  for (let revision = 1; revision <= mostRevisions; revision += 1) {
    const booking = await findBookingByKey(client, keyOf(uuid, revision), { retries: 1 });
    if (!booking) break;
    last = booking;
    if (booking.status !== 'cancelled') break;
  }
  const kept = last && readKept(last);
  return last && kept && { booking: last, kept };
}

export function noBooking(uuid: string): OctoRefusal {
  return new OctoRefusal('INVALID_BOOKING_UUID', 'No booking has this UUID.', { uuid });
}
