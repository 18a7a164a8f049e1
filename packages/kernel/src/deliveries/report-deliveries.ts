import type { Logger } from 'pino';
import { completeObserver, leaveTrail, type ObserverOf } from '../log/trail.ts';
import type { AttemptCause } from '../send/attempt.ts';
import type { PostError } from '../send/safe-post.ts';
import type { ProxyError } from '../send/webhook-proxy.ts';
import type { Clock } from '../time/clock.ts';
import { errorLine } from '../log/error-line.ts';
import { BusyError } from '../store/store-errors.ts';
import type { AttemptOutcome, DeliveryWrites } from '../store/deliveries/port.ts';

/** An organization whose webhooks do not arrive. Contains no URL, no payload and no secret. */
export interface DeliveryAlert {
  readonly organization_id: string;
  /** `failing`: every attempt of the last 5 minutes failed. `abandoned`: a delivery was abandoned. */
  readonly reason: 'failing' | 'abandoned';
  /** The first failure since the last success, and how many there were. Null if the process has not seen one. */
  readonly failing_since: string | null;
  readonly failures: number;
}

/** The reports of the deliveries, by name. */
export interface DeliveryReports {
  /** An attempt of a delivery ended with a 2xx, another status, or no response (DLV-4). */
  readonly attempted: {
    readonly organization_id: string;
    readonly outcome: 'succeeded' | 'status' | PostError;
    /** Why there was no response. */
    readonly cause?: AttemptCause | undefined;
    /**
     * Why the webhook proxy opened no tunnel, if it is the reason. `receiver_unreachable`: it responded with 502, 503 or 504, so the
     * receiver may be down and not the proxy.
     */
    readonly proxy_error?: ProxyError | undefined;
    readonly duration_ms: number;
    /**
     * The time from the event to this success. Undefined after a failure and for a resend. A resend of a delivery with three attempts is
     * like a fourth attempt, and has a time.
     */
    readonly arrived_after_ms?: number | undefined;
  };
  /** A delivery was abandoned: its last attempt failed, or a crash prevented its outcome from being recorded. */
  readonly abandoned: { readonly organization_id: string; readonly after: 'failure' | 'crash' };
  /** An organization's deliveries fail. Comes at most once per hour for each organization. */
  readonly alerted: DeliveryAlert;
  /** Claimed work was not begun, because its lease was about to end: the process was paused, or the claim took too long. */
  readonly lapsed: { readonly work: 'delivery' };
  /** A completion came after its lease and changed nothing. */
  readonly fenced: { readonly work: 'delivery' };
}

export type DeliveryObserver = ObserverOf<DeliveryReports>;

/** Ignores every report. */
export const noDeliveryObserver: DeliveryObserver = completeObserver<DeliveryReports>(
  {},
  {
    names: { attempted: true, abandoned: true, alerted: true, lapsed: true, fenced: true },
    log: { error: () => undefined },
  },
);

// Alerts when an organization's webhooks do not arrive: a line in the log and a report to the observer.
//  - failing    every attempt of the last patience_ms failed
//  - abandoned  a delivery was abandoned
// At most one alert per organization comes in silence_ms. A success ends the failure; it does not end the silence.
// The process counts for itself: after a restart, and in each instance, the counts begin at zero.

const patience_ms = 5 * 60_000;
const silence_ms = 60 * 60_000;
/** The maximum number of failing organizations. Beyond it, the one whose last failure is oldest is dropped. */
const maxWatched = 10_000;

interface Watched {
  failing_since: Date | null;
  failures: number;
  silent_until: Date | null;
}

type Deliveries = Pick<DeliveryObserver, 'attempted' | 'abandoned' | 'alerted'>;

/** Returns an observer that alerts and passes every report on. */
export function watchDeliveries<O extends Deliveries>(
  observer: O,
  { clock, log }: { clock: Pick<Clock, 'now'>; log: Pick<Logger, 'warn'> },
): O {
  /** In the order of their last failure. */
  const watched = new Map<string, Watched>();

  function failed(organization_id: string): Watched {
    const each = watched.get(organization_id) ?? { failing_since: null, failures: 0, silent_until: null };
    watched.delete(organization_id);
    watched.set(organization_id, each);
    if (watched.size > maxWatched) watched.delete(watched.keys().next().value ?? '');
    return each;
  }

  function succeeded(organization_id: string): void {
    const each = watched.get(organization_id);
    if (!each) return;
    if (each.silent_until && clock.now() < each.silent_until) Object.assign(each, { failing_since: null, failures: 0 });
    else watched.delete(organization_id);
  }

  function alert(
    each: Watched,
    { organization_id, reason }: Pick<DeliveryReports['alerted'], 'organization_id' | 'reason'>,
  ): void {
    const now = clock.now();
    if (each.silent_until && now < each.silent_until) return;
    each.silent_until = new Date(now.getTime() + silence_ms);
    const failing_since = each.failing_since?.toISOString() ?? null;
    const report = { organization_id, reason, failing_since, failures: each.failures };
    log.warn({ code: 'webhooks_failing', ...report }, 'the webhooks of an organization do not arrive');
    observer.alerted(report);
  }

  return {
    ...observer,
    attempted(report: DeliveryReports['attempted']) {
      observer.attempted(report);
      const { organization_id, outcome } = report;
      if (outcome === 'succeeded') return succeeded(organization_id);
      const now = clock.now();
      const each = failed(organization_id);
      each.failures += 1;
      each.failing_since ??= now;
      if (now.getTime() - each.failing_since.getTime() >= patience_ms)
        alert(each, { organization_id, reason: 'failing' });
    },
    abandoned(report: DeliveryReports['abandoned']) {
      observer.abandoned(report);
      const { organization_id } = report;
      alert(failed(organization_id), { organization_id, reason: 'abandoned' });
    },
  };
}

/** The time since the last record of a lane. */
export interface LaneAge<Lane extends string = string> {
  readonly lane: Lane;
  readonly age_ms: number;
  /** The time between two ticks. */
  readonly interval_ms: number;
  /** The lane is stalled if it is older than this. */
  readonly max_age_ms: number;
}

/** The times of a lane. */
interface LaneTimes {
  readonly interval_ms: number;
  /** The longest time between two records within a tick: one batch of attempts, for example. */
  readonly maxStep_ms: number;
}

interface LaneActivity<Lane extends string> {
  /** Records that this lane is running. */
  record(lane: Lane): void;
  /** Records that every lane is running. */
  recordAll(): void;
  /** Returns every lane with a record. */
  read(): readonly LaneAge<Lane>[];
}

/** Measures ages with the monotonic clock, so that a jump of the wall clock does not change them. */
export function createLaneActivity<Lane extends string>(
  clock: Pick<Clock, 'monotonic_ms'>,
  {
    lanes,
    stalled_ticks,
  }: {
    readonly lanes: Readonly<Record<Lane, LaneTimes>>;
    /** A lane is stalled once it has missed this many of its ticks or longest steps. */
    readonly stalled_ticks: number;
  },
): LaneActivity<Lane> {
  const last = new Map<Lane, number>();
  const record = (lane: Lane): void => void last.set(lane, clock.monotonic_ms());
  return {
    record,
    recordAll() {
      // The keys are the names of the lanes.
      for (const lane of Object.keys(lanes) as Lane[]) record(lane);
    },
    read() {
      const now = clock.monotonic_ms();
      return [...last].map(([lane, at]) => {
        const { interval_ms, maxStep_ms } = lanes[lane];
        return { lane, age_ms: now - at, interval_ms, max_age_ms: stalled_ticks * Math.max(interval_ms, maxStep_ms) };
      });
    },
  };
}

// Records the outcomes of attempts.
//
// Steps:
//  1. gather  outcomes that arrive while a statement is under way wait for the next one, which records all of them
//  2. record  at most maxStatements statements run at once, so that deliveries leave connections for requests. Only if the database
//             is slow does a further one begin: while a statement runs, minFurther outcomes must wait for it
//  3. retry   a statement that fails is repeated until the leases of its deliveries end. Otherwise each webhook of it would be
//             sent again (DLV-6). If the database was available, one outcome may be at fault, so each is then recorded alone

interface RecorderOptions {
  readonly store: Pick<DeliveryWrites, 'recordAttempts'>;
  readonly clock: Pick<Clock, 'monotonic_ms'>;
  readonly log: Pick<Logger, 'warn'>;
}

export interface Recorder {
  /**
   * Records the outcome. Returns false if another worker has claimed the delivery meanwhile. Rejects with the last error if it
   * cannot be recorded before its lease ends, at `until_ms` of the monotonic clock.
   */
  record(outcome: AttemptOutcome, until_ms: number): Promise<boolean>;
}

interface Waiting extends PromiseWithResolvers<boolean> {
  readonly outcome: AttemptOutcome;
  readonly until_ms: number;
  /** True if a statement failed that contained it, while the database was available. */
  isSuspect: boolean;
}

const maxStatements = 2;
const minFurther = 10;
/** The number of outcomes that one statement records. */
const maxBatch = 100;
/** The pause after a failure. */
const pause_ms = 100;

export function createRecorder({ store, clock, log }: RecorderOptions): Recorder {
  const waiting: Waiting[] = [];
  let statements = 0;
  let isScheduled = false;

  /** Starts in the next turn of the event loop, so that everything that ends in this one is in the same statement. */
  function schedule(): void {
    if (isScheduled || statements === maxStatements) return;
    if (waiting.length < (statements === 0 ? 1 : minFurther)) return;
    isScheduled = true;
    // One attempt causes it, but it records those of many.
    leaveTrail(() =>
      setImmediate(() => {
        isScheduled = false;
        void recordBatch(takeBatch());
        schedule();
      }),
    );
  }

  function takeBatch(): Waiting[] {
    const suspect = waiting.findIndex(({ isSuspect }) => isSuspect);
    return waiting.splice(0, suspect === -1 ? maxBatch : Math.max(1, Math.min(suspect, maxBatch)));
  }

  async function recordBatch(batch: readonly Waiting[]): Promise<void> {
    statements += 1;
    try {
      const recorded = await store.recordAttempts(batch.map(({ outcome }) => outcome));
      for (const [index, { resolve }] of batch.entries()) resolve(recorded[index] ?? false);
    } catch (error) {
      log.warn({ err: errorLine(error), attempts: batch.length }, 'could not record webhook attempts');
      retry(batch, error);
    } finally {
      statements -= 1;
      schedule();
    }
  }

  function retry(batch: readonly Waiting[], error: unknown): void {
    setTimeout(() => {
      for (const item of batch) {
        item.isSuspect = !(error instanceof BusyError);
        if (clock.monotonic_ms() > item.until_ms) item.reject(error);
        else waiting.push(item);
      }
      schedule();
    }, pause_ms).unref();
  }

  return {
    async record(outcome, until_ms) {
      const item = { ...Promise.withResolvers<boolean>(), outcome, until_ms, isSuspect: false };
      waiting.push(item);
      schedule();
      return item.promise;
    },
  };
}
