import { setImmediate as turn } from 'node:timers/promises';

/** Results between two waits for the event loop. */
const interval = 100;

/**
 * Returns a function that makes every hundredth result wait for a turn of the event loop. Results of this thread arrive in
 * microtasks, so a loop that awaits one after the other would block all sockets and timers.
 */
export function createYielding(): <T>(result: Promise<T>) => Promise<T> {
  let count = 0;
  return async (result) => {
    count += 1;
    const waits = count % interval === 0;
    try {
      return await result;
    } finally {
      if (waits) await turn();
    }
  };
}
