import type { KeptBooking, Store } from '../../src/store/store.ts';

/** Returns the stored row of a booking. Throws if it does not exist. */
export async function toKept(store: Store, booking: { organization_id: string; id: string }): Promise<KeptBooking> {
  const kept = await store.findKeptBooking(booking);
  if (!kept) throw new Error(`No booking has the id ${booking.id}.`);
  return kept;
}
