import { delivery, limits } from '@booking-service/contract';
import { adminLimits } from '@booking-service/contract/admin';
import type { Clock } from '@booking-service/kernel/time/clock';

/** The lanes of the worker run side by side. Each has its own ticker. */
export type Lane = 'runs' | 'expiries' | 'deliveries' | 'slow deliveries';

/** The time since the last record of a lane. */
export interface LaneAge {
  readonly lane: Lane;
  readonly age_ms: number;
  /** The time between two ticks. */
  readonly interval_ms: number;
  /** The lane is stalled if it is older than this. */
  readonly max_age_ms: number;
}

/** The longest time between two records within a tick: one provider call, or one batch of expiries or attempts. */
const maxStep_ms: Readonly<Record<Lane, number>> = {
  runs: limits.provider_timeout_seconds * 1000,
  expiries: 0,
  deliveries: delivery.timeout_seconds * 1000,
  'slow deliveries': delivery.timeout_seconds * 1000,
};

export interface LaneActivity {
  /** Records that this lane is running. */
  record(lane: Lane): void;
  /** Returns every lane with a record. */
  read(): readonly LaneAge[];
}

/** Measures ages with the monotonic clock, so that a jump of the wall clock does not change them. */
export function createLaneActivity(
  clock: Pick<Clock, 'monotonic_ms'>,
  intervals: Readonly<Record<Lane, number>>,
): LaneActivity {
  const last = new Map<Lane, number>();
  return {
    record: (lane) => void last.set(lane, clock.monotonic_ms()),
    read() {
      const now = clock.monotonic_ms();
      return [...last].map(([lane, at]) => ({
        lane,
        age_ms: now - at,
        interval_ms: intervals[lane],
        max_age_ms: adminLimits.stalled_ticks * Math.max(intervals[lane], maxStep_ms[lane]),
      }));
    },
  };
}
