/**
 * Moves an organization from one cell to another. Each step is recorded in the databases and can be repeated, so a move that was
 * interrupted continues with the same call.
 *  1. prepare    the source guards the rows of the organization with triggers
 *  2. copy       all rows, then those that changed meanwhile. The target has nothing yet that begins work or admits callers
 *  3. drain      the source begins no more work of the organization, and work under way ends. Requests go on
 *  4. freeze     the source refuses writes
 *  5. activate   one transaction of the target copies what changed and the rest, compares all tables, and releases the work
 *  6. tombstone  the source has no keys and no work of the organization any more, and directs callers to the target
 *  7. delete     the rows in the source, once no instance reads them
 * The target decides: once its transaction is committed, the organization is there, and the source stays frozen until step 6.
 */
import type { Client } from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { StoreError } from '@booking-service/kernel/store';
import type { Home } from '../cells/home-watch.ts';
import {
  beginMove,
  connectAlone,
  deleteOrganization,
  endMove,
  forgetCopy,
  holdsOrganization,
  inTransaction,
  leaveTombstone,
  type MovePlace,
  readHomes,
  readMove,
  readNames,
  removeTombstone,
  setCopied,
  setMove,
  setMoveAlone,
  writeHomes,
} from './move-state.ts';
import {
  compareCounts,
  type Copied,
  CopyDiffersError,
  copyRows,
  listFew,
  listMissing,
  type MovedTable,
  readMovedTables,
  removeMissing,
} from './copy-rows.ts';
import { createGuards, dropGuards, holdWork, releaseWork, resumeWork, untilIdle } from './guard-organization.ts';

/** The steps, as they are reported. */
export const moveSteps = [
  'prepared',
  'copied',
  'draining',
  'drained',
  'frozen',
  'compared',
  'activated',
  'tombstoned',
  'deleted',
] as const;
export type MoveStep = (typeof moveSteps)[number];

export interface MoveOptions {
  readonly organization_id: string;
  readonly source: MovePlace;
  readonly target: MovePlace;
  /** Called after each step. */
  readonly onStep?: ((step: MoveStep) => void | Promise<void>) | undefined;
  /** The time between the tombstone and the deletion, in which instances learn of the move. Default: 15 seconds. */
  readonly delete_after_ms?: number | undefined;
  /** True if the rows in the source stay until the next call. Default: false. */
  readonly keepRows?: boolean | undefined;
}

export interface Moved {
  /** The rows of the organization in the target; undefined if an earlier call activated it. */
  readonly rows: number | undefined;
  /** The time for which writes were refused; undefined if an earlier call froze it. */
  readonly frozen_ms: number | undefined;
}

/** A pass that copies fewer rows than this ends the copy: the rest is copied while writes are refused. */
const smallPass = 500;
const maxPasses = 10;

interface Move extends Copied {
  readonly tables: readonly MovedTable[];
  readonly step: (step: MoveStep) => Promise<void>;
}

/** Moves the organization, or continues its move. Throws a StoreError that says why it cannot. */
export async function moveOrganization({
  organization_id,
  source: from,
  target: to,
  onStep = () => undefined,
  delete_after_ms = 15_000,
  keepRows = false,
}: MoveOptions): Promise<Moved> {
  const options = {
    organization_id,
    task: `The move of the organization ${organization_id} from ${from.name} to ${to.name}`,
  };
  return connectAlone(from, options, (source) =>
    connectAlone(to, options, async (target) => {
      const begun = await readMove(source, organization_id);
      if (begun && begun.cell !== to.number)
        throw new StoreError(
          `The organization ${organization_id} already moves to cell ${begun.cell}. Finish that move first.`,
        );
      for (const client of [source, target])
        await client.query(`SELECT set_config('booking_service.moves', $1, false)`, [organization_id]);
      const tables = await readMovedTables(source);
      const move: Move = { source, target, organization_id, tables, step: async (step) => onStep(step) };

      let moved: Moved = { rows: undefined, frozen_ms: undefined };
      if (begun?.state !== 'moved') {
        if ((await readMove(target, organization_id))?.state === 'arrived') await finishMove(move, to);
        else moved = await transfer(move, { from, to });
      }
      if (keepRows) return moved;
      const { moved_at } = (await readMove(source, organization_id)) ?? {};
      await pause(Math.max(0, Date.parse(moved_at ?? '') + delete_after_ms - Date.now()));
      await requireArrived(move, { from, to });
      await deleteOrganization(source, { organization_id, tables });
      await dropGuards(source, { organization_id, tables });
      await endMove(target, organization_id);
      await endMove(source, organization_id);
      await move.step('deleted');
      return moved;
    }),
  );
}

/** Steps 1 to 6. */
async function transfer(
  move: Move,
  { from, to }: { readonly from: MovePlace; readonly to: MovePlace },
): Promise<Moved> {
  const { source, target, organization_id, tables, step } = move;
  await requireRoom(move, to);
  // The record in the source is the first and the last, so an interrupted move is always found there.
  await beginMove(source, { organization_id, state: 'copying', cell: to.number });
  await beginMove(target, { organization_id, state: 'arriving', cell: from.number });
  const [left, arriving] = [await readMove(source, organization_id), await readMove(target, organization_id)];
  if (left?.copied_to !== arriving?.copied_to) await forgetCopy(source, organization_id);
  const home = await nextHome(move, to);
  await createGuards(source, { organization_id, tables });
  await step('prepared');
  await copyBefore(move);
  await step('copied');

  let isActivating = false;
  try {
    // A process that ended while the organization was frozen left it so.
    if ((await readMove(source, organization_id))?.state !== 'frozen') {
      await setMoveAlone(source, organization_id, 'draining');
      await inTransaction(source, async () => {
        // The trigger holds what this writes.
        await source.query(`SELECT set_config('booking_service.moves', '', true)`);
        await holdWork(source, organization_id);
      });
      await step('draining');
      await untilIdle(source, organization_id);
      await step('drained');
      await copyUntilSmall(move);
    }
    const frozen = performance.now();
    await setMoveAlone(source, organization_id, 'frozen');
    await step('frozen');
    const rows = await inTransaction(target, async () => {
      const copied = await copyLast(move);
      await step('compared');
      await releaseWork(target, organization_id);
      await removeTombstone(target, organization_id);
      await setMove(target, organization_id, 'arrived');
      await writeHomes(target, [home]);
      isActivating = true;
      return copied;
    });
    await step('activated');
    await finishMove(move, to);
    return { rows, frozen_ms: performance.now() - frozen };
  } catch (error) {
    // A commit that failed may have happened. The next call reads it.
    if (!isActivating) await resume(move, error).catch(() => undefined);
    throw error;
  }
}

async function readHome(client: Client, organization_id: string): Promise<Home | undefined> {
  return (await readHomes(client, [organization_id])).get(organization_id);
}

/** Returns the record of this move. */
async function nextHome({ source, target, organization_id }: Move, to: MovePlace): Promise<Home> {
  const earlier = [await readHome(source, organization_id), await readHome(target, organization_id)];
  const epoch = Math.max(...earlier.map((home) => home?.epoch ?? 0)) + 1;
  return { organization_id, epoch, cell: to.number, moved_at: new Date().toISOString() };
}

/** Step 6. */
async function finishMove({ source, target, organization_id, step }: Move, to: MovePlace): Promise<void> {
  const home = await readHome(target, organization_id);
  if (home?.cell !== to.number)
    throw new StoreError(`The cell ${to.name} has no record of the move of the organization ${organization_id}.`);
  await leaveTombstone(source, { home, directed: await readNames(target, [organization_id]), now: new Date() });
  await step('tombstoned');
}

/** Refuses to delete the only rows: the target may have been restored from a backup older than the move. */
async function requireArrived(
  { source, target, organization_id }: Move,
  { from, to }: { readonly from: MovePlace; readonly to: MovePlace },
): Promise<void> {
  const [left, arrived] = [await readHome(source, organization_id), await readHome(target, organization_id)];
  if (
    !(await holdsOrganization(target, organization_id)) ||
    arrived?.cell !== to.number ||
    arrived.epoch !== left?.epoch
  )
    throw new StoreError(
      `The cell ${to.name} lacks the organization ${organization_id}: it was restored from a backup older than the move. Its rows in the cell ${from.name} stay. Restore a newer backup of ${to.name}.`,
    );
  const missing = await listMissing({ source, target, organization_id });
  if (missing.length > 0)
    throw new StoreError(
      `The cell ${from.name} has bookings of the organization ${organization_id} that the cell ${to.name} lacks, so its rows stay: ${listFew(missing)}. Create them again, delete their rows in ${from.name}, and run the command again.`,
    );
}

/** Serves the organization in the source as before. */
async function resume({ source, organization_id }: Move, error: unknown): Promise<void> {
  if (error instanceof CopyDiffersError) await forgetCopy(source, organization_id);
  await resumeWork(source, organization_id);
}

/** Refuses a target that has the organization, or whose move of it to another cell has not ended. */
async function requireRoom({ target, organization_id }: Move, to: MovePlace): Promise<void> {
  const other = await readMove(target, organization_id);
  if (!other && (await holdsOrganization(target, organization_id)))
    throw new StoreError(
      `The cell ${to.name} has the organization ${organization_id}, too. Nothing was changed. Settle it: booking-service org settle ${organization_id}`,
    );
  if (other && other.state !== 'arriving')
    throw new StoreError(
      `The organization ${organization_id} left that cell, and its rows there are not deleted yet. Run the earlier move again, then this one.`,
    );
}

/** Copies all rows, and then what changed, until little changes. */
async function copyBefore(move: Move): Promise<void> {
  await copyUntilSmall(move);
  // The service removes old rows during a long copy.
  const aging = move.tables.filter(({ isAging }) => isAging);
  await inSnapshot(move, async () => {
    const { differing } = await compareCounts(aging, move);
    for (const table of differing) await removeMissing(table, move);
  });
}

async function copyUntilSmall(move: Move): Promise<void> {
  for (let pass = 1; pass <= maxPasses; pass += 1) if ((await copyChanged(move)) < smallPass) return;
}

/** Copies what changed since the last pass, one table after the other. Returns the number of rows. */
async function copyChanged(move: Move): Promise<number> {
  const { source, target } = move;
  const since = await readReached(move);
  const [rows, reached] = await inSnapshot(move, async () => {
    const { rows: found } = await source.query<{ xmin: string }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin',
    );
    let copied = 0;
    for (const table of move.tables)
      copied += await inTransaction(target, () => copyRows([table], move, { since, withActive: false }));
    return [copied, found[0]?.xmin] as const;
  });
  await setCopied(move, reached);
  return rows;
}

/**
 * Copies the rest inside the transaction of the target, and compares the number of rows of every table: the rows themselves were compared when they
 * were copied. Returns the number of all rows.
 */
async function copyLast(move: Move): Promise<number> {
  const since = await readReached(move);
  return inSnapshot(move, async () => {
    await copyRows(move.tables, move, { since, withActive: true });
    let compared = await compareCounts(move.tables, move);
    if (compared.differing.length > 0) {
      // Old rows that the service removed since; those that refer to others first.
      for (const table of compared.differing.toReversed()) await removeMissing(table, move);
      compared = await compareCounts(move.tables, move);
    }
    if (compared.differing.length === 0) return compared.rows;
    const names = compared.differing.map(({ name }) => name).join(', ');
    throw new CopyDiffersError(move.organization_id, `the number of rows in ${names}`);
  });
}

async function readReached({ source, organization_id }: Move): Promise<string | undefined> {
  return (await readMove(source, organization_id))?.copied_to ?? undefined;
}

/** Reads the source at one moment. */
async function inSnapshot<Result>({ source }: Move, work: () => Promise<Result>): Promise<Result> {
  return inTransaction(source, work, 'ISOLATION LEVEL REPEATABLE READ READ ONLY');
}
