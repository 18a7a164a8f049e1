import { setImmediate as turn } from 'node:timers/promises';

const between = 100;

/**
 * Has every hundredth answer wait for a turn of the event loop: answers that come from this thread are there in microtasks,
 * and a loop that awaits them one after the other would let no socket and no timer have its turn.
 */
export function createYielding(): <T>(answer: Promise<T>) => Promise<T> {
  let answers = 0;
  return async (answer) => {
    answers += 1;
    const waits = answers % between === 0;
    try {
      return await answer;
    } finally {
      if (waits) await turn();
    }
  };
}
