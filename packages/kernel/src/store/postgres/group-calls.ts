import { setImmediate as endOfTurn } from 'node:timers/promises';
import { BusyError } from '../store-errors.ts';

/** The maximum of calls in one statement. It limits how long the first call waits for the last. */
const maxCalls = 32;

interface WaitingCall<Call, Result> extends Pick<PromiseWithResolvers<Result>, 'resolve' | 'reject'> {
  readonly call: Call;
}

/**
 * Returns a function that runs calls in groups. `run` is one statement, and so one commit. It returns a result for each call, in order.
 *  1. The calls with one key in one turn of the event loop are a group.
 *  2. During its statement, further calls with the key form the next group. So the calls of a key use one connection, and a key whose
 *     statement waits for a lock delays no other key.
 *  3. If the statement fails, each of its calls runs again alone, so that a call fails no other, as on the embedded engine. If the
 *     database is unavailable, all fail: whether the statement was executed is then unknown.
 */
export function groupCalls<Call, Result>(
  run: (calls: readonly Call[]) => Promise<readonly Result[]>,
  { keyOf }: { readonly keyOf: (call: Call) => string },
): (call: Call) => Promise<Result> {
  const waitingByKey = new Map<string, WaitingCall<Call, Result>[]>();

  async function runGroup(group: readonly WaitingCall<Call, Result>[]): Promise<void> {
    try {
      const results = await run(group.map(({ call }) => call));
      // One result for each call.
      group.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      if (group.length === 1 || error instanceof BusyError) for (const { reject } of group) reject(error);
      else for (const each of group) await runGroup([each]);
    }
  }

  async function runWaiting(key: string, waiting: WaitingCall<Call, Result>[]): Promise<void> {
    await endOfTurn();
    while (waiting.length > 0) await runGroup(waiting.splice(0, maxCalls));
    waitingByKey.delete(key);
  }

  return (call) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const key = keyOf(call);
    const waiting = waitingByKey.get(key);
    if (waiting) waiting.push({ call, resolve, reject });
    else {
      const first = [{ call, resolve, reject }];
      waitingByKey.set(key, first);
      void runWaiting(key, first);
    }
    return promise;
  };
}
