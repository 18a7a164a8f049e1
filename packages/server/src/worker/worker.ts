import { delivery } from '@booking-service/contract';
import { systemClock, type Clock, type Ticker, endsWithin } from '@booking-service/kernel/time/clock';
import { errorLine } from '@booking-service/kernel/log/error-line';
import { leaveTrail } from '@booking-service/kernel/log/trail';
import type { Observer } from '../log/observer.ts';
import type { Store } from '../store/store.ts';
import { createDeliveryLane, type LaneOptions } from './deliveries/delivery-lane.ts';
import { createDeliveryHosts } from '@booking-service/kernel/deliveries/delivery-hosts';
import { expireBookings } from './expire-bookings.ts';
import { createLaneActivity, type Lane, type LaneAge } from './lane-activity.ts';
import { createRecorder } from '@booking-service/kernel/deliveries/record-attempts';
import { createRuns, type RunOptions, type Runs } from './run-bookings.ts';
import { startHistoryRemoval } from '@booking-service/kernel/deliveries/remove-history';
import type { TargetRules } from '@booking-service/kernel/addresses';
import { connectionsThrough } from '@booking-service/kernel/send/kept-connections';
import { createSignatures } from './deliveries/attempt-delivery.ts';

const runPoll_ms = 2000;

export interface WorkerOptions extends Omit<RunOptions, 'store'>, Pick<LaneOptions, keyof TargetRules | 'resolve'> {
  readonly store: RunOptions['store'] &
    LaneOptions['store'] &
    Pick<Store, 'claimExpired' | 'findNextDue' | 'recordAttempts' | 'removeHistory'>;
  readonly clock: Clock;
  /** Default: none. */
  readonly observer?: Observer;
  /** The URL of the proxy through which webhooks are sent. Default: none. */
  readonly webhookProxy?: string | undefined;
  /** Seconds between two ticks of the delivery worker (DLV-3). */
  readonly tick_seconds?: number | undefined;
  /** Days for which events are kept (DLV-14). */
  readonly retention_days?: number | undefined;
}

export interface Worker extends Pick<Runs, 'runNow' | 'newLease' | 'modifyNow'> {
  /** Polls for due runs immediately. Does nothing before `start` and after `stop`. */
  wake(): void;
  /**
   * Sends new webhooks of the organization, if the worker ticks more often than the contract's cadence. At the contract's cadence
   * new webhooks wait for the next tick (DLV-3).
   */
  wakeDeliveries(organization_id: string): void;
  start(): void;
  /**
   * Stops ticking and claiming. Resolves when the work in progress has ended. After `grace_seconds` of real time (default 10)
   * the remaining runs are given back. A delivery ends sooner by its own timeout (DLV-4).
   */
  stop(options?: { grace_seconds?: number }): Promise<void>;
  /** Returns the time since the last record of each lane: its start, a tick or a batch of deliveries. Empty when stopped. */
  laneAges(): readonly LaneAge[];
}

type Tickers = Readonly<Record<'runs' | 'expiries' | 'deliveries' | 'slow' | 'removal', Ticker>>;

/**
 * Creates the worker. It has four lanes, so that a slow provider delays no webhook and a slow receiver delays no other:
 *  - runs: when a run is added, when a postponed run is due, and every 2 s
 *  - expiries: on the cadence of the contract; stores which bookings have expired
 *  - deliveries: on the cadence of the contract; sends the due webhooks
 *  - slow deliveries: the same for the receivers that were slow in their last turn
 * Beside them it removes old events every hour.
 */
export function createWorker({
  tick_seconds = delivery.cadence_seconds,
  retention_days = delivery.retention_days,
  webhookProxy,
  ...options
}: WorkerOptions): Worker {
  const { clock, store, log } = options;
  const tick_ms = tick_seconds * 1000;
  const intervals = { runs: runPoll_ms, expiries: tick_ms, deliveries: tick_ms, 'slow deliveries': tick_ms };
  const activity = createLaneActivity(clock, intervals);
  const wakes = new Set<() => void>();
  const runs = createRuns({
    ...options,
    onEvents: wakeDeliveries,
    onPostponed(due_at) {
      const cancel = clock.after(due_at.getTime() - clock.now().getTime(), () => {
        wakes.delete(cancel);
        wake();
      });
      wakes.add(cancel);
    },
  });
  let tickers: Tickers | undefined;
  let unwatch = (): void => undefined;
  const isRunning = (): boolean => tickers !== undefined;

  const isWoken = tick_seconds < delivery.cadence_seconds;
  const shared = {
    ...options,
    isRunning,
    recorder: createRecorder(options),
    signatures: createSignatures(),
    connections: connectionsThrough(webhookProxy, {
      user_agent: 'booking-service',
      max_head_bytes: delivery.max_head_bytes,
    }),
    hosts: createDeliveryHosts(),
    maxTick_seconds: isWoken ? tick_seconds : undefined,
  };
  const quickLane = createDeliveryLane({
    ...shared,
    receivers: 'quick',
    onClaim: () => activity.record('deliveries'),
    onMoved: () => tickers?.slow.wake(),
  });
  const slowLane = createDeliveryLane({
    ...shared,
    receivers: 'slow',
    onClaim: () => activity.record('slow deliveries'),
  });

  /** Ends within two seconds of its claims. A tick that does not end shows that the lane is stalled. */
  function startRuns(): Promise<void> {
    activity.record('runs');
    return runs.runDue();
  }

  async function storeExpiries(): Promise<void> {
    activity.record('expiries');
    await expireBookings({ ...options, isRunning, onClaim: () => activity.record('expiries') });
  }

  async function sendWebhooks(): Promise<void> {
    activity.record('deliveries');
    await quickLane.deliverDue();
  }

  async function sendSlowWebhooks(): Promise<void> {
    activity.record('slow deliveries');
    await slowLane.deliverDue();
  }

  /** If a tick waits for its runs, it polls too, so that no run waits for another. */
  function wake(): void {
    if (tickers && !runs.joinTick()) tickers.runs.wake();
  }

  function wakeDeliveries(organization_id: string): void {
    if (!tickers || !isWoken) return;
    const { deliveries } = tickers;
    leaveTrail(() => {
      if (!quickLane.joinTick(organization_id)) deliveries.wake();
    });
  }

  /** After a restart, overdue work does not wait for the first tick, unless this fails. What is made after the start is not overdue. */
  async function wakeOverdue({ expiries, deliveries, slow }: Tickers): Promise<void> {
    const started = clock.now().toISOString();
    try {
      const due = await store.findNextDue();
      if (due.expiries !== null && due.expiries < started) expiries.wake();
      if (due.deliveries !== null && due.deliveries < started) deliveries.wake();
      if (due.slow_deliveries !== null && due.slow_deliveries < started) slow.wake();
    } catch (error) {
      log.warn({ err: errorLine(error) }, 'could not find overdue work; it waits for the first tick');
    }
  }

  return {
    wake,
    wakeDeliveries,
    runNow: (run) => runs.runNow(run),
    newLease: () => runs.newLease(),
    modifyNow: (run, stored) => runs.modifyNow(run, stored),
    start() {
      runs.start();
      for (const lane of Object.keys(intervals) as Lane[]) activity.record(lane);
      tickers = {
        runs: clock.every(runPoll_ms, startRuns, { nextDue: async () => toDate((await store.findNextDue()).runs) }),
        expiries: clock.every(tick_ms, storeExpiries, {
          nextDue: async () => toDate((await store.findNextDue()).expiries),
        }),
        deliveries: clock.every(tick_ms, sendWebhooks, {
          nextDue: async () => toDate((await store.findNextDue()).deliveries),
        }),
        slow: clock.every(tick_ms, sendSlowWebhooks, {
          nextDue: async () => toDate((await store.findNextDue()).slow_deliveries),
        }),
        removal: startHistoryRemoval({ store, clock, log, retention_days }),
      };
      void wakeOverdue(tickers);
      unwatch = options.store.watchRuns?.(wake) ?? unwatch;
    },
    async stop({ grace_seconds = 10 } = {}) {
      const ticks = Object.values(tickers ?? {}).map((ticker) => ticker.stop());
      tickers = undefined;
      unwatch();
      for (const cancel of wakes) cancel();
      wakes.clear();
      const ended = Promise.all([...ticks, quickLane.whenIdle(), slowLane.whenIdle()]);
      await Promise.all([runs.stop({ grace_seconds }), endsWithin(systemClock, grace_seconds, ended)]);
    },
    laneAges: () => (tickers ? activity.read() : []),
  };
}

function toDate(instant: string | null | undefined): Date | undefined {
  return instant === null || instant === undefined ? undefined : new Date(instant);
}
