/**
 * Time, passed in everywhere, so that a test or a sandbox can move it.
 * A ticker runs its task again and again and never overlaps itself; `wake` asks for one run as soon as possible.
 */
export interface Clock {
  now(): Date;
  /**
   * Runs `task` every `interval_ms`, first after one interval; where a run takes longer, the next one begins when it ends.
   * The task must not reject.
   */
  every(interval_ms: number, task: () => Promise<void>): Ticker;
  /** Calls `task` once, after `ms`. The function returned calls it off. */
  after(ms: number, task: () => void): () => void;
}

export interface Ticker {
  /** Runs the task now, or once more right after the run that is under way. */
  wake(): void;
  /** Ends the ticker; resolves when a run that is under way has ended. */
  stop(): Promise<void>;
}

/** The computer's own time. */
export const systemClock: Clock = {
  now: () => new Date(),
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
      const next = Date.now() + interval_ms;
      running = task().then(() => {
        running = undefined;
        if (!stopped) timer = setTimeout(run, again ? 0 : Math.max(0, next - Date.now()));
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
