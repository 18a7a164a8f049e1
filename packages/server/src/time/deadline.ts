import type { Clock } from './clock.ts';

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
