import { setImmediate as turn } from 'node:timers/promises';

const between = 100;

/**
 * Has every hundredth call wait for a turn of the event loop: answers that come from this thread are there in microtasks,
 * and a loop that awaits them one after the other would let no socket and no timer have its turn.
 */
export function createYielding(): () => Promise<void> | undefined {
  let calls = 0;
  return () => {
    calls += 1;
    return calls % between === 0 ? turn() : undefined;
  };
}
