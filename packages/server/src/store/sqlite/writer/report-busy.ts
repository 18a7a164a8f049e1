import { BusyError } from '../../busy-error.ts';
import { unavailableCode } from '../file/unavailable.ts';
import type { StatementMethod } from './method-sides.ts';

/**
 * Returns a function that runs a method and throws SQLite's errors about the database or its disk as a BusyError. After a
 * damaged page was found, `checkWrite` rejects until the store is opened again: other pages still work, so no check would find
 * the damage.
 */
export function createBusyReport(): <T>(method: StatementMethod, run: () => Promise<T>) => Promise<T> {
  let damaged: BusyError | undefined;

  function toBusy(cause: unknown): unknown {
    const code = unavailableCode(cause);
    if (code === undefined) return cause;
    const error = new BusyError(undefined, { code, cause });
    if (code === 'database_damaged') damaged = error;
    return error;
  }

  return async (method, run) => {
    if (damaged && method === 'checkWrite') throw damaged;
    try {
      return await run();
    } catch (cause) {
      throw toBusy(cause);
    }
  };
}
