import type { Clock } from './clock.ts';

/** A clock that stands still until it is moved. */
export interface ManualClock extends Clock {
  /**
   * Moves time forward by `ms` and runs every tick that falls due on the way, in order, each awaited before the next.
   * `advance(0)` runs what was woken.
   */
  advance(ms: number): Promise<void>;
}

interface Timer {
  readonly interval_ms: number;
  readonly task: () => Promise<void>;
  due: number;
}

/** A manual clock that begins at `start`. */
export function createManualClock(start: Date): ManualClock {
  let now = start.getTime();
  const timers = new Set<Timer>();

  return {
    now: () => new Date(now),
    every(interval_ms, task) {
      const timer: Timer = { interval_ms, task, due: now + interval_ms };
      timers.add(timer);
      return {
        wake: () => {
          timer.due = now;
        },
        stop: async () => {
          timers.delete(timer);
        },
      };
    },
    async advance(ms) {
      const target = now + ms;
      for (;;) {
        const next = [...timers].filter(({ due }) => due <= target).toSorted((a, b) => a.due - b.due)[0];
        if (!next) break;
        now = Math.max(now, next.due);
        next.due = now + next.interval_ms;
        await next.task();
      }
      now = target;
    },
  };
}
