import { type Clock, createTimers, findNextTick, skipTicks } from '../time/clock.ts';

/** An advance skips ticks without work, except in this time before its end: a few ticks cost less than a search for work. */
const lastTicks_ms = 30_000;

/** A clock that stands still until it is advanced. */
export interface ManualClock extends Clock {
  /**
   * Advances time by `ms` and runs everything that becomes due, in order. Awaits each run before the next. `advance(0)` runs the
   * tickers that were woken. A run that waits for time needs a second, concurrent `advance`. Until 30 s before the end of an advance,
   * a ticker skips the ticks before its `nextDue`.
   */
  advance(ms: number): Promise<void>;
}

/** Creates a manual clock that starts at `start`. */
export function createManualClock(start: Date): ManualClock {
  let now = start.getTime();
  const timers = createTimers({ time: () => now });

  async function skipTo(target: number): Promise<void> {
    const find = () => findNextTick(timers, { until: target, from: now, offset_ms: 0 });
    for (let next = await find(); next; next = await find()) {
      now = Math.max(now, next.tick);
      // A concurrent advance may have run it meanwhile.
      if (!next.timer.running) await timers.run(next.timer);
    }
    for (const timer of timers.idle()) skipTicks(timer, { until: target + 1, from: now });
    now = Math.max(now, target);
  }

  return {
    now: () => new Date(now),
    monotonic_ms: () => now,
    every: (interval_ms, task, options) => timers.every(interval_ms, task, options),
    after: (ms, task) => timers.after(ms, task),
    async advance(ms) {
      const target = now + ms;
      if (ms > lastTicks_ms) await skipTo(target - lastTicks_ms);
      for (let next = timers.next(target); next; next = timers.next(target)) {
        now = Math.max(now, next.due);
        await timers.run(next);
      }
      now = Math.max(now, target);
    },
  };
}
