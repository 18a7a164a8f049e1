import type { Logger } from 'pino';
import { errorLine } from '@booking-service/kernel/log';
import type { Clock } from '@booking-service/kernel/time';
import { bookingAt } from '../domain/booking.ts';
import { noObserver, type Observer } from '../log/observer.ts';
import type { Store, StoredBooking } from '../store/store.ts';

/** The number of bookings in one claim. Other instances claim the next ones meanwhile. */
const maxBatch = 100;
/** The number of bookings that change at once, so that requests share the store with many expiries. */
const maxChanges = 8;
/** After a crash, another instance claims the batch when this has passed. */
const lease_ms = 60_000;

/**
 * Stores as expired the bookings that waited in requires_action for too long, each with a run that releases it at the provider.
 * Creates no event (STA-8). Reads return `expired` without waiting for this. Never rejects.
 */
export async function expireBookings({
  store,
  clock,
  log,
  observer = noObserver,
  isRunning,
  onClaim = () => undefined,
}: {
  store: Pick<Store, 'claimExpired' | 'changeBooking'>;
  clock: Pick<Clock, 'now'>;
  log: Logger;
  observer?: Pick<Observer, 'expired'> | undefined;
  /** Checked before each claim: if it returns false, the claims end. */
  isRunning: () => boolean;
  /** Called after each claim. Default: none. */
  onClaim?: () => void;
}): Promise<void> {
  async function expire(before: StoredBooking): Promise<void> {
    const now = clock.now();
    const booking = bookingAt(before.booking, now);
    const run = { step: before.step, due_at: now.toISOString() };
    // If a continue or a cancel came first, this stores nothing.
    if (await store.changeBooking({ before, booking, events: [], run })) observer.expired({ booking_id: booking.id });
  }

  try {
    for (let hasMore = true; hasMore && isRunning();) {
      const now = clock.now();
      const lease_until = new Date(now.getTime() + lease_ms);
      const claimed = await store.claimExpired({ now, lease_until, limit: maxBatch });
      onClaim();
      for (let first = 0; first < claimed.length; first += maxChanges) {
        await Promise.all(claimed.slice(first, first + maxChanges).map(expire));
      }
      hasMore = claimed.length === maxBatch;
    }
  } catch (error) {
    log.error({ err: errorLine(error) }, 'could not expire bookings');
  }
}
