/**
 * The clock of a sandbox: real time plus an offset. It runs by itself and can be advanced by hand.
 *
 * During an advance, time stands still at the instant of the timer that runs. So every timer sees the time that it would have
 * seen without the advance:
 *  1. wait   waits until the current runs end; a run that may wait for a timer gets patience_ms, then time continues.
 *            The monotonic clock stands still, too: an advance makes nothing older
 *  2. next   finds the timer that is due first within the advance; skips the ticks at which a ticker has no work
 *  3. run    runs this timer at its own instant and continues with step 1
 * At the end, the offset has grown by exactly the requested time.
 *
 * Timers use the monotonic clock plus the offset. `now` is the wall clock plus the offset. A jump of the wall clock moves no
 * timer. Their measured difference varies by a millisecond, because both are read in whole ones, and by more if the process is
 * suspended between the two readings. So `now` keeps the difference until it is wrong by jump_ms: what is due in 2 seconds by
 * `now` is due when a timer of 2 seconds runs.
 */
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import {
  type Clock,
  createTimers,
  findNextTick,
  skipTicks,
  systemTime,
  type Timer,
  type TimeSources,
} from './clock.ts';

/** The maximum of one advance: 31 days. */
export const maxAdvance_ms: number = 31 * 24 * 3600 * 1000;

const poll_ms = 10;
/** From this difference on, the wall clock has jumped. */
const jump_ms = 100;
/** The longest delay of a Node.js timer. */
const maxTimeout_ms = 2 ** 31 - 1;

export interface SandboxClock extends Clock {
  /** Returns how far this clock is ahead of real time, in milliseconds. */
  offset_ms(): number;
  /**
   * Advances time by `ms` (1 ms to 31 days) and runs everything that becomes due, in order. Resolves when all runs have ended.
   * Concurrent advances run one after the other. Rejects with a RangeError for any other `ms`.
   */
  advance(ms: number): Promise<void>;
}

export interface SandboxClockOptions {
  /** The initial lead of the clock over real time, in milliseconds. Default: 0. */
  readonly offset_ms?: number;
  /** The real time in milliseconds that a run gets if it may wait for a timer; a tenth of it once it has waited. Default: 3000. */
  readonly patience_ms?: number;
  /** Default: the clocks of the computer. */
  readonly sources?: TimeSources;
  /**
   * Called with the new offset before an advance starts. After a restart during the advance, the clock continues at its end and
   * so never before an instant that it has already shown. Default: none.
   */
  readonly keep?: (offset_ms: number) => void;
}

export function createSandboxClock({
  offset_ms: begin_ms = 0,
  patience_ms = 3000,
  sources = systemTime,
  keep = () => undefined,
}: SandboxClockOptions = {}): SandboxClock {
  let offset_ms = begin_ms;
  /** The timers' time during an advance. */
  let still: number | undefined;
  /** The monotonic time at which the advance began, and how long all earlier ones took. Ages do not count that time. */
  let [advanceBegan_ms, advancing_ms] = [0, 0];
  let alarm: NodeJS.Timeout | undefined;
  let advances: Promise<void> = Promise.resolve();
  let wallOffset_ms = Infinity;
  const time = (): number => still ?? Math.floor(sources.monotonic_ms()) + offset_ms;
  const timers = createTimers({ time, onChange: setAlarm });

  /** Returns the difference from the timers' time to `now`, in milliseconds. During an advance it does not change. */
  function measureWallOffset(): number {
    if (still !== undefined) return wallOffset_ms;
    const measured = sources.now().getTime() - Math.floor(sources.monotonic_ms());
    if (Math.abs(measured - wallOffset_ms) >= jump_ms) wallOffset_ms = measured;
    return wallOffset_ms;
  }

  function setAlarm(): void {
    clearTimeout(alarm);
    const next = still === undefined ? timers.next(Infinity) : undefined;
    if (next) alarm = setTimeout(ring, Math.min(Math.max(0, next.due - time()), maxTimeout_ms));
  }

  function ring(): void {
    const now = time();
    for (let next = timers.next(now); next; next = timers.next(now)) void timers.run(next);
    setAlarm();
  }

  async function move(ms: number): Promise<void> {
    keep(offset_ms + ms);
    measureWallOffset();
    advanceBegan_ms = sources.monotonic_ms();
    still = time();
    clearTimeout(alarm);
    const target = still + ms;
    /** Runs that wait for time to continue, and those that have waited since the advance began. */
    const [waiting, patients] = [new Set<Timer>(), new Set<Timer>()];
    for (;;) {
      await settle(waiting, patients);
      const found = await findNextTick(timers, { until: target, from: still, offset_ms: measureWallOffset() });
      if (!found) break;
      const next = found.timer;
      still = Math.max(still, found.tick);
      if (next.interval_ms === undefined) waiting.clear();
      void timers.run(next);
    }
    offset_ms += ms;
    for (const timer of timers.idle()) skipTicks(timer, { until: target + 1, from: still });
    advancing_ms += sources.monotonic_ms() - advanceBegan_ms;
    still = undefined;
    setAlarm();
  }

  async function settle(waiting: Set<Timer>, patients: Set<Timer>): Promise<void> {
    const begun_ms = performance.now();
    // One turn of the event loop, so that an advance over many ticks does not block other requests.
    await turn();
    for (;;) {
      const running = timers.running().filter(({ timer }) => !waiting.has(timer));
      if (running.length === 0) return;
      // A ticker that has waited once probably waits again, for example for each of several hosts that do not respond.
      const isPatient = running.every(({ timer }) => patients.has(timer));
      if (timers.hasOnce() && performance.now() - begun_ms > (isPatient ? patience_ms / 10 : patience_ms)) {
        for (const { timer } of running) {
          waiting.add(timer);
          patients.add(timer);
        }
        return;
      }
      await Promise.race([Promise.all(running.map(({ ended }) => ended)), pause(poll_ms)]);
    }
  }

  return {
    now: () => new Date(time() + measureWallOffset()),
    monotonic_ms: () => (still === undefined ? sources.monotonic_ms() : advanceBegan_ms) - advancing_ms,
    offset_ms: () => offset_ms,
    every: (interval_ms, task, options) => timers.every(interval_ms, task, options),
    after: (ms, task) => timers.after(ms, task),
    async advance(ms) {
      if (!Number.isInteger(ms) || ms < 1 || ms > maxAdvance_ms) {
        throw new RangeError(`Advance a clock by 1 to ${maxAdvance_ms} ms, not ${ms}.`);
      }
      const moved = advances.then(() => move(ms));
      // If `keep` throws, this advance fails, and later ones still run.
      advances = moved.catch(() => undefined);
      await moved;
    },
  };
}
