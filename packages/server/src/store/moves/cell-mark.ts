/**
 * The mark of a cell's database, which is the comment of its table `organizations`. It protects from a list with two exchanged URLs, which
 * would refuse every key, and from a list that names one database twice.
 */
import type { Client } from 'pg';
import { StoreError } from '@booking-service/kernel/store';
import { unavailableCode } from '@booking-service/kernel/store/postgres';
import { drainingMark } from '../cells/places.ts';
import { UnreachableError } from '../cells/merge-pages.ts';
import { connectCell, type MovePlace } from './move-state.ts';

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
