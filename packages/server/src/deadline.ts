import type { Clock } from './clock.ts';

/** Thrown where work did not end in its time. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/** The outcome of `work`, or a DeadlineError once `seconds` have passed; the work itself is not stopped. */
export function withDeadline<T>(clock: Pick<Clock, 'after'>, seconds: number, work: Promise<T>): Promise<T> {
  return new Promise((done, failed) => {
    const callOff = clock.after(seconds * 1000, () => failed(new DeadlineError(`No answer within ${seconds} s.`)));
    work.then(done, failed).finally(callOff);
  });
}
