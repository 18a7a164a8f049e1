import type { Clock } from './clock.ts';

/** Thrown where work did not end in its time. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  /** The work, which goes on. Whether it rejects is looked after. */
  readonly late: Promise<unknown> | undefined;

  constructor(message: string, late?: Promise<unknown>) {
    super(message);
    this.late = late;
  }
}

/** Whether `work` ends, in whichever way, within `seconds`; the work itself is not stopped. */
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
 * The outcome of `begin`, or a DeadlineError once `seconds` have passed; the work itself is not stopped. What `begin` throws or
 * gives in place of a promise is an outcome, too.
 */
export function withDeadline<T>(clock: Pick<Clock, 'after'>, seconds: number, begin: () => Promise<T>): Promise<T> {
  const work = (async () => begin())();
  return new Promise((done, failed) => {
    const cancel = clock.after(seconds * 1000, () => {
      failed(new DeadlineError(`No answer within ${seconds} s.`, work));
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
