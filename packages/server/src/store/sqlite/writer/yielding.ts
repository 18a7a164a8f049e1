import { setImmediate as turn } from 'node:timers/promises';

/** Results between two waits for the event loop. */
const interval = 100;

/**
 * Returns a function to call once per result. Every hundredth call returns a promise for the next turn of the event loop.
 * Results of this thread arrive in microtasks, so a loop that awaits one after the other would block all sockets and timers.
 */
export function createYielding(): () => Promise<void> | undefined {
  let count = 0;
  return () => {
    count += 1;
    return count % interval === 0 ? turn() : undefined;
  };
}
