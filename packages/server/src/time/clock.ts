/**
 * Time is passed in everywhere, so that a test or a sandbox can advance it.
 * A ticker runs its task repeatedly, and its runs never overlap. `wake` requests one run as soon as possible.
 */
export interface Clock {
  now(): Date;
  /**
   * Milliseconds since an arbitrary start, to measure durations and ages. A change of the wall clock does not affect it.
   */
  monotonic_ms(): number;
  /**
   * Runs `task` every `interval_ms`, first after one interval. If a run takes longer, the next one starts when it ends. The task
   * must not reject. A clock that advances far in one call may skip the runs before `nextDue`. Other clocks ignore `nextDue`.
   */
  every(interval_ms: number, task: () => Promise<void>, options?: { nextDue?: NextDueTime }): Ticker;
  /** Calls `task` once, after `ms`. The returned function cancels it. */
  after(ms: number, task: () => void): () => void;
}

export interface Ticker {
  /** Runs the task now, or once more directly after the current run. */
  wake(): void;
  /** Stops the ticker. Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/**
 * Returns the time, by `now`, at which the task of a ticker next has work, or undefined if no work waits. The time may be too
 * early but never too late.
 */
export type NextDueTime = () => Promise<Date | undefined>;

/** The two independent clocks of the computer. */
export interface TimeSources {
  /** The wall clock. An administrator or NTP may set it back or forward. */
  readonly now: () => Date;
  /** The monotonic clock, which never jumps. Timers use it. */
  readonly monotonic_ms: () => number;
}

export const systemTime: TimeSources = { now: () => new Date(), monotonic_ms: () => performance.now() };

/** Real time. Intervals use the monotonic clock, so a jump of the wall clock does not change them. */
export const systemClock: Clock = {
  now: () => systemTime.now(),
  monotonic_ms: () => systemTime.monotonic_ms(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
  every(interval_ms, task) {
    let stopped = false;
    let running: Promise<void> | undefined;
    let again = false;
    /** Whether the next run was requested and starts in the next turn of the event loop. */
    let woken = false;
    let timer = setTimeout(run, interval_ms);

    function run(): void {
      clearTimeout(timer);
      again = false;
      woken = false;
      const next = systemTime.monotonic_ms() + interval_ms;
      running = task().then(() => {
        running = undefined;
        if (!stopped) timer = setTimeout(run, again ? 0 : Math.max(0, next - systemTime.monotonic_ms()));
      });
    }

    return {
      wake() {
        if (stopped || woken) return;
        if (running) again = true;
        else {
          woken = true;
          clearTimeout(timer);
          timer = setTimeout(run, 0);
        }
      },
      async stop() {
        stopped = true;
        clearTimeout(timer);
        await running;
      },
    };
  },
};
