/** The state of the databases of cells, for the commands of operators. */
import type { Client } from 'pg';
import { StoreError } from '@booking-service/kernel/store';
import { requireServed, unavailableCode } from '@booking-service/kernel/store/postgres';
import { bookingFiles } from '../booking-files.ts';
import { requireCell } from './cell-mark.ts';
import { connectCell, type MovePlace, readMove } from './move-state.ts';
import { drainingMark } from '../cells/places.ts';

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
