import { delivery } from '@booking-service/contract';
import { systemClock, type Clock, type Ticker } from '../time/clock.ts';
import { endsWithin } from '../time/deadline.ts';
import type { Observer } from '../log/observer.ts';
import type { Store } from '../store/store.ts';
import { deliverDue, type DeliverOptions } from './deliver.ts';
import { expireBookings } from './expire-bookings.ts';
import { createPulse, type Lane, type SignOfLife } from './pulse.ts';
import { createRuns, type RunOptions, type Runs } from './run-bookings.ts';

const runPoll_ms = 2000;

export interface WorkerOptions
  extends Omit<RunOptions, 'store'>, Omit<DeliverOptions, 'store' | 'clock' | 'isRunning' | 'receivers' | 'observer'> {
  readonly store: RunOptions['store'] & DeliverOptions['store'] & Pick<Store, 'findNextDue'>;
  readonly clock: Clock;
  /** Default: none. */
  readonly observer?: Observer;
  /** Seconds between two ticks of the delivery worker (DLV-3). */
  readonly tick_seconds?: number | undefined;
}

export interface Worker extends Pick<Runs, 'runNow' | 'newLease' | 'modifyNow'> {
  /** Polls for due runs immediately. Does nothing before `start` and after `stop`. */
  wake(): void;
  start(): void;
  /**
   * Stops ticking and claiming. Resolves when the work in progress has ended. After `grace_seconds` of real time (default 10)
   * the remaining runs are given back. A delivery ends sooner by its own timeout (DLV-4).
   */
  stop(options?: { grace_seconds?: number }): Promise<void>;
  /** Returns the time since the last beat of each lane: its start, a tick or a batch of deliveries. Empty when stopped. */
  signsOfLife(): readonly SignOfLife[];
}

/**
 * Creates the worker. It has three lanes, so that a slow provider delays no webhook and a slow receiver delays no other:
 *  - runs: when a run is added, when a postponed run is due, and every 2 s
 *  - deliveries: on the cadence of the contract; stores expiries, then sends the due webhooks
 *  - slow deliveries: the same for the receivers whose last turn timed out
 */
export function createWorker({ tick_seconds = delivery.cadence_seconds, ...options }: WorkerOptions): Worker {
  const { clock, store } = options;
  const tick_ms = tick_seconds * 1000;
  const intervals = { runs: runPoll_ms, deliveries: tick_ms, 'slow deliveries': tick_ms };
  const pulse = createPulse(clock, intervals);
  const wakes = new Set<() => void>();
  const runs = createRuns({
    ...options,
    onPostponed(due_at) {
      const cancel = clock.after(due_at.getTime() - clock.now().getTime(), () => {
        wakes.delete(cancel);
        wake();
      });
      wakes.add(cancel);
    },
  });
  let tickers: Ticker[] = [];
  let unwatch = (): void => undefined;
  const isRunning = (lane: Lane) => (): boolean => {
    if (tickers.length > 0) pulse.beat(lane);
    return tickers.length > 0;
  };

  /** Ends within two seconds of its claims. A tick that does not end shows that the lane is stalled. */
  function startRuns(): Promise<void> {
    pulse.beat('runs');
    return runs.runDue();
  }

  async function sendWebhooks(): Promise<void> {
    await expireBookings(options);
    await deliverDue({ ...options, isRunning: isRunning('deliveries') });
  }

  async function sendSlowWebhooks(): Promise<void> {
    // Without slow receivers the tick has no other beat.
    pulse.beat('slow deliveries');
    await deliverDue({ ...options, isRunning: isRunning('slow deliveries'), receivers: 'slow' });
  }

  /** If a tick waits for its runs, it polls too, so that no run waits for another. */
  function wake(): void {
    if (tickers.length > 0 && !runs.joinTick()) tickers[0]?.wake();
  }

  return {
    wake,
    runNow: (booking_id) => runs.runNow(booking_id),
    newLease: () => runs.newLease(),
    modifyNow: (run, stored) => runs.modifyNow(run, stored),
    start() {
      runs.start();
      for (const lane of Object.keys(intervals) as Lane[]) pulse.beat(lane);
      tickers = [
        clock.every(runPoll_ms, startRuns, { nextDue: async () => toDate((await store.findNextDue()).runs) }),
        clock.every(tick_ms, sendWebhooks, {
          async nextDue() {
            const { deliveries, expiries } = await store.findNextDue();
            return toDate([deliveries, expiries].filter((due) => due !== null).toSorted()[0]);
          },
        }),
        clock.every(tick_ms, sendSlowWebhooks, {
          nextDue: async () => toDate((await store.findNextDue()).slow_deliveries),
        }),
      ];
      unwatch = options.store.watchRuns?.(wake) ?? unwatch;
    },
    async stop({ grace_seconds = 10 } = {}) {
      const ticks = Promise.all(tickers.map((ticker) => ticker.stop()));
      tickers = [];
      unwatch();
      for (const cancel of wakes) cancel();
      wakes.clear();
      await Promise.all([runs.stop({ grace_seconds }), endsWithin(systemClock, grace_seconds, ticks)]);
    },
    signsOfLife: () => (tickers.length > 0 ? pulse.read() : []),
  };
}

function toDate(instant: string | null | undefined): Date | undefined {
  return instant === null || instant === undefined ? undefined : new Date(instant);
}
