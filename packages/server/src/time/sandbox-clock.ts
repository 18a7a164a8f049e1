/**
 * Real time plus an offset, for a sandbox: it moves on by itself, and can be moved on by hand.
 *
 * While an advance is under way time stands still at the instant of the timer that runs, so that all of them see the
 * times they would have seen had somebody waited:
 *  1. wait   for what is running to end; a task that may itself wait for a timer gets patience_ms, then time goes on
 *  2. next   the timer that is due first, until the advance's end; ticks at which a ticker has nothing to do are left out
 *  3. run    it, at its own instant; then again from 1
 * After the last one the offset has grown by exactly what was asked for.
 *
 * Timers run by the computer's monotonic clock plus the offset, and `now` is the wall clock plus the offset: a wall clock that
 * is set to another time moves no timer.
 */
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { computerTime, type Clock, type TimeSources } from './clock.ts';
import { createTimers, type Timer } from './timers.ts';

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
  /** What a run gets, of the computer's time, that may itself wait for a timer. Default: 1000. */
  readonly patience_ms?: number;
  /** Default: the computer's. */
  readonly sources?: TimeSources;
  /**
   * Told of the offset that an advance leads to, before anything on the way happens: a restart amid it goes on at its end,
   * and never behind what happened already. Default: nobody.
   */
  readonly keep?: (offset_ms: number) => void;
}

export function createSandboxClock({
  offset_ms: begin_ms = 0,
  patience_ms = 1000,
  sources = computerTime,
  keep = () => undefined,
}: SandboxClockOptions = {}): SandboxClock {
  let offset_ms = begin_ms;
  /** Where time stands while it is advanced: on the timers' clock, and what is added to that for the wall clock. */
  let still: number | undefined;
  let stillToWall = 0;
  let alarm: NodeJS.Timeout | undefined;
  let advances: Promise<void> = Promise.resolve();
  const time = (): number => still ?? Math.floor(sources.monotonic_ms()) + offset_ms;
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
    keep(offset_ms + ms);
    still = time();
    stillToWall = sources.now().getTime() + offset_ms - still;
    clearTimeout(alarm);
    const target = still + ms;
    /** Tasks that wait for time to go on. */
    const waiting = new Set<Timer>();
    for (;;) {
      await settle(waiting);
      const found = await findNext(target, still);
      if (!found) break;
      const next = found.timer;
      still = Math.max(still, found.tick);
      if (next.interval_ms === undefined) waiting.clear();
      void timers.run(next);
    }
    offset_ms += ms;
    for (const timer of timers.idle()) leaveOut(timer, { until: target + 1, from: still });
    still = undefined;
    setAlarm();
  }

  /** The timer that runs next, at `target` or before, with the tick that it runs at. The ticks before that are left out. */
  async function findNext(target: number, from: number): Promise<{ timer: Timer; tick: number } | undefined> {
    const asked = timers.idle().filter(({ due }) => due <= target);
    const found = await Promise.all(asked.map(async (timer) => ({ timer, at: await findWork(timer) })));
    // One that was woken meanwhile runs at once. Ticks at the same instant keep the order in which the timers were added.
    const ticks = found.map(({ timer, at }) => ({ timer, tick: timer.woken ? timer.due : tickAt(timer, at, from) }));
    const next = ticks.filter(({ tick }) => tick <= target).toSorted((one, other) => one.tick - other.tick)[0];
    if (!next) return undefined;
    const before = ticks.findIndex(({ timer }) => timer === next.timer);
    for (const [index, { timer }] of ticks.entries()) {
      if (timer !== next.timer) leaveOut(timer, { until: index < before ? next.tick + 1 : next.tick, from });
    }
    return next;
  }

  /** When the timer has something to do, on the timers' clock; Infinity where nothing waits. */
  async function findWork({ due, nextDue }: Timer): Promise<number> {
    if (!nextDue) return due;
    try {
      const at = await nextDue();
      return at === undefined ? Infinity : at.getTime() - stillToWall;
    } catch {
      // Where it cannot be asked the tick says why, as it would without an advance.
      return due;
    }
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
    now: () => new Date(still === undefined ? sources.now().getTime() + offset_ms : still + stillToWall),
    monotonic_ms: () => sources.monotonic_ms(),
    offset_ms: () => offset_ms,
    every: (interval_ms, task, options) => timers.every(interval_ms, task, options),
    after: (ms, task) => timers.after(ms, task),
    async advance(ms) {
      if (!Number.isInteger(ms) || ms < 1 || ms > longestAdvance_ms) {
        throw new RangeError(`A clock is advanced by 1 to ${longestAdvance_ms} ms, not ${ms}.`);
      }
      const moved = advances.then(() => move(ms));
      // One that could not begin, as its offset could not be kept, keeps no later one from moving.
      advances = moved.catch(() => undefined);
      await moved;
    },
  };
}

/**
 * The first tick of this timer at `at` or later, seen from `from`. A tick that is late, as the run before it took so long,
 * comes at `from`, and those behind it count from there.
 */
function tickAt({ due, interval_ms }: Timer, at: number, from: number): number {
  const base = Math.max(due, from);
  if (interval_ms === undefined || at <= base) return due;
  return base + Math.ceil((at - base) / interval_ms) * interval_ms;
}

/** Leaves out the ticks of this timer before `until`, at which it has nothing to do. */
function leaveOut(timer: Timer, { until, from }: { until: number; from: number }): void {
  if (timer.nextDue === undefined || timer.woken || timer.running || timer.due >= until) return;
  timer.due = tickAt(timer, Math.max(until, Math.max(timer.due, from) + 1), from);
}
