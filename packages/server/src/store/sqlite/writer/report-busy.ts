import { BusyError } from '../../busy-error.ts';
import { unavailableCode } from '../file/unavailable.ts';
import type { StatementMethod } from './method-sides.ts';

export interface BusyReport {
  /**
   * Throws if the method cannot run. After a damaged page was found, `checkWrite` throws until the store is opened again: other
   * pages still work, so no check would find the damage.
   */
  require(method: StatementMethod | 'admit' | 'readResources' | 'readUsage'): void;
  /** Returns a BusyError for an error of SQLite about the database or its disk; returns every other error unchanged. */
  toBusy(error: unknown): unknown;
}

export function createBusyReport(): BusyReport {
  let damaged: BusyError | undefined;

  return {
    require(method) {
      if (damaged && method === 'checkWrite') throw damaged;
    },
    toBusy(cause) {
      const code = unavailableCode(cause);
      if (code === undefined) return cause;
      const error = new BusyError(undefined, { code, cause });
      if (code === 'database_damaged') damaged = error;
      return error;
    },
  };
}
