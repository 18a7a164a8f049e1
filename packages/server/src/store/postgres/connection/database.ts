import { Pool, type ClientConfig } from 'pg';
import { BusyError, type BusyCode } from '../../busy-error.ts';
import { unavailableCode } from './unavailable.ts';

/** A named statement. Each connection parses and plans it once. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export interface Database extends AsyncDisposable {
  /**
   * Runs the statement, which is one transaction, and returns its rows. Throws a BusyError if the connection is lost or the
   * statement times out. Whether the statement was executed is then unknown.
   */
  query<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
}

/** Returns the connection's configuration. Every wait has a timeout; that of a statement is `timeout_seconds`. */
export function connectionTo(url: string, { timeout_seconds }: { timeout_seconds: number }): ClientConfig {
  return {
    connectionString: url,
    application_name: 'booking-service',
    connectionTimeoutMillis: 5_000,
    // The database's timeout comes first. The driver's is for a database that does not respond.
    statement_timeout: timeout_seconds * 1000,
    query_timeout: (timeout_seconds + 2) * 1000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/** Opens a bounded pool. It connects at the first query, and replaces lost connections. */
export function openPool(
  url: string,
  {
    connections,
    timeout_seconds = 10,
    onBusy = () => undefined,
  }: {
    connections: number;
    timeout_seconds?: number | undefined;
    /** Called with the code of every thrown BusyError. */
    onBusy?: (code: BusyCode) => void;
  },
): Database {
  const pool = new Pool({ ...connectionTo(url, { timeout_seconds }), max: connections, idleTimeoutMillis: 30_000 });
  // The pool drops an idle connection that is lost. The next query connects again.
  pool.on('error', () => undefined);

  return {
    async query<Row>({ name, text }: Statement, values: readonly unknown[] = []): Promise<Row[]> {
      try {
        const { rows } = await pool.query({ name, text, values: [...values] });
        // Each statement is defined next to its Row type.
        return rows as Row[];
      } catch (cause) {
        const code = unavailableCode(cause);
        // The pool drops the connection of a failed query, so a read-only connection does not stay.
        if (code === undefined) throw cause;
        onBusy(code);
        throw new BusyError(undefined, { code, cause });
      }
    },
    [Symbol.asyncDispose]: () => pool.end(),
  };
}
