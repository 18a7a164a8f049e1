import type { Clock } from './clock.ts';

/** Thrown where work did not end in its time. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/** Whether `work` ends, in whichever way, within `seconds`; the work itself is not stopped. */
export function endsWithin(clock: Pick<Clock, 'after'>, seconds: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((done) => {
    const callOff = clock.after(seconds * 1000, () => done(false));
    const end = () => {
      callOff();
      done(true);
    };
    work.then(end, end);
  });
}

/** The outcome of `work`, or a DeadlineError once `seconds` have passed; the work itself is not stopped. */
export function withDeadline<T>(clock: Pick<Clock, 'after'>, seconds: number, work: Promise<T>): Promise<T> {
  return new Promise((done, failed) => {
    const callOff = clock.after(seconds * 1000, () => failed(new DeadlineError(`No answer within ${seconds} s.`)));
    work.then(done, failed).finally(callOff);
  });
}
