/** The state of the databases of cells, for the commands of operators. */
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { StoreError } from '@booking-service/kernel/store';
import { requireServed, unavailableCode } from '@booking-service/kernel/store/postgres';
import { drainingMark } from '../cells/places.ts';
import { UnreachableError } from '../cells/merge-pages.ts';
import { connectCell, type MovePlace, readMove } from './move-state.ts';
import { bookingFiles } from '../booking-files.ts';

// The mark of a cell's database, which is the comment of its table `organizations`. It protects from a list with two exchanged URLs, which
// would refuse every key, and from a list that names one database twice.

/** Marks a database without a mark. Throws a StoreError if it is marked as another cell. */
export async function requireCell(cell: MovePlace): Promise<void> {
  const { name, number } = cell;
  await connectCell(cell, async (client, database) => {
    const wanted = `cell ${number}`;
    const mark = (await readMark(client)) ?? (await writeMark(client, wanted));
    if (mark === wanted || mark === wanted + drainingMark) return;
    throw new StoreError(
      `The database ${database} is ${mark}, not cell ${number} (${name}). Nothing was changed. Correct the URL or the number.`,
    );
  });
}

async function readMark(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>(
    `SELECT obj_description('organizations'::regclass, 'pg_class') AS mark`,
  );
  return rows[0]?.mark ?? null;
}

/** Writes the mark, unless another start was first. Returns the mark of the database. */
async function writeMark(client: Client, mark: string): Promise<string> {
  await client.query('BEGIN');
  await client.query('LOCK TABLE organizations IN SHARE UPDATE EXCLUSIVE MODE');
  const earlier = await readMark(client);
  if (earlier === null) await client.query(`COMMENT ON TABLE organizations IS ${client.escapeLiteral(mark)}`);
  await client.query('COMMIT');
  return earlier ?? mark;
}

/** Returns the error as an UnreachableError if the database does not respond; else the error itself. */
export function toUnreachable(error: unknown): unknown {
  if (!(error instanceof StoreError) || unavailableCode(error.cause) === undefined) return error;
  return new UnreachableError(error.message, { cause: error.cause });
}

export interface CellState {
  readonly organizations: number;
  /** Runs, and deliveries that wait; at most `maxPending` of each. */
  readonly pending: number;
  readonly database_bytes: number;
  readonly draining: boolean;
  /** The least time by which its clock differs from that of this process. */
  readonly clock_off_ms: number;
}

const maxPending = 10_000;

const selectState = `
  SELECT (SELECT count(*)::integer FROM organizations o WHERE NOT EXISTS (
      SELECT FROM organization_moves m WHERE m.organization_id = o.id AND m.state IN ('arriving', 'moved'))) AS organizations,
    (SELECT count(*)::integer FROM (SELECT FROM runs LIMIT ${maxPending}) AS r)
      + (SELECT count(*)::integer FROM (SELECT FROM deliveries WHERE state = 'pending' LIMIT ${maxPending}) AS d) AS pending,
    pg_database_size(current_database())::float8 AS database_bytes,
    coalesce(obj_description('organizations'::regclass, 'pg_class') LIKE '%${drainingMark}', false) AS draining,
    extract(epoch FROM clock_timestamp())::float8 * 1000 AS clock_ms`;

/** Returns the state of a cell, or the StoreError that says why it cannot be used. */
export async function readCellState(cell: MovePlace): Promise<CellState | StoreError> {
  try {
    return await connectCell(cell, async (client, name) => {
      await requireServed(client, { name, files: bookingFiles });
      const begun = Date.now();
      const { rows } = await client.query<CellState & { readonly clock_ms: number }>(selectState);
      // A query of subqueries returns one row.
      const { clock_ms, ...state } = rows[0] as CellState & { readonly clock_ms: number };
      return { ...state, clock_off_ms: Math.max(0, begun - clock_ms, clock_ms - Date.now()) };
    });
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
}

/** Returns whether the database has no tables of a service. */
export async function isEmptyDatabase(cell: MovePlace): Promise<boolean> {
  return connectCell(cell, async (client) => {
    const { rows } = await client.query<{ empty: boolean }>(`SELECT to_regclass('migrations') IS NULL AS empty`);
    return rows[0]?.empty === true;
  });
}

/** Returns whether the database does not respond. */
function isUnreachable(error: StoreError): boolean {
  return unavailableCode(error.cause) !== undefined;
}

/** Marks the cell so that it gets no new organizations, or gets them again. */
export async function setDraining(cell: MovePlace, draining: boolean): Promise<void> {
  await requireCell(cell);
  await connectCell(cell, (client) => {
    const mark = `cell ${cell.number}${draining ? drainingMark : ''}`;
    return client.query(`COMMENT ON TABLE organizations IS ${client.escapeLiteral(mark)}`);
  });
}

/** Returns the ids of the organizations of the cell, also of those whose move has begun. */
export async function listCellOrganizations(cell: MovePlace): Promise<string[]> {
  return connectCell(cell, async (client) => {
    const { rows } = await client.query<{ id: string }>(`
      SELECT id FROM organizations o WHERE NOT EXISTS (
        SELECT FROM organization_moves m WHERE m.organization_id = o.id AND m.state = 'arriving') ORDER BY id`);
    return rows.map(({ id }) => id);
  });
}

/** Returns the cells between which the organization moves; undefined if no move has begun. */
export async function findMoveUnderWay(
  cells: readonly MovePlace[],
  organization_id: string,
): Promise<{ readonly source: MovePlace; readonly target: MovePlace } | undefined> {
  for (const source of cells) {
    const move = await readMoveOf(source, (client) => readMove(client, organization_id));
    if (!move || move.state.startsWith('arriv')) continue;
    const target = cells.find(({ number }) => number === move.cell);
    if (!target)
      throw new StoreError(
        `The organization ${organization_id} moves to cell ${move.cell}, which the file does not have. Add it.`,
      );
    return { source, target };
  }
  return undefined;
}

/** A cell that does not respond may have a move; that of another one is found without it. */
async function readMoveOf<Result>(
  cell: MovePlace,
  read: (client: Client) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await connectCell(cell, read);
  } catch (error) {
    if (error instanceof StoreError && isUnreachable(error)) return undefined;
    throw error;
  }
}

// The probe of a database that may be on a machine that hangs. It opens a connection and sends the request for TLS, to which PostgreSQL and its
// proxies respond before they check anything, so a database that is only busy or full responds soon.

/** Half a second. A response takes several turns of the event loop, so a process that was blocked waits for as many. */
const [turns, turn_ms] = [5, 100];
/** The length of the message, and the code of the request (https://www.postgresql.org/docs/current/protocol-message-formats.html). */
const requestTls = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Returns whether the database responds to a new connection in half a second. Never throws. */
export async function probeDatabase(url: string): Promise<boolean> {
  // The driver reads the URL, and connects nowhere yet.
  const { host, port } = new Client({ connectionString: url });
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  const responded = new Promise<boolean>((resolve) => {
    socket.once('connect', () => socket.write(requestTls));
    socket.once('data', () => resolve(true));
    socket.on('error', () => resolve(false)).once('close', () => resolve(false));
  });
  try {
    return await Promise.race([responded, untilLate()]);
  } finally {
    socket.destroy();
  }
}

async function untilLate(): Promise<false> {
  for (let turn = 0; turn < turns; turn += 1) await pause(turn_ms);
  return false;
}
