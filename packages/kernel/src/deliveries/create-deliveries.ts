import type { Logger } from 'pino';
import { errorLine } from '../log/error-line.ts';
import { type Clock, endsWithin, systemClock, type Ticker } from '../time/clock.ts';
import { type HistoryWrites, keptSince } from '../store/history/port.ts';
import type { TargetRules } from '../addresses.ts';
import type { ServiceContract } from '../contract.ts';
import { type NewId, randomId } from '../ids.ts';
import { leaveTrail, type Tracing } from '../log/trail.ts';
import { connectionsThrough } from '../send/kept-connections.ts';
import type { Resolve } from '../send/webhook-target.ts';
import type { DeliveryReads, DeliveryWrites } from '../store/deliveries/port.ts';
import { createSignatures, type CreateSigner, type DeliveryNames } from './attempt-delivery.ts';
import { createDeliveryHosts } from './delivery-hosts.ts';
import { createDeliveryLane } from './delivery-lane.ts';
import {
  createLaneActivity,
  createRecorder,
  type DeliveryObserver,
  type LaneAge,
  noDeliveryObserver,
  watchDeliveries,
} from './report-deliveries.ts';

export interface DeliveriesOptions extends DeliveryNames, TargetRules {
  /** Its schedule and limits of deliveries. */
  readonly contract: Pick<ServiceContract, 'delivery'>;
  /** The store of the service; see openSqlite and openPostgres. */
  readonly store: DeliveryReads & DeliveryWrites & HistoryWrites;
  /** Returns the signer of a signing secret. It returns the headers with the signature of a body. */
  readonly createSigner: CreateSigner;
  readonly log: Logger;
  /** Default: systemClock, the time of the computer. */
  readonly clock?: Clock | undefined;
  readonly newId?: NewId | undefined;
  /** Default: none. */
  readonly observer?: DeliveryObserver | undefined;
  /** Creates a span for each attempt. Default: none. */
  readonly tracing?: Tracing | undefined;
  /** The URL of the proxy through which webhooks are sent. Default: none. */
  readonly webhookProxy?: string | undefined;
  /** Resolves the hosts of webhook URLs. Default: the resolver of this process. */
  readonly resolve?: Resolve | undefined;
  /** Seconds between two ticks. Default: the cadence of the contract (DLV-3). */
  readonly tick_seconds?: number | undefined;
  /** Days for which events are kept. Default: those of the contract (DLV-14). */
  readonly retention_days?: number | undefined;
  /** 'archive' leaves events that are older than this for an archive; see HistoryArchive. Default: 'remove'. */
  readonly old_events?: 'remove' | 'archive' | undefined;
  /** A lane is stalled once it has missed this many ticks. Default: 3. */
  readonly stalled_ticks?: number | undefined;
}

/** The delivery of webhooks, as the work of a service. */
interface Deliveries {
  start(): void;
  /**
   * Stops ticking and claiming. Resolves when the attempts in progress have ended, after `grace_seconds` of real time at the latest.
   */
  stop(options: { grace_seconds: number }): Promise<void>;
  /**
   * Sends new webhooks of the organization. Undefined unless the worker ticks more often than the contract's cadence: new webhooks then
   * wait for the next tick (DLV-3).
   */
  readonly wake: ((organization_id: string) => void) | undefined;
  /** Returns the time since the last record of each lane: its start, a tick or a batch. Empty when stopped. */
  laneAges(): readonly LaneAge[];
}

type Tickers = Readonly<Record<'quick' | 'slow' | 'removal', Ticker>>;

/**
 * Creates the worker that delivers the events of a store: signed, retried as the contract states, and recorded. It has two lanes, so that
 * a slow receiver delays no other:
 *  - deliveries: on the cadence of the contract; sends the due webhooks
 *  - slow deliveries: the same for the receivers that were slow in their last turn
 * Beside them it removes old events every hour. It does no work until `start`.
 *
 * ```ts
 * const deliveries = createDeliveries({ contract, store, createSigner, log, program: 'lending', … });
 * deliveries.start();
 * ```
 */
export function createDeliveries({
  contract: { delivery: rules },
  clock = systemClock,
  newId = randomId,
  observer: givenObserver = noDeliveryObserver,
  tick_seconds = rules.cadence_seconds,
  retention_days = rules.retention_days,
  old_events,
  stalled_ticks = 3,
  createSigner,
  webhookProxy,
  ...options
}: DeliveriesOptions): Deliveries {
  const { store, log, program } = options;
  const interval_ms = tick_seconds * 1000;
  const times = { interval_ms, maxStep_ms: rules.timeout_seconds * 1000 };
  const activity = createLaneActivity(clock, {
    lanes: { deliveries: times, 'slow deliveries': times },
    stalled_ticks,
  });
  let tickers: Tickers | undefined;

  const isWoken = tick_seconds < rules.cadence_seconds;
  const shared = {
    ...options,
    rules,
    clock,
    newId,
    observer: watchDeliveries(givenObserver, { clock, log }),
    isRunning: () => tickers !== undefined,
    recorder: createRecorder({ store, clock, log }),
    signatures: createSignatures(createSigner),
    connections: connectionsThrough(webhookProxy, { user_agent: program, max_head_bytes: rules.max_head_bytes }),
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

  async function sendWebhooks(): Promise<void> {
    activity.record('deliveries');
    await quickLane.deliverDue();
  }

  async function sendSlowWebhooks(): Promise<void> {
    activity.record('slow deliveries');
    await slowLane.deliverDue();
  }

  /** After a restart, overdue work does not wait for the first tick, unless this fails. What is made after the start is not overdue. */
  async function wakeOverdue({ quick, slow }: Tickers): Promise<void> {
    const started = clock.now().toISOString();
    try {
      const due = await store.findNextTurns();
      if (due.quick !== null && due.quick < started) quick.wake();
      if (due.slow !== null && due.slow < started) slow.wake();
    } catch (error) {
      log.warn({ err: errorLine(error) }, 'could not find overdue webhooks; they wait for the first tick');
    }
  }

  function wake(organization_id: string): void {
    if (!tickers) return;
    const { quick } = tickers;
    leaveTrail(() => {
      if (!quickLane.joinTick(organization_id)) quick.wake();
    });
  }

  const nextTurn = (receivers: 'quick' | 'slow') => async () => {
    const next = (await store.findNextTurns())[receivers];
    return next === null ? undefined : new Date(next);
  };

  return {
    start() {
      activity.recordAll();
      tickers = {
        quick: clock.every(interval_ms, sendWebhooks, { nextDue: nextTurn('quick') }),
        slow: clock.every(interval_ms, sendSlowWebhooks, { nextDue: nextTurn('slow') }),
        removal: startHistoryRemoval({ store, clock, log, retention_days, old_events }),
      };
      void wakeOverdue(tickers);
    },
    async stop({ grace_seconds }) {
      const ticks = Object.values(tickers ?? {}).map((ticker) => ticker.stop());
      tickers = undefined;
      const ended = Promise.all([...ticks, quickLane.whenIdle(), slowLane.whenIdle()]);
      await endsWithin(systemClock, grace_seconds, ended);
    },
    wake: isWoken ? wake : undefined,
    laneAges: () => (tickers ? activity.read() : []),
  };
}

/** The time between two removals, and between two steps of one removal. */
const removal_ms = 3_600_000;
const pause_ms = 100;

export interface Removal {
  readonly clock: Pick<Clock, 'now' | 'every' | 'after'>;
  readonly log: Pick<Logger, 'error'>;
  /** The rows, for the log, such as "events". */
  readonly rows: string;
  /** Removes some rows. `from` is the result of the step before, and undefined at first. Resolves with undefined after the last step. */
  readonly removeSome: (step: { readonly now: Date; readonly from: string | undefined }) => Promise<string | undefined>;
}

/**
 * Removes old rows every hour, in steps with pauses, so that requests get most of the database's time. Returns the ticker. Never
 * rejects.
 */
export function removeInSteps({ clock, log, rows, removeSome }: Removal): Ticker {
  let from: string | undefined;
  let cancelPause = (): void => undefined;

  async function step(): Promise<void> {
    cancelPause();
    try {
      from = await removeSome({ now: clock.now(), from });
      if (from !== undefined) cancelPause = clock.after(pause_ms, () => ticker.wake());
    } catch (error) {
      from = undefined;
      log.error({ err: errorLine(error) }, `could not remove old ${rows}; the next try is in an hour`);
    }
  }

  const ticker = clock.every(removal_ms, step);
  ticker.wake();
  return {
    wake: () => ticker.wake(),
    async stop() {
      await ticker.stop();
      cancelPause();
    },
  };
}

interface HistoryRemoval extends Pick<Removal, 'clock' | 'log'> {
  readonly store: HistoryWrites;
  readonly retention_days: number;
  readonly old_events: 'remove' | 'archive' | undefined;
}

/** Removes old events every hour (DLV-14). Returns the ticker. Never rejects. */
function startHistoryRemoval({ store, clock, log, retention_days, old_events }: HistoryRemoval): Ticker {
  return removeInSteps({
    clock,
    log,
    rows: 'events',
    async removeSome({ now, from }) {
      const { next } = await store.removeHistory({ now, before: keptSince(now, { retention_days }), old_events, from });
      return next;
    },
  });
}
