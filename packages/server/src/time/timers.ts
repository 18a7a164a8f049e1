import type { Clock, NextDueTime } from './clock.ts';

/** A task and the instant it is due at, in milliseconds of the clock's own count. */
export interface Timer {
  readonly task: () => Promise<void> | void;
  /** Undefined where it runs once. */
  readonly interval_ms: number | undefined;
  due: number;
  /** When the task has something to do; undefined where that is not known. */
  readonly nextDue: NextDueTime | undefined;
  /** Whether the next run was asked for, whatever is due. */
  woken: boolean;
  /** The run under way. */
  running: Promise<void> | undefined;
}

/** The tickers and the timers of a clock that decides itself when they run. */
export interface Timers extends Pick<Clock, 'every' | 'after'> {
  /** The one that is due first, at `until` or before, of those that are not running. */
  next(until: number): Timer | undefined;
  /** All that are not running, in the order in which they were added. */
  idle(): Timer[];
  /** Runs it, and has a ticker come again after its interval, or at once where it was woken meanwhile. */
  run(timer: Timer): Promise<void>;
  /** Those that are running, and when each of these runs has ended. */
  running(): { timer: Timer; ended: Promise<void> }[];
  /** Whether a task waits that runs once. */
  hasOnce(): boolean;
}

export interface TimersOptions {
  /** The clock's time in milliseconds, from any beginning. */
  readonly time: () => number;
  /** Told whenever another timer may be next. */
  readonly changed?: () => void;
}

export function createTimers({ time, changed = () => undefined }: TimersOptions): Timers {
  const timers = new Set<Timer>();

  function add(task: Timer['task'], ms: number, every: Partial<Pick<Timer, 'interval_ms' | 'nextDue'>> = {}): Timer {
    const { interval_ms, nextDue } = every;
    const timer: Timer = { task, interval_ms, nextDue, due: time() + ms, running: undefined, woken: false };
    timers.add(timer);
    changed();
    return timer;
  }

  function remove(timer: Timer): void {
    timers.delete(timer);
    changed();
  }

  return {
    every(interval_ms, task, { nextDue } = {}) {
      const timer = add(task, interval_ms, { interval_ms, nextDue });
      return {
        wake() {
          timer.due = time();
          timer.woken = true;
          changed();
        },
        async stop() {
          remove(timer);
          await timer.running;
        },
      };
    },
    after(ms, task) {
      const timer = add(task, ms);
      return () => remove(timer);
    },
    next(until) {
      const due = [...timers].filter((timer) => !timer.running && timer.due <= until);
      return due.toSorted((a, b) => a.due - b.due)[0];
    },
    async run(timer) {
      const { task, interval_ms } = timer;
      if (interval_ms === undefined) timers.delete(timer);
      const begun = time();
      // Due at no time, unless a wake says otherwise before the run ends.
      timer.due = Infinity;
      timer.woken = false;
      timer.running = Promise.resolve(task());
      await timer.running;
      timer.running = undefined;
      if (interval_ms !== undefined && timer.due === Infinity) {
        timer.due = begun + interval_ms;
      }
      changed();
    },
    idle: () => [...timers].filter(({ running }) => !running),
    running: () => [...timers].flatMap((timer) => (timer.running ? { timer, ended: timer.running } : [])),
    hasOnce: () => [...timers].some((timer) => timer.interval_ms === undefined),
  };
}
