import type { Clock } from './clock.ts';
import { AbortedError } from '../errors.ts';

/** The bounds of a piece of work. */
export interface Bounds<T> {
  readonly clock: Clock;
  readonly ms: number;
  /** Returns the outcome of work that takes longer than `ms`. */
  readonly over: () => Promise<T>;
  /** The caller's signal. It ends the work with an AbortedError. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs the work until it is done, too late or aborted, whichever is first, and removes its timer and listener. The work gets
 * a signal. The promise settles even if the work ignores it.
 */
export function bounded<T>(
  work: (stop: AbortSignal) => Promise<T>,
  { clock, ms, over, signal }: Bounds<T>,
): Promise<T> {
  const stop = new AbortController();
  return new Promise((resolve) => {
    const settle = (outcome: Promise<T>) => {
      resolve(outcome);
      cancel();
      signal?.removeEventListener('abort', abort);
    };
    const cut = (outcome: Promise<T>) => {
      settle(outcome);
      stop.abort();
    };
    const abort = () => cut(Promise.reject(new AbortedError('Aborted.', { cause: signal?.reason })));
    const cancel = clock.after(ms, () => cut(over()));
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort);
    const working = work(stop.signal);
    const done = () => settle(working);
    working.then(done, done);
  });
}

/** Waits `ms` milliseconds. Rejects with an AbortedError if the signal aborts. */
export function sleep(ms: number, { clock, signal }: Pick<Bounds<void>, 'clock' | 'signal'>): Promise<void> {
  return bounded(() => new Promise<void>(() => undefined), { clock, ms, signal, over: async () => undefined });
}
