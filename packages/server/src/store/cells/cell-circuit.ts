import { BusyError } from '@booking-service/kernel/store/store-errors';

/** A lost connection alone does not open the circuit. */
const maxFailures = 2;
const retry_ms = 1_000;

/** The circuit of one cell. It is open while its database cannot be reached. */
export interface CellCircuit {
  /**
   * Makes the call, unless the circuit is open. A BusyError of the call, or of an open circuit, names the cell. The circuit opens when two calls in a
   * row cannot reach the database. Then one call passes in each second, and the circuit closes when a call succeeds.
   */
  pass<Result>(call: () => Promise<Result>): Promise<Result>;
}

/** Creates the circuit of the cell with this name, closed. */
export function createCellCircuit(cell: string): CellCircuit {
  let failures = 0;
  let retry_at = 0;

  return {
    async pass(call) {
      if (failures >= maxFailures) {
        const now = performance.now();
        if (now < retry_at) throw new BusyError(undefined, { code: 'database_unreachable', cell });
        retry_at = now + retry_ms;
      }
      try {
        const result = await call();
        failures = 0;
        return result;
      } catch (cause) {
        if (!(cause instanceof BusyError)) throw cause;
        const { code } = cause;
        // Every other code is the response of a database that is busy or full.
        failures = code === 'database_unreachable' ? failures + 1 : 0;
        retry_at = performance.now() + retry_ms;
        throw new BusyError(undefined, { code, cell, cause });
      }
    },
  };
}
