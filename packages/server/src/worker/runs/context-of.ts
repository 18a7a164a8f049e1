import type { CallContext } from '../../providers/provider.ts';
import type { StoredBooking } from '../../store/store.ts';

/** Returns on whose behalf the work on this booking calls a port. */
export function contextOf({
  organization_id,
  booking,
}: Pick<StoredBooking, 'organization_id' | 'booking'>): CallContext {
  return { organization_id, livemode: booking.livemode };
}
