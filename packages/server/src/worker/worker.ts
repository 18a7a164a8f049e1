import { delivery } from '@booking-service/contract';
import { systemClock, type Clock, type Ticker } from '../clock.ts';
import { endsWithin } from '../deadline.ts';
import type { Observer } from '../observer.ts';
import { deliverDue, type DeliverOptions } from './deliver.ts';
import { expireBookings } from './expire-bookings.ts';
import { createRuns, type RunOptions, type Runs } from './run-bookings.ts';

const runPoll_ms = 2000;

export interface WorkerOptions
  extends RunOptions, Omit<DeliverOptions, 'store' | 'clock' | 'goesOn' | 'receivers' | 'slow' | 'observer'> {
  readonly clock: Clock;
  /** Default: nobody. */
  readonly observer?: Observer;
  /** Seconds between two ticks of the delivery worker (DLV-3). */
  readonly tick_seconds?: number | undefined;
}

export interface Worker extends Pick<Runs, 'runNow' | 'newLease' | 'modifyNow'> {
  /** Has due runs looked for now. Before `start` and after `stop` it does nothing. */
  wake(): void;
  start(): void;
  /**
   * Stops ticking and claims nothing more; resolves when the work under way has ended. After `grace_seconds`
   * (default 10, of the computer's own time) runs that are left are given back; a delivery ends sooner by itself (DLV-4).
   */
  stop(options?: { grace_seconds?: number }): Promise<void>;
  /** When the delivery worker last showed itself: at its start, a tick, or a batch of one. Undefined when stopped. */
  lastSeen(): Date | undefined;
}

/**
 * Three tickers, so that a slow provider delays no webhook, and no slow receiver the next tick of the others:
 *  - runs, woken by whoever adds one, when one that was put back is due, and else every 2 s
 *  - delivery, on its cadence, which stores expiries and then sends every webhook that is due
 *  - the same for the receivers that were slow the last time
 */
export function createWorker({ tick_seconds = delivery.cadence_seconds, ...options }: WorkerOptions): Worker {
  const { clock } = options;
  const wakes = new Set<() => void>();
  const runs = createRuns({
    ...options,
    postponed(due_at) {
      const callOff = clock.after(due_at.getTime() - clock.now().getTime(), () => {
        wakes.delete(callOff);
        tickers[0]?.wake();
      });
      wakes.add(callOff);
    },
  });
  let tickers: Ticker[] = [];
  let unwatch = (): void => undefined;
  let lastSeen: Date | undefined;
  const slow = new Map<string, Date>();
  const goesOn = (): boolean => {
    if (tickers.length > 0) lastSeen = clock.now();
    return tickers.length > 0;
  };

  return {
    wake: () => tickers[0]?.wake(),
    runNow: (booking_id) => runs.runNow(booking_id),
    newLease: () => runs.newLease(),
    modifyNow: (run, stored) => runs.modifyNow(run, stored),
    start() {
      runs.start();
      lastSeen = clock.now();
      tickers = [
        clock.every(runPoll_ms, () => runs.runDue()),
        clock.every(tick_seconds * 1000, async () => {
          await expireBookings(options);
          await deliverDue({ ...options, goesOn, slow });
        }),
        clock.every(tick_seconds * 1000, () => deliverDue({ ...options, goesOn, receivers: 'slow', slow })),
      ];
      unwatch = options.store.watchRuns?.(() => tickers[0]?.wake()) ?? unwatch;
    },
    async stop({ grace_seconds = 10 } = {}) {
      const ticks = Promise.all(tickers.map((ticker) => ticker.stop()));
      tickers = [];
      unwatch();
      for (const callOff of wakes) callOff();
      wakes.clear();
      lastSeen = undefined;
      await Promise.all([runs.stop({ grace_seconds }), endsWithin(systemClock, grace_seconds, ticks)]);
    },
    lastSeen: () => lastSeen,
  };
}
