/**
 * Time, passed in everywhere, so that a test or a sandbox can move it.
 * A ticker runs its task again and again and never overlaps itself; `wake` asks for one run as soon as possible.
 */
export interface Clock {
  now(): Date;
  /**
   * Milliseconds since some moment, for how long something takes or is ago: where `now` is set to another time, this goes
   * on evenly.
   */
  monotonic_ms(): number;
  /**
   * Runs `task` every `interval_ms`, first after one interval; where a run takes longer, the next one begins when it ends.
   * The task must not reject. A clock that is moved far at once may leave out the runs before `nextDue`; others ignore it.
   */
  every(interval_ms: number, task: () => Promise<void>, options?: { nextDue?: NextDueTime }): Ticker;
  /** Calls `task` once, after `ms`. The function returned calls it off. */
  after(ms: number, task: () => void): () => void;
}

export interface Ticker {
  /** Runs the task now, or once more right after the run that is under way. */
  wake(): void;
  /** Ends the ticker; resolves when a run that is under way has ended. */
  stop(): Promise<void>;
}

/**
 * When a ticker's task has something to do next, as `now` tells it; undefined where nothing waits. It may be too early, never
 * too late.
 */
export type NextDueTime = () => Promise<Date | undefined>;

/** What a clock reads: two things of the computer that do not depend on each other. */
export interface TimeSources {
  /** The wall clock, which an administrator or NTP may set back or forward. */
  readonly now: () => Date;
  /** The monotonic clock, which nothing sets. Timers run by it. */
  readonly monotonic_ms: () => number;
}

export const computerTime: TimeSources = { now: () => new Date(), monotonic_ms: () => performance.now() };

/** The computer's own time. Intervals are measured by the monotonic clock: a wall clock that jumps moves none of them. */
export const systemClock: Clock = {
  now: () => computerTime.now(),
  monotonic_ms: () => computerTime.monotonic_ms(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
  every(interval_ms, task) {
    let stopped = false;
    let running: Promise<void> | undefined;
    let again = false;
    /** Whether the next run was asked for, and comes as soon as the event loop turns. */
    let woken = false;
    let timer = setTimeout(run, interval_ms);

    function run(): void {
      clearTimeout(timer);
      again = false;
      woken = false;
      const next = computerTime.monotonic_ms() + interval_ms;
      running = task().then(() => {
        running = undefined;
        if (!stopped) timer = setTimeout(run, again ? 0 : Math.max(0, next - computerTime.monotonic_ms()));
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
