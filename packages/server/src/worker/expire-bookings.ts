import type { Logger } from 'pino';
import type { Clock } from '../time/clock.ts';
import { bookingAt } from '../domain/booking.ts';
import { errorLine } from '../log/error-line.ts';
import { noObserver, type Observer } from '../log/observer.ts';
import type { Store } from '../store/store.ts';

const maxBatch = 100;

/**
 * Stores as expired the bookings that waited in requires_action for too long, each with a run that releases it at the provider.
 * Creates no event (STA-8). Reads return `expired` without waiting for this. Never rejects.
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
      const expired = await store.listExpired(now, maxBatch);
      for (const before of expired) {
        const booking = bookingAt(before.booking, now);
        // If a continue or a cancel came first, this stores nothing.
        const changed = await store.changeBooking({
          before,
          booking,
          events: [],
          run: { step: before.step, due_at: now.toISOString() },
        });
        if (changed) observer.expired({ booking_id: booking.id });
      }
      if (expired.length < maxBatch) return;
    }
  } catch (error) {
    log.error({ err: errorLine(error) }, 'could not expire bookings');
  }
}
