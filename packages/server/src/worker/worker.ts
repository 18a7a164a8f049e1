import { delivery } from '@booking-service/contract';
import type { Clock, Ticker } from '../clock.ts';
import { deliverDue, type DeliverOptions } from './deliver.ts';
import { expireBookings } from './expire-bookings.ts';
import { createRuns, type RunOptions, type Runs } from './run-bookings.ts';

const runPoll_ms = 2000;

export interface WorkerOptions extends RunOptions, Omit<DeliverOptions, 'store' | 'clock'> {
  readonly clock: Clock;
  /** Seconds between two ticks of the delivery worker (DLV-3). */
  readonly tick_seconds?: number | undefined;
}

export interface Worker extends Pick<Runs, 'runNow' | 'newLease' | 'modifyNow'> {
  /** Has due runs looked for now. Before `start` and after `stop` it does nothing. */
  wake(): void;
  start(): void;
  /** Stops ticking; resolves when the work under way has ended. */
  stop(): Promise<void>;
}

/**
 * Two tickers, so that a slow provider delays no webhook: runs, woken by whoever adds one and else every 2 s; and the
 * tick of delivery, on its cadence, which stores expiries and then sends every webhook that is due.
 */
export function createWorker({ tick_seconds = delivery.cadence_seconds, ...options }: WorkerOptions): Worker {
  const { clock } = options;
  const runs = createRuns(options);
  let tickers: Ticker[] = [];

  return {
    wake: () => tickers[0]?.wake(),
    runNow: (booking_id) => runs.runNow(booking_id),
    newLease: () => runs.newLease(),
    modifyNow: (run, stored) => runs.modifyNow(run, stored),
    start() {
      tickers = [
        clock.every(runPoll_ms, () => runs.runDue()),
        clock.every(tick_seconds * 1000, async () => {
          await expireBookings(options);
          await deliverDue(options);
        }),
      ];
    },
    async stop() {
      const stopping = tickers;
      tickers = [];
      await Promise.all(stopping.map((ticker) => ticker.stop()));
    },
  };
}
