import { BusyError } from '@booking-service/kernel/store';

/** A lost connection alone does not open the circuit. */
const maxFailures = 2;
const retry_ms = 1_000;
/** A call that takes longer is overdue: the database may be on a machine that hangs. */
const overdue_ms = 250;

/** The circuit of one cell. It is open while its database cannot be reached. */
export interface CellCircuit {
  /**
   * Makes the call, unless the circuit is open. A BusyError of the call, or of an open circuit, names the cell. The circuit opens when two calls in a
   * row cannot reach the database, or when the database does not respond beside an overdue call. Then one call passes in each second, and the
   * circuit closes when a call succeeds.
   */
  pass<Result>(call: () => Promise<Result>): Promise<Result>;
}

export interface CellCircuitOptions {
  /** Returns whether the database responds to a new connection soon. Never throws. */
  readonly responds: () => Promise<boolean>;
  /** Called for each call that did not reach the database, except those that an open circuit refused. */
  readonly onUnreachable: () => void;
}

/** Creates the circuit of the cell with this name, closed. */
export function createCellCircuit(cell: string, { responds, onUnreachable }: CellCircuitOptions): CellCircuit {
  let failures = 0;
  let retry_at = 0;
  let isProbing = false;
  /** Each ends an overdue call. Whether its statement was executed is unknown, as after a lost connection. */
  const overdue = new Set<(error: BusyError) => void>();

  async function probe(): Promise<void> {
    if (isProbing) return;
    isProbing = true;
    const isAlive = await responds();
    isProbing = false;
    if (isAlive) return;
    failures = maxFailures;
    for (const end of overdue) end(new BusyError(undefined, { code: 'database_unreachable' }));
  }

  return {
    async pass(call) {
      if (failures >= maxFailures) {
        const now = performance.now();
        if (now < retry_at) throw new BusyError(undefined, { code: 'database_unreachable', cell });
        retry_at = now + retry_ms;
      }
      const { promise: hung, reject: end } = Promise.withResolvers<never>();
      const timer = setInterval(() => {
        overdue.add(end);
        void probe();
      }, overdue_ms);
      try {
        const result = await Promise.race([call(), hung]);
        failures = 0;
        return result;
      } catch (cause) {
        if (!(cause instanceof BusyError)) throw cause;
        const { code } = cause;
        // Every other code is the response of a database that is busy or full.
        failures = code === 'database_unreachable' ? failures + 1 : 0;
        if (failures > 0) onUnreachable();
        retry_at = performance.now() + retry_ms;
        throw new BusyError(undefined, { code, cell, cause });
      } finally {
        clearInterval(timer);
        overdue.delete(end);
      }
    },
  };
}
