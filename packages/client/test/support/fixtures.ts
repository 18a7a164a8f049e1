import type { CreateBooking } from '@booking-service/client';

/** A booking at one of the sandbox's venues: `express_counter` confirms at once, `harbour_table` after two seconds. */
export function newBooking(
  venue = 'express_counter',
  changes: Omit<Partial<CreateBooking>, 'party'> = {},
): CreateBooking {
  return {
    venue_id: `ven_${venue}`,
    slot_id: `slt_${venue}_20261121T1900`,
    party_size: 2,
    guest: { first_name: 'Ada', last_name: 'Byron', email: 'ada@diner.test' },
    ...changes,
  };
}
/** An id that no booking has. */
export const noBooking = 'bkg_00000000000000000000000000000000';
