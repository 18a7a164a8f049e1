import type { Logger } from 'pino';
import type { Clock } from '../time/clock.ts';
import { bookingAt } from '../domain/booking.ts';
import { errorLine } from '../log/error-line.ts';
import { noObserver, type Observer } from '../log/observer.ts';
import type { Store } from '../store/store.ts';

const batch = 100;

/**
 * Stores as expired what was left in requires_action for too long, and has the provider undo its part. No event (STA-8).
 * Reads say expired without waiting for this.
 */
export async function expireBookings({
  store,
  clock,
  log,
  observer = noObserver,
}: {
  store: Pick<Store, 'listExpired' | 'changeBooking'>;
  clock: Pick<Clock, 'now'>;
  log: Logger;
  observer?: Pick<Observer, 'expired'>;
}): Promise<void> {
  const now = clock.now();
  try {
    for (;;) {
      const expired = await store.listExpired(now, batch);
      for (const before of expired) {
        const booking = bookingAt(before.booking, now);
        // Where a continue or a cancel was faster, nothing is stored: theirs holds.
        const changed = await store.changeBooking({
          before,
          booking,
          events: [],
          run: { step: before.step, due_at: now.toISOString() },
        });
        if (changed) observer.expired({ booking_id: booking.id });
      }
      if (expired.length < batch) return;
    }
  } catch (error) {
    log.error({ err: errorLine(error) }, 'could not expire bookings');
  }
}
