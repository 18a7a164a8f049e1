import type { Clock } from '../time/clock.ts';

/** The lanes of a worker run side by side. Each has its own ticker. */
export type DeliveryLaneName = 'deliveries' | 'slow deliveries';

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
export interface LaneTimes {
  readonly interval_ms: number;
  /** The longest time between two records within a tick: one batch of attempts, for example. */
  readonly maxStep_ms: number;
}

export interface LaneActivity<Lane extends string> {
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
