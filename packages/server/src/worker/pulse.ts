import { delivery, limits } from '@booking-service/contract';
import type { Clock } from '../time/clock.ts';

/** What the worker does side by side; each has a ticker of its own. */
export type Lane = 'runs' | 'deliveries' | 'slow deliveries';

/** How long ago a lane showed that it goes on. */
export interface SignOfLife {
  readonly lane: Lane;
  readonly age_ms: number;
  /** How often its ticks come. */
  readonly interval_ms: number;
  /** The age from which on it stands still. */
  readonly longest_ms: number;
}

/** Ticks that a lane may miss before it stands still. */
const missingTicks = 3;

/** The longest step between two signs of life within a tick: a call of a provider, or a batch of attempts. */
const longestStep_ms: Readonly<Record<Lane, number>> = {
  runs: limits.provider_timeout_seconds * 1000,
  deliveries: delivery.timeout_seconds * 1000,
  'slow deliveries': delivery.timeout_seconds * 1000,
};

export interface Pulse {
  /** This lane goes on. */
  beat(lane: Lane): void;
  /** Every lane, from its first beat on. */
  read(): readonly SignOfLife[];
}

/** Measured on the monotonic clock: a wall clock that jumps makes no lane older or younger. */
export function createPulse(clock: Pick<Clock, 'monotonic_ms'>, intervals: Readonly<Record<Lane, number>>): Pulse {
  const last = new Map<Lane, number>();
  return {
    beat: (lane) => void last.set(lane, clock.monotonic_ms()),
    read() {
      const now = clock.monotonic_ms();
      return [...last].map(([lane, at]) => ({
        lane,
        age_ms: now - at,
        interval_ms: intervals[lane],
        longest_ms: missingTicks * Math.max(intervals[lane], longestStep_ms[lane]),
      }));
    },
  };
}
