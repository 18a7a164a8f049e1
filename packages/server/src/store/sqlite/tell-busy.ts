import { BusyError } from '../../busy-error.ts';
import type { Store } from '../store.ts';
import { isLocked } from './store-error.ts';

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** The store, where a database that somebody else holds for too long is told as a BusyError. */
export function tellBusy(store: Store): Store {
  // Every method that is named by a string is asynchronous; the one that is not, Symbol.asyncDispose, stays as it is.
  const methods = Object.entries(store as unknown as Record<string, Method>);
  const told = methods.map(([name, method]): [string, Method] => [
    name,
    async (...args) => {
      try {
        return await method(...args);
      } catch (cause) {
        throw isLocked(cause) ? new BusyError('Another program holds the database.', { cause }) : cause;
      }
    },
  ]);
  return { ...store, ...Object.fromEntries(told) };
}
