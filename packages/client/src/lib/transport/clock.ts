/** Where the client takes the time from. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs a task once, after `ms` milliseconds. Returns what takes it back. */
  after(ms: number, task: () => void): () => void;
}

/** A timer that is set for longer would run at once. */
const longest_ms = 2e9;

/** The computer's clock; a change of its time moves no deadline. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  after(ms, task) {
    const timer = setTimeout(task, Math.min(ms, longest_ms));
    return () => clearTimeout(timer);
  },
};
