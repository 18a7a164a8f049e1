/**
 * Every method of an open store is wrapped once:
 *  - A call rejects once the store is closed or its write thread has died.
 *  - An error of SQLite about the database or its disk becomes a BusyError.
 *  - Every hundredth result waits for a turn of the event loop.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { BusyError } from '../../busy-error.ts';
import { unavailableCode } from '../file/sqlite-errors.ts';

type AnyMethod = (...args: readonly never[]) => Promise<unknown>;

export interface Guard {
  /** Wraps one method. */
  method<Args extends readonly unknown[], Result>(
    run: (...args: Args) => Promise<Result>,
  ): (...args: Args) => Promise<Result>;
  /** Wraps each method of an object. */
  all<Methods extends object>(methods: Methods): Methods;
  /** Throws after a damaged page was found, until the store is opened again: other pages still work, so no check would find the damage. */
  requireUndamaged(): void;
}

/** `findFault` returns why no method can run; undefined while they can. */
export function createGuard(findFault: () => Error | undefined): Guard {
  const yieldSometimes = createYielding();
  let damaged: BusyError | undefined;

  /** Returns a BusyError for an error of SQLite about the database or its disk; returns every other error unchanged. */
  function toBusy(cause: unknown): unknown {
    const code = unavailableCode(cause);
    if (code === undefined) return cause;
    const error = new BusyError(undefined, { code, cause });
    if (code === 'database_damaged') damaged = error;
    return error;
  }

  const method: Guard['method'] =
    (run) =>
    async (...args) => {
      const fault = findFault();
      if (fault) throw fault;
      const wait = yieldSometimes();
      try {
        return await run(...args);
      } catch (cause) {
        throw toBusy(cause);
      } finally {
        if (wait) await wait;
      }
    };

  return {
    method,
    all: (methods) => mapMethods(methods, (_name, run) => method(run)),
    requireUndamaged() {
      if (damaged) throw damaged;
    },
  };
}

/** Returns the methods, each replaced by the one that `wrap` returns for it. */
export function mapMethods<Methods extends object>(
  methods: Methods,
  wrap: (name: string, method: AnyMethod) => AnyMethod,
): Methods {
  // An object of methods has no other values, and `wrap` returns a method for the arguments and with the result of the one it gets.
  const entries = Object.entries(methods) as [string, AnyMethod][];
  return Object.fromEntries(entries.map(([name, method]) => [name, wrap(name, method)])) as Methods;
}

/** Results between two waits for the event loop. */
const interval = 100;

/**
 * Returns a function to call once per result. Every hundredth call returns a promise for the next turn of the event loop.
 * Results of this thread arrive in microtasks, so a loop that awaits one after the other would block all sockets and timers.
 */
function createYielding(): () => Promise<void> | undefined {
  let count = 0;
  return () => {
    count += 1;
    return count % interval === 0 ? turn() : undefined;
  };
}
