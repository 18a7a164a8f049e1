import type { Clock } from './clock.ts';
import { createTimers } from './timers.ts';

/** A clock that stands still until it is moved. */
export interface ManualClock extends Clock {
  /**
   * Moves time forward by `ms` and runs what falls due on the way, in order, each tick awaited before the next.
   * `advance(0)` runs what was woken. A tick that itself waits for time needs a second `advance` meanwhile.
   */
  advance(ms: number): Promise<void>;
}

/** A manual clock that begins at `start`. */
export function createManualClock(start: Date): ManualClock {
  let now = start.getTime();
  const timers = createTimers({ time: () => now });

  return {
    now: () => new Date(now),
    monotonic_ms: () => now,
    every: (interval_ms, task) => timers.every(interval_ms, task),
    after: (ms, task) => timers.after(ms, task),
    async advance(ms) {
      const target = now + ms;
      for (let next = timers.next(target); next; next = timers.next(target)) {
        now = Math.max(now, next.due);
        await timers.run(next);
      }
      now = Math.max(now, target);
    },
  };
}
