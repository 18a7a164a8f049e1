import { BusyError } from '../../busy-error.ts';
import type { Store } from '../../store.ts';
import { unavailableCode } from '../file/unavailable.ts';

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/**
 * The store, with SQLite's errors about the database or its disk thrown as a BusyError. Once a page was found damaged,
 * `checkWrite` rejects until the store is opened again: other pages can still be read and written, so no check would see it.
 */
export function reportBusy(store: Store): Store {
  let damaged: BusyError | undefined;

  function toBusy(cause: unknown): unknown {
    const code = unavailableCode(cause);
    if (code === undefined) return cause;
    const error = new BusyError(undefined, { code, cause });
    if (code === 'database_damaged') damaged = error;
    return error;
  }

  // Every method that is named by a string is asynchronous; the one that is not, Symbol.asyncDispose, stays as it is.
  const methods = Object.entries(store as unknown as Record<string, Method>);
  const told = methods.map(([name, method]): [string, Method] => [
    name,
    async (...args) => {
      if (damaged && name === 'checkWrite') throw damaged;
      try {
        return await method(...args);
      } catch (cause) {
        throw toBusy(cause);
      }
    },
  ]);
  return { ...store, ...Object.fromEntries(told) };
}
