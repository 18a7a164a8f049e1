import type { Clock } from './clock.ts';

/** A clock that stands still until it is moved. */
export interface ManualClock extends Clock {
  /**
   * Moves time forward by `ms` and runs what falls due on the way, in order, each tick awaited before the next.
   * `advance(0)` runs what was woken. A tick that itself waits for time needs a second `advance` meanwhile.
   */
  advance(ms: number): Promise<void>;
}

interface Timer {
  readonly task: () => Promise<void> | void;
  /** Undefined where it runs once. */
  readonly interval_ms: number | undefined;
  due: number;
  running: Promise<void> | void;
}

/** A manual clock that begins at `start`. */
export function createManualClock(start: Date): ManualClock {
  let now = start.getTime();
  const timers = new Set<Timer>();

  function add(task: Timer['task'], ms: number, interval_ms?: number): Timer {
    const timer: Timer = { task, interval_ms, due: now + ms, running: undefined };
    timers.add(timer);
    return timer;
  }

  async function run(timer: Timer): Promise<void> {
    if (timer.interval_ms === undefined) timers.delete(timer);
    else timer.due = now + timer.interval_ms;
    timer.running = timer.task();
    await timer.running;
    timer.running = undefined;
  }

  return {
    now: () => new Date(now),
    every(interval_ms, task) {
      const timer = add(task, interval_ms, interval_ms);
      return {
        wake: () => {
          timer.due = now;
        },
        stop: async () => {
          timers.delete(timer);
          await timer.running;
        },
      };
    },
    after(ms, task) {
      const timer = add(task, ms);
      return () => timers.delete(timer);
    },
    async advance(ms) {
      const target = now + ms;
      for (;;) {
        const due = [...timers].filter((timer) => !timer.running && timer.due <= target);
        const [next] = due.toSorted((a, b) => a.due - b.due);
        if (!next) break;
        now = Math.max(now, next.due);
        await run(next);
      }
      now = Math.max(now, target);
    },
  };
}
