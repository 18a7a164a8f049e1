/**
 * Real time plus an offset, for a sandbox: it moves on by itself, and can be moved on by hand.
 *
 * While an advance is under way time stands still at the instant of the timer that runs, so that all of them see the
 * times they would have seen had somebody waited:
 *  1. wait   for what is running to end; a task that may itself wait for a timer gets patience_ms, then time goes on
 *  2. next   the timer that is due first, until the advance's end
 *  3. run    it, at its own instant; then again from 1
 * After the last one the offset has grown by exactly what was asked for.
 *
 * Timers run by the computer's monotonic clock plus the offset, and `now` is the wall clock plus the offset: a wall clock that
 * is set to another time moves no timer.
 */
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { computerTime, type Clock, type TimeSources } from '../clock.ts';
import { createTimers, type Timer } from '../timers.ts';

/** The longest single advance: 31 days. */
export const longestAdvance_ms: number = 31 * 24 * 3600 * 1000;

const glance_ms = 10;
/** The longest time that one of Node's timers can be set to. */
const longestAlarm_ms = 2 ** 31 - 1;

export interface SandboxClock extends Clock {
  /** How far this clock is ahead of the computer's, in milliseconds. */
  offset_ms(): number;
  /**
   * Moves time forward by `ms` (1 to 31 days) and resolves when all that falls due on the way has run, in order, each
   * awaited. Advances that come at once wait for each other. Throws a RangeError for another `ms`.
   */
  advance(ms: number): Promise<void>;
}

export interface SandboxClockOptions {
  /** How far it begins ahead of the computer's time. Default: 0. */
  readonly offset_ms?: number;
  /** What a run gets, of the computer's time, that may itself wait for a timer. Default: 500. */
  readonly patience_ms?: number;
  /** Default: the computer's. */
  readonly sources?: TimeSources;
}

export function createSandboxClock({
  offset_ms: begin_ms = 0,
  patience_ms = 500,
  sources = computerTime,
}: SandboxClockOptions = {}): SandboxClock {
  let offset_ms = begin_ms;
  /** Where time stands while it is advanced: on the timers' clock, and what is added to that for the wall clock. */
  let still: number | undefined;
  let stillToWall = 0;
  let alarm: NodeJS.Timeout | undefined;
  let advances: Promise<void> = Promise.resolve();
  const time = (): number => still ?? sources.monotonic_ms() + offset_ms;
  const timers = createTimers({ time, changed: setAlarm });

  function setAlarm(): void {
    clearTimeout(alarm);
    const next = still === undefined ? timers.next(Infinity) : undefined;
    if (next) alarm = setTimeout(ring, Math.min(Math.max(0, next.due - time()), longestAlarm_ms));
  }

  function ring(): void {
    const now = time();
    for (let next = timers.next(now); next; next = timers.next(now)) void timers.run(next);
    setAlarm();
  }

  async function move(ms: number): Promise<void> {
    still = time();
    stillToWall = sources.now().getTime() + offset_ms - still;
    clearTimeout(alarm);
    const target = still + ms;
    /** Tasks that wait for time to go on. */
    const waiting = new Set<Timer>();
    for (;;) {
      await settle(waiting);
      const next = timers.next(target);
      if (!next) break;
      still = Math.max(still, next.due);
      if (next.interval_ms === undefined) waiting.clear();
      void timers.run(next);
    }
    offset_ms += ms;
    still = undefined;
    setAlarm();
  }

  async function settle(waiting: Set<Timer>): Promise<void> {
    const begun = performance.now();
    // A turn of the event loop: an advance over many ticks keeps nobody else from being served.
    await turn();
    for (;;) {
      const running = timers.running().filter(({ timer }) => !waiting.has(timer));
      if (running.length === 0) return;
      if (timers.hasOnce() && performance.now() - begun > patience_ms) {
        for (const { timer } of running) waiting.add(timer);
        return;
      }
      await Promise.race([Promise.all(running.map(({ ended }) => ended)), pause(glance_ms)]);
    }
  }

  return {
    now: () => new Date(still === undefined ? sources.now().getTime() + offset_ms : Math.round(still + stillToWall)),
    monotonic_ms: time,
    offset_ms: () => offset_ms,
    every: (interval_ms, task) => timers.every(interval_ms, task),
    after: (ms, task) => timers.after(ms, task),
    async advance(ms) {
      if (!Number.isInteger(ms) || ms < 1 || ms > longestAdvance_ms) {
        throw new RangeError(`A clock is advanced by 1 to ${longestAdvance_ms} ms, not ${ms}.`);
      }
      advances = advances.then(() => move(ms));
      await advances;
    },
  };
}
