import { type Clock, createTimers } from '../time/clock.ts';

/** A clock that stands still until it is advanced. */
export interface ManualClock extends Clock {
  /**
   * Advances time by `ms` and runs everything that becomes due, in order. Awaits each run before the next. `advance(0)` runs the
   * tickers that were woken. A run that waits for time needs a second, concurrent `advance`.
   */
  advance(ms: number): Promise<void>;
}

/** Creates a manual clock that starts at `start`. */
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
