import { delivery } from '@booking-service/contract';
import { type Removal, removeInSteps } from '@booking-service/kernel';
import { keptSince } from '@booking-service/kernel/store';
import type { Ticker } from '@booking-service/kernel/time';
import type { BookingCallWrites } from '../store/runs/booking-calls.ts';

export interface CallRemoval extends Pick<Removal, 'clock' | 'log'> {
  readonly store: Pick<BookingCallWrites, 'removeBookingCalls'>;
  /** Default: that of the contract. */
  readonly retention_days: number | undefined;
}

/** Removes the old calls of bookings every hour, as old as the events that are removed (DLV-14). Returns the ticker. Never rejects. */
export function startCallRemoval({ store, clock, log, retention_days = delivery.retention_days }: CallRemoval): Ticker {
  return removeInSteps({
    clock,
    log,
    rows: 'calls of bookings',
    async removeSome({ now }) {
      const { hasMore } = await store.removeBookingCalls({ before: keptSince(now, { retention_days }) });
      return hasMore ? 'more' : undefined;
    },
  });
}
