import { AsyncLocalStorage } from 'node:async_hooks';

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
type NextDueTime = () => Promise<Date | undefined>;

/**
 * Reads an instant of RFC 3339, with any offset. Returns undefined if the text is none. A date of JavaScript has no leap second:
 * 23:59:60 becomes the second after it, as clocks of the POSIX standard count it.
 */
export function readInstant(text: string): Date | undefined {
  const isLeap = /^\d{4}-\d\d-\d\dT\d\d:\d\d:60(?!\d)/i.test(text);
  const ms = Date.parse(isLeap ? `${text.slice(0, 17)}59${text.slice(19)}` : text);
  return Number.isNaN(ms) ? undefined : new Date(ms + (isLeap ? 1000 : 0));
}

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
    /** True if the next run was requested and starts in the next turn of the event loop. */
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

/** A task and the instant at which it is due, in milliseconds of its clock. */
export interface Timer {
  readonly task: () => Promise<void> | void;
  /** Undefined if the task runs once. */
  readonly interval_ms: number | undefined;
  due: number;
  /** Returns when the task next has work. Undefined if that is not known. */
  readonly nextDue: NextDueTime | undefined;
  /** True if a wake requested the next run. */
  woken: boolean;
  /** The current run. */
  running: Promise<void> | undefined;
}

/** The tickers and timers of a clock that determines itself when they run. */
interface Timers extends Pick<Clock, 'every' | 'after'> {
  /** Returns the timer that is due first, no later than `until`, and is not running. */
  next(until: number): Timer | undefined;
  /** Returns the timers that are not running, in the order in which they were added. */
  idle(): Timer[];
  /** Runs the timer. A ticker is due again after its interval, or immediately if it was woken during the run. */
  run(timer: Timer): Promise<void>;
  /** Returns the running timers, each with a promise for the end of its run. */
  running(): { timer: Timer; ended: Promise<void> }[];
  /** Returns whether a task that runs once is waiting. */
  hasOnce(): boolean;
}

interface TimersOptions {
  /** Returns the time of the clock in milliseconds since an arbitrary start. */
  readonly time: () => number;
  /** Called whenever a different timer may be next. Default: none. */
  readonly onChange?: () => void;
}

export function createTimers({ time, onChange = () => undefined }: TimersOptions): Timers {
  const timers = new Set<Timer>();

  function add(task: Timer['task'], ms: number, every: Partial<Pick<Timer, 'interval_ms' | 'nextDue'>> = {}): Timer {
    const { interval_ms, nextDue } = every;
    // In the context in which it was added, as setTimeout does. One alarm serves the tasks of many contexts.
    const bound = AsyncLocalStorage.bind(task);
    const timer: Timer = { task: bound, interval_ms, nextDue, due: time() + ms, running: undefined, woken: false };
    timers.add(timer);
    onChange();
    return timer;
  }

  function remove(timer: Timer): void {
    timers.delete(timer);
    onChange();
  }

  return {
    every(interval_ms, task, { nextDue } = {}) {
      const timer = add(task, interval_ms, { interval_ms, nextDue });
      return {
        wake() {
          timer.due = time();
          timer.woken = true;
          onChange();
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
      // Not due, unless it is woken before the run ends.
      timer.due = Infinity;
      timer.woken = false;
      timer.running = Promise.resolve(task());
      await timer.running;
      timer.running = undefined;
      if (interval_ms !== undefined && timer.due === Infinity) {
        timer.due = begun + interval_ms;
      }
      onChange();
    },
    idle: () => [...timers].filter(({ running }) => !running),
    running: () => [...timers].flatMap((timer) => (timer.running ? { timer, ended: timer.running } : [])),
    hasOnce: () => [...timers].some((timer) => timer.interval_ms === undefined),
  };
}

/** Thrown when work exceeds its time. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  /** The work, which continues. Its rejection is handled. */
  readonly late: Promise<unknown> | undefined;

  constructor(message: string, late?: Promise<unknown>) {
    super(message);
    this.late = late;
  }
}

/** Returns whether `work` resolves or rejects within `seconds`. Does not stop the work. */
export function endsWithin(clock: Pick<Clock, 'after'>, seconds: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((done) => {
    const cancel = clock.after(seconds * 1000, () => done(false));
    const end = () => {
      cancel();
      done(true);
    };
    work.then(end, end);
  });
}

/**
 * Returns the outcome of `begin`, or rejects with a DeadlineError after `seconds`. Does not stop the work. `begin` may also throw,
 * or return a value that is not a promise.
 */
export function withDeadline<T>(clock: Pick<Clock, 'after'>, seconds: number, begin: () => Promise<T>): Promise<T> {
  const work = (async () => begin())();
  return new Promise((done, failed) => {
    const cancel = clock.after(seconds * 1000, () => {
      failed(new DeadlineError(`No response within ${seconds} s.`, work));
    });
    const end = <Value>(settle: (value: Value) => void) => {
      return (value: Value) => {
        cancel();
        settle(value);
      };
    };
    work.then(end(done), end(failed));
  });
}

// Finds the next tick with work, so that a long advance of a clock skips the ticks without work.

interface NextTickOptions {
  /** Later ticks are not found. The timers' time in milliseconds. */
  readonly until: number;
  /** The timers' time in milliseconds. A late tick comes at this instant. */
  readonly from: number;
  /** The difference from the timers' time to the time of `nextDue`, in milliseconds. */
  readonly offset_ms: number;
}

/** Returns the timer that runs next, and its tick. Skips the ticks before that. Undefined if no timer has work until `until`. */
export async function findNextTick(
  timers: Pick<Timers, 'idle'>,
  { until, from, offset_ms }: NextTickOptions,
): Promise<{ timer: Timer; tick: number } | undefined> {
  const candidates = timers.idle().filter(({ due }) => due <= until);
  const found = await Promise.all(candidates.map(async (timer) => ({ timer, at: await findWork(timer, offset_ms) })));
  // A timer that was woken meanwhile runs immediately. Ticks at the same instant keep the order of their timers.
  const ticks = found.map(({ timer, at }) => ({ timer, tick: timer.woken ? timer.due : tickAt(timer, at, from) }));
  const next = ticks.filter(({ tick }) => tick <= until).toSorted((one, other) => one.tick - other.tick)[0];
  if (!next) return undefined;
  const before = ticks.findIndex(({ timer }) => timer === next.timer);
  for (const [index, { timer }] of ticks.entries()) {
    if (timer !== next.timer) skipTicks(timer, { until: index < before ? next.tick + 1 : next.tick, from });
  }
  return next;
}

/** Skips the ticks of this timer before `until`, at which it has no work. Both are the timers' time in milliseconds. */
export function skipTicks(timer: Timer, { until, from }: Pick<NextTickOptions, 'until' | 'from'>): void {
  if (timer.nextDue === undefined || timer.woken || timer.running || timer.due >= until) return;
  timer.due = tickAt(timer, Math.max(until, Math.max(timer.due, from) + 1), from);
}

/** Returns the timers' time at which the timer next has work. Infinity if no work waits. */
async function findWork({ due, nextDue }: Timer, offset_ms: number): Promise<number> {
  if (!nextDue) return due;
  try {
    const at = await nextDue();
    return at === undefined ? Infinity : at.getTime() - offset_ms;
  } catch {
    // If nextDue fails, the tick runs and reports the error, as it would without an advance.
    return due;
  }
}

/**
 * Returns the first tick of this timer at `at` or later. A tick that is late because the run before it took long comes at `from`,
 * and the next ticks count from there.
 */
function tickAt({ due, interval_ms }: Timer, at: number, from: number): number {
  const base = Math.max(due, from);
  if (interval_ms === undefined || at <= base) return due;
  return base + Math.ceil((at - base) / interval_ms) * interval_ms;
}
