import { setImmediate as endOfTurn } from 'node:timers/promises';
import { Client, type ClientConfig, DatabaseError, Pool, type PoolClient } from 'pg';
import type { NewDelivery, NewEvent, Origin } from '../../contract.ts';
import { type BusyCode, BusyError, StoreError } from '../store-errors.ts';
import type { PrepareShared } from '../shared-statement.ts';
import { nameOfDatabase } from './database-url.ts';

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
  /**
   * Runs `work` in one transaction. An error rolls all of it back. It takes four round trips or more, so it is for the rare actions of
   * administration only: every other method is one statement.
   */
  transaction<Result>(work: (inside: Database) => Promise<Result>): Promise<Result>;
}

/** The connections of a pool. */
export interface Connections {
  /** Connections with a statement in progress. */
  readonly active: number;
  readonly idle: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
  readonly maximum: number;
}

/** A pool of connections. */
export interface PooledDatabase extends Database {
  /** Returns how the pool is used now. */
  readConnections(): Connections;
}

interface ConnectionOptions {
  /** The timeout of a statement. */
  readonly timeout_seconds: number;
  /** The name that the database shows of this program. */
  readonly program: string;
}

/** Returns the connection's configuration. Every wait has a timeout. */
export function connectionTo(url: string, { timeout_seconds, program }: ConnectionOptions): ClientConfig {
  return {
    connectionString: url,
    application_name: program,
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
    program,
    timeout_seconds = 10,
    onBusy = () => undefined,
    onDisconnect = () => undefined,
  }: {
    connections: number;
    program: string;
    timeout_seconds?: number | undefined;
    /** Called with the code of every thrown BusyError. */
    onBusy?: (code: BusyCode) => void;
    /** Called when an idle connection is lost. */
    onDisconnect?: (() => void) | undefined;
  },
): PooledDatabase {
  const pool = new Pool({
    ...connectionTo(url, { timeout_seconds, program }),
    max: connections,
    idleTimeoutMillis: 30_000,
  });
  // The pool drops an idle connection that is lost. The next query connects again.
  pool.on('error', () => onDisconnect());

  function queryOn(connection: Pool | PoolClient): Database['query'] {
    return async <Row>({ name, text }: Statement, values: readonly unknown[] = []): Promise<Row[]> => {
      try {
        const { rows } = await connection.query({ name, text, values: [...values] });
        // Each statement is defined next to its Row type.
        return rows as Row[];
      } catch (cause) {
        throw toBusy(cause);
      }
    };
  }

  function toBusy(cause: unknown): unknown {
    const code = cause instanceof BusyError ? undefined : unavailableCode(cause);
    // The pool drops the connection of a failed query, so a read-only connection does not stay.
    if (code === undefined) return cause;
    onBusy(code);
    return new BusyError(undefined, { code, cause });
  }

  return {
    query: queryOn(pool),
    readConnections: () => ({
      active: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      maximum: connections,
    }),
    async transaction(work) {
      const client = await pool.connect().catch((cause: unknown) => Promise.reject(toBusy(cause)));
      // The query under way rejects if the connection is lost.
      const ignore = () => undefined;
      client.on('error', ignore);
      let failure: unknown;
      try {
        await client.query('BEGIN');
        const inside: Database = {
          query: queryOn(client),
          transaction: (more) => more(inside),
          [Symbol.asyncDispose]: async () => undefined,
        };
        const result = await work(inside);
        await client.query('COMMIT');
        return result;
      } catch (cause) {
        failure = toBusy(cause);
        throw failure;
      } finally {
        client.off('error', ignore);
        // A connection that is closed takes its open transaction with it.
        client.release(failure !== undefined);
      }
    },
    [Symbol.asyncDispose]: () => pool.end(),
  };
}

/** Returns a function that prepares statements of both engines on this database. */
export function prepareSharedOn(database: Pick<Database, 'query'>): PrepareShared {
  return <Row>(statement: Statement) =>
    (...values) =>
      database.query<Row>(statement, values);
}

/**
 * Returns the JSON argument of a function. A document in it is a string, and the function casts it to json: PostgreSQL's functions for
 * JSON refuse \u0000, also inside a value that they only copy. They refuse a lone surrogate, too, which becomes U+FFFD here, as the
 * driver makes it in other parameters.
 */
export function jsonArgument(value: object): string {
  const text = JSON.stringify(value);
  // JSON.stringify escapes lone surrogates, and no other character that begins with these. The second backslash of a pair escapes nothing.
  if (!text.includes('\\ud')) return text;
  return text.replaceAll(/\\(?:u(d[89a-f][\da-f]{2})|.)/g, (escape, surrogate) => (surrogate ? '\uFFFD' : escape));
}

/** The fields of a JSON argument for events and their deliveries, which store_events takes. */
interface EventFields {
  readonly events: readonly (Omit<NewEvent, 'deliveries'> & Origin)[];
  readonly deliveries: readonly (NewDelivery & { readonly event_id: string; readonly event_type: string })[];
}

export function eventFields(events: readonly NewEvent[], origin: Origin): EventFields {
  return {
    events: events.map(({ id, type, created, payload }) => ({ id, type, created, payload, ...origin })),
    deliveries: events.flatMap(({ id: event_id, type: event_type, deliveries }) =>
      deliveries.map((delivery) => ({ ...delivery, event_id, event_type })),
    ),
  };
}

/**
 * The SQLSTATEs (https://www.postgresql.org/docs/current/errcodes-appendix.html) for faults of the connection or of the
 * database. A whole state takes precedence over its class, the first two characters. Every other state is a bug of the program.
 */
const states: Readonly<Record<string, BusyCode>> = {
  // Connections, authentication and the name of the database.
  '08': 'database_unreachable',
  '28': 'database_unreachable',
  '3D': 'database_unreachable',
  // The database accepts no connections at the moment (ALLOW_CONNECTIONS, a standby that is not ready).
  '55000': 'database_unreachable',
  // A read-only transaction: default_transaction_read_only, or a standby after a failover.
  '25006': 'database_read_only',
  // Serialization failures, deadlocks, lock timeouts, objects in use, snapshots that are too old.
  '40': 'database_busy',
  '55006': 'database_busy',
  '55P03': 'database_busy',
  '72': 'database_busy',
  // Resources: memory, connections, configured limits and the disk.
  '53': 'database_overloaded',
  '53100': 'database_full',
  // Shutdown, start and recovery. A statement that was canceled or timed out.
  '57': 'database_unreachable',
  '57014': 'database_busy',
  // The operating system failed a read or a write.
  '58': 'database_io_failed',
  // A guard of the service refuses the write of an organization that moves, or has moved, to another database.
  OM001: 'organization_moving',
  OM002: 'organization_moved',
  // A page of a table or an index is damaged.
  XX001: 'database_damaged',
  XX002: 'database_damaged',
};

/** The errors of a bug in the program. Any other error without a SQLSTATE comes from the connection. */
const programErrors = [TypeError, RangeError, SyntaxError, ReferenceError];

/** Returns the code of an error of the connection or of the database; undefined for every other error. */
export function unavailableCode(error: unknown): BusyCode | undefined {
  if (error instanceof DatabaseError) {
    const state = error.code ?? '';
    return states[state] ?? states[state.slice(0, 2)];
  }
  if (!(error instanceof Error) || programErrors.some((fault) => error instanceof fault)) return undefined;
  return 'database_unreachable';
}

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

const minVersion = 15;

/**
 * Runs `work` with its own connection. Throws a StoreError that says why the database cannot be used. Its message never contains
 * the URL.
 */
export async function withClient<T>(
  url: string,
  { program }: Pick<ConnectionOptions, 'program'>,
  work: (client: Client, name: string) => Promise<T>,
): Promise<T> {
  const name = nameOfDatabase(url);
  let client: Client | undefined;
  try {
    // A migration may take longer than a request may wait, and so may the migration of another instance.
    client = new Client({ ...connectionTo(url, { timeout_seconds: 600, program }), lock_timeout: 60_000 });
    // The query under way rejects if the connection is lost.
    client.on('error', () => undefined);
    await client.connect();
    await requireVersion(client, name);
    return await work(client, name);
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    const reason =
      cause instanceof Error ? cause.message || String('code' in cause ? cause.code : cause) : String(cause);
    throw new StoreError(`Cannot use the database ${name}: ${reason}. ${fixFor(cause)}`, { cause });
  } finally {
    await client?.end().catch(() => undefined);
  }
}

async function requireVersion(client: Client, name: string): Promise<void> {
  const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
  const version = rows[0]?.version ?? '';
  if (Number.parseInt(version, 10) >= minVersion) return;
  throw new StoreError(`The database ${name} is PostgreSQL ${version}. Use PostgreSQL ${minVersion} or newer.`);
}

function fixFor(error: unknown): string {
  if (error instanceof DatabaseError) {
    if (error.code === '3D000') return 'Create it with createdb, or use another database.';
    if (error.code?.startsWith('28')) return 'Check the user name and password.';
    if (error.code === '42501') return 'Allow this user to create tables there, or use another database.';
    return 'Nothing was changed. Read the log of the database, then try again.';
  }
  return unavailableCode(error) ? 'Check that it runs and can be reached from here, then try again.' : 'Check the URL.';
}
