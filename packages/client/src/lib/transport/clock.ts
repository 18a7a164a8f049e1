/** The source of time. The clock of a server has this form, too. */
export interface Clock {
  now(): Date;
  /** Runs a task once, after `ms` milliseconds. Returns a function that cancels it. */
  after(ms: number, task: () => void): () => void;
}

/** Longer timers of the runtime would fire immediately. */
const longest_ms = 2e9;

/** The system clock. It is monotonic: a change of the computer's time does not move a deadline. */
export const systemClock: Clock = {
  now: () => new Date(performance.timeOrigin + performance.now()),
  after(ms, task) {
    const timer = setTimeout(task, Math.min(ms, longest_ms));
    return () => clearTimeout(timer);
  },
};
