import type { Logger } from 'pino';
import { errorLine } from '@booking-service/kernel/log';
import { type Clock, endsWithin, systemClock, type Ticker } from '@booking-service/kernel/time';
import { delivery, limits, type WebhookHeaders } from '@booking-service/contract';
import { adminLimits } from '@booking-service/contract/admin';
import {
  createDeliveries,
  createLaneActivity,
  type DeliveriesOptions,
  type LaneAge,
  type Signer,
} from '@booking-service/kernel';
import type { EveryField } from '@booking-service/kernel/contract';
import { createSigner } from '@booking-service/webhooks';
import { bookingAt } from '../domain/booking.ts';
import { noObserver, type Observer } from '../log/observer.ts';
import type { RunPlace, Store, StoredBooking } from '../store/store.ts';
import { bookingFiles } from '../store/booking-files.ts';
import type { ReadSide } from '../store/reads/booking-reads.ts';
import { type BookingReaderOptions, createBookingReader } from './read-bookings.ts';
import { startCallRemoval } from './runs/note-calls.ts';
import { startRequestRemoval } from './request-log.ts';
import { createRuns, type RunOptions, type Runs } from './runs/run-bookings.ts';

const runPoll_ms = 2000;

interface WorkerOptions
  extends
    Omit<RunOptions, 'store'>,
    Pick<
      DeliveriesOptions,
      | 'allowLoopback'
      | 'privateNetworks'
      | 'resolve'
      | 'webhookProxy'
      | 'tick_seconds'
      | 'retention_days'
      | 'old_events'
    > {
  readonly store: RunOptions['store'] &
    DeliveriesOptions['store'] &
    BookingReaderOptions['store'] &
    Pick<Store, 'claimExpired' | 'findNextDue' | 'removeBookingCalls' | 'removeRequests'>;
  readonly clock: Clock;
  /** Days for which the log of requests keeps an entry. Default: those of the contract. */
  readonly request_log_days?: number;
  /** Default: none. */
  readonly observer?: Observer;
}

interface Worker extends Pick<Runs, 'runNow' | 'newLease' | 'modifyNow'> {
  /**
   * Polls for due runs immediately, unless the provider is given and has no place for another run of the organization. Does nothing
   * before `start` and after `stop`.
   */
  wake(run: Pick<RunPlace, 'organization_id'> & Partial<RunPlace>): void;
  /** Sends new webhooks of the organization, if the ticks are shorter than the contract's cadence; see Deliveries.wake. */
  wakeDeliveries(organization_id: string): void;
  /** Claims the due reads of bookings of this side immediately. */
  wakeReads(side: ReadSide & Pick<RunPlace, 'organization_id'>): void;
  start(): void;
  /**
   * Stops ticking and claiming. Resolves when the work in progress has ended. After `grace_seconds` of real time (default 10)
   * the remaining runs are given back. A delivery ends sooner by its own timeout (DLV-4).
   */
  stop(options?: { grace_seconds?: number }): Promise<void>;
  /** Returns the time since the last record of each lane: its start, a tick or a batch of deliveries. Empty when stopped. */
  laneAges(): readonly LaneAge[];
}

type Tickers = Readonly<Record<'runs' | 'expiries' | 'callRemoval' | 'requestRemoval', Ticker>>;

/**
 * Creates the worker. It has two lanes beside those of the deliveries (createDeliveries), so that a slow provider delays no webhook:
 *  - runs: when a run is added, when a postponed run is due, and every 2 s
 *  - expiries: on the cadence of the contract; stores which bookings have expired
 */
export function createWorker({
  tick_seconds = delivery.cadence_seconds,
  request_log_days = limits.request_log.days,
  ...options
}: WorkerOptions): Worker {
  const { clock, store, log } = options;
  const tick_ms = tick_seconds * 1000;
  const { stalled_ticks } = adminLimits;
  const lanes = {
    runs: { interval_ms: runPoll_ms, maxStep_ms: limits.provider_timeout_seconds * 1000 },
    expiries: { interval_ms: tick_ms, maxStep_ms: 0 },
  };
  const activity = createLaneActivity(clock, { lanes, stalled_ticks });
  const deliveries = createDeliveries({
    ...options,
    contract: { delivery },
    createSigner: signWebhooks,
    program: bookingFiles.program,
    spanPrefix: 'booking_service',
    subjectField: 'booking_id',
    tick_seconds,
    stalled_ticks,
  });
  const wakes = new Set<() => void>();
  const runs = createRuns({
    ...options,
    onEvents: (organization_id) => deliveries.wake?.(organization_id),
    onPostponed(due_at) {
      const cancel = clock.after(due_at.getTime() - clock.now().getTime(), () => {
        wakes.delete(cancel);
        poll();
      });
      wakes.add(cancel);
    },
  });
  const reads = createBookingReader({
    ...options,
    onEvents: (organization_id) => deliveries.wake?.(organization_id),
    onRun: () => poll(),
  });
  let tickers: Tickers | undefined;
  let unwatch = (): void => undefined;
  const isRunning = (): boolean => tickers !== undefined;

  /** Ends within two seconds of its claims. A tick that does not end shows that the lane is stalled. */
  function startRuns(): Promise<void> {
    activity.record('runs');
    return runs.runDue();
  }

  async function storeExpiries(): Promise<void> {
    activity.record('expiries');
    await expireBookings({ ...options, isRunning, onClaim: () => activity.record('expiries') });
  }

  /** If a tick waits for its runs, it polls too, so that no run waits for another. */
  function poll(places?: readonly RunPlace[]): void {
    if (!tickers || (places && runs.isFullFor(places))) return;
    if (!runs.joinTick()) tickers.runs.wake();
  }

  /** After a restart, overdue expiries do not wait for the first tick, unless this fails. */
  async function wakeOverdue({ expiries }: Tickers): Promise<void> {
    const started = clock.now().toISOString();
    try {
      const due = await store.findNextDue();
      if (due.expiries !== null && due.expiries < started) expiries.wake();
    } catch (error) {
      log.warn({ err: errorLine(error) }, 'could not find overdue expiries; they wait for the first tick');
    }
  }

  return {
    wake: ({ organization_id, provider }) => poll(provider === undefined ? undefined : [{ organization_id, provider }]),
    wakeDeliveries: (organization_id) => deliveries.wake?.(organization_id),
    wakeReads: ({ provider, mode }) => reads.wake({ provider, mode }),
    runNow: (run) => runs.runNow(run),
    newLease: () => runs.newLease(),
    modifyNow: (run, stored) => runs.modifyNow(run, stored),
    start() {
      runs.start();
      activity.recordAll();
      tickers = {
        runs: clock.every(runPoll_ms, startRuns, { nextDue: async () => toDate((await store.findNextDue()).runs) }),
        expiries: clock.every(tick_ms, storeExpiries, {
          nextDue: async () => toDate((await store.findNextDue()).expiries),
        }),
        callRemoval: startCallRemoval({ store, clock, log, retention_days: options.retention_days }),
        requestRemoval: startRequestRemoval({ store, clock, log, request_log_days }),
      };
      void wakeOverdue(tickers);
      reads.start();
      deliveries.start();
      unwatch = options.store.watchRuns?.(poll) ?? unwatch;
    },
    async stop({ grace_seconds = 10 } = {}) {
      const ticks = [...Object.values(tickers ?? {}).map((ticker) => ticker.stop()), reads.stop()];
      tickers = undefined;
      unwatch();
      for (const cancel of wakes) cancel();
      wakes.clear();
      await Promise.all([
        runs.stop({ grace_seconds }),
        deliveries.stop({ grace_seconds }),
        endsWithin(systemClock, grace_seconds, Promise.all(ticks)),
      ]);
    },
    laneAges: () => (tickers ? [...activity.read(), ...deliveries.laneAges()] : []),
  };
}

/** Returns the signer of an organization's secret, with every header of a webhook that the contract adds to those of the kernel. */
export function signWebhooks(secret: string): Signer {
  const signer = createSigner({ secret });
  return (body, { at }) =>
    ({
      [delivery.signature.header]: signer.header(body, { timestamp: Math.floor(at.getTime() / 1000) }),
    }) satisfies EveryField<Omit<WebhookHeaders, 'traceparent'>>;
}

function toDate(instant: string | null | undefined): Date | undefined {
  return instant === null || instant === undefined ? undefined : new Date(instant);
}

/** The work of a service, for its requests. */
export interface Workers extends Omit<Worker, 'laneAges'> {
  /** See Worker.laneAges. */
  laneAges(): readonly (LaneAge & { readonly cell?: string })[];
}

/** A worker, and the cell whose work it does: its number and its name. */
export interface CellWorker {
  readonly number: number;
  readonly name: string;
  readonly worker: Worker;
}

/**
 * Joins the workers of all cells. Each cell has one of its own, so a cell that is unavailable delays no work of another. The calls of a
 * request go to the worker of its organization.
 */
export function joinWorkers(
  workers: readonly [CellWorker, ...CellWorker[]],
  store: Pick<Store, 'cells' | 'findListedOrganization'>,
): Workers {
  const [{ worker: first }] = workers;

  /** A request has met its organization. If it was forgotten meanwhile, every cell looks for its work. */
  function workersOf(organization_id: string): readonly Worker[] {
    const number = store.cells?.find(organization_id)?.number;
    const own = workers.filter((each) => each.number === number);
    return (own.length > 0 ? own : workers).map(({ worker }) => worker);
  }

  async function workerOf(organization_id: string): Promise<Worker> {
    if (!store.cells?.find(organization_id)) await store.findListedOrganization(organization_id);
    return workersOf(organization_id)[0] ?? first;
  }

  return {
    wake: (run) => workersOf(run.organization_id).forEach((worker) => worker.wake(run)),
    wakeDeliveries: (id) => workersOf(id).forEach((worker) => worker.wakeDeliveries(id)),
    wakeReads: (side) => workersOf(side.organization_id).forEach((worker) => worker.wakeReads(side)),
    runNow: async (run) => void (await Promise.all(workersOf(run.organization_id).map((worker) => worker.runNow(run)))),
    newLease: () => first.newLease(),
    modifyNow: async (run, stored) => (await workerOf(run.organization_id)).modifyNow(run, stored),
    start: () => workers.forEach(({ worker }) => worker.start()),
    stop: async (options) => void (await Promise.all(workers.map(({ worker }) => worker.stop(options)))),
    laneAges: () =>
      workers.flatMap(({ name, worker }) =>
        worker.laneAges().map((age) => ({ ...age, lane: `${age.lane} of cell ${name}`, cell: name })),
      ),
  };
}

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
