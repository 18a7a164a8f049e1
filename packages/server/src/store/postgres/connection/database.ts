import { Pool, type ClientConfig } from 'pg';
import { BusyError, type BusyCode } from '../../busy-error.ts';
import { unavailableCode } from './unavailable.ts';

/** A statement under a name of its own: each connection has it parsed and planned once. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export interface Database extends AsyncDisposable {
  /**
   * Runs the statement, which is one transaction, and tells its rows. Throws a BusyError where the database cannot be asked
   * now: the connection is lost, or it takes too long. Whether the statement was carried out is then not known.
   */
  query<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
}

/** How to connect. Every wait for the database ends; a statement's after `timeout_seconds`. */
export function connectionTo(url: string, { timeout_seconds }: { timeout_seconds: number }): ClientConfig {
  return {
    connectionString: url,
    application_name: 'booking-service',
    connectionTimeoutMillis: 5_000,
    // The database gives up first; the driver where not even that is heard of.
    statement_timeout: timeout_seconds * 1000,
    query_timeout: (timeout_seconds + 2) * 1000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/** A bounded pool of connections. Nothing is connected before the first query; one that is lost is made anew. */
export function openPool(
  url: string,
  {
    connections,
    timeout_seconds = 10,
    onBusy = () => undefined,
  }: {
    connections: number;
    timeout_seconds?: number | undefined;
    /** Called with the code of every BusyError that is thrown. */
    onBusy?: (code: BusyCode) => void;
  },
): Database {
  const pool = new Pool({ ...connectionTo(url, { timeout_seconds }), max: connections, idleTimeoutMillis: 30_000 });
  // A connection that is lost while nobody uses it is taken out of the pool: who asks next connects again.
  pool.on('error', () => undefined);

  return {
    async query<Row>({ name, text }: Statement, values: readonly unknown[] = []): Promise<Row[]> {
      try {
        const { rows } = await pool.query({ name, text, values: [...values] });
        // The statement's columns are those of Row: whoever writes the one writes the other.
        return rows as Row[];
      } catch (cause) {
        const code = unavailableCode(cause);
        // The pool drops the connection of a query that failed: one that is read-only does not stay.
        if (code === undefined) throw cause;
        onBusy(code);
        throw new BusyError(undefined, { code, cause });
      }
    },
    [Symbol.asyncDispose]: () => pool.end(),
  };
}
