import type { KeptBooking, Store } from '../../src/store/store.ts';
import type { SizedBooking } from '../../src/domain/booking.ts';

/** Returns the stored row of a booking. Throws if it does not exist. */
export async function toKept(store: Store, booking: { organization_id: string; id: string }): Promise<KeptBooking> {
  const kept = await store.findKeptBooking(booking);
  if (!kept) throw new Error(`No booking has the id ${booking.id}.`);
  return kept;
}

// Builders for the requests of tests. Each call returns a new object, which a test may change.

type NewGuest = SizedBooking['guest'];

export interface NewBookingOptions extends Partial<SizedBooking> {
  /** The venue's id without `ven_`, by default `harbour_table`, which confirms a booking after two seconds. */
  readonly venue?: string;
  /** The day of the slot at 19:00, by default 2026-11-21: the day on which a test world starts. */
  readonly date?: string;
}

/** Returns the body of a valid `createBooking` request, with the given fields replaced. */
export function newBooking({
  venue = 'harbour_table',
  date = '2026-11-21',
  ...fields
}: NewBookingOptions = {}): SizedBooking {
  return {
    venue_id: `ven_${venue}`,
    slot_id: `slt_${venue}_${date.replaceAll('-', '')}T1900`,
    party_size: 2,
    guest: newGuest(),
    ...fields,
  };
}

export function newGuest(fields: Partial<NewGuest> = {}): NewGuest {
  return { first_name: 'Ada', email: 'ada@diner.test', ...fields };
}
