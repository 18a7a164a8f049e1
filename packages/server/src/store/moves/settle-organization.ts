/**
 * Settles a contested organization (homes.ts): one cell keeps it, and each other one gets the tombstone that a move leaves. Each step can be repeated.
 * The rows in the other cells stay, because a cell that was restored may have accepted bookings that no other one has. `org move` deletes
 * them, and refuses that while there are such bookings.
 */
import { timeOfId } from '@booking-service/kernel/contract';
import { StoreError } from '@booking-service/kernel/store';
import type { Client } from 'pg';
import type { Contest, Home } from '../cells/home-watch.ts';
import {
  beginMove,
  connectAlone,
  deleteOrganization,
  endMove,
  forgetCopy,
  inTransaction,
  leaveTombstone,
  type MovePlace,
  readMove,
  readNames,
  removeTombstone,
  writeHomes,
} from './move-state.ts';
import { listMissing, readMovedTables } from './copy-rows.ts';
import { createGuards, dropGuards, releaseEverywhere, resumeWork } from './guard-organization.ts';

export interface Settlement {
  readonly contest: Contest;
  /** The cell that keeps the organization: its home, or the one with the newest rows. */
  readonly keeper: MovePlace;
  readonly others: readonly MovePlace[];
}

/** The rows of the organization in one cell. */
export interface Held {
  readonly name: string;
  readonly bookings: number;
  /** The time of the newest event; null without one. */
  readonly newest: string | null;
  /** The bookings that the keeper lacks. */
  readonly missing: readonly string[];
}

/** Returns how the contest would be settled. Throws a StoreError if no cell has the organization, or its home does not respond. */
export function planSettlement(contest: Contest, cells: readonly MovePlace[]): Settlement {
  const { organization_id, home, home_name, holders, isHome } = contest;
  const newest = holders
    .toSorted((a, b) => b.epoch - a.epoch || Number(b.number === home.cell) - Number(a.number === home.cell))
    .at(0)?.number;
  const keeper = cells.find(({ number }) => number === (isHome ? home.cell : newest));
  if (!keeper)
    throw new StoreError(
      `No cell has the organization ${organization_id}. Restore a newer backup of ${home_name}: nothing else brings it back.`,
    );
  const others = cells.filter((cell) => cell !== keeper && holders.some(({ number }) => number === cell.number));
  return { contest, keeper, others };
}

/** Returns what the cells have, that of the keeper first. */
export async function readHeld({ contest, keeper, others }: Settlement): Promise<Held[]> {
  const { organization_id } = contest;
  const options = { organization_id, task: `The plan for the organization ${organization_id}` };
  return connectAlone(keeper, options, async (target) => {
    const held: Held[] = [];
    for (const cell of [keeper, ...others]) {
      const read = async (source: typeof target): Promise<void> => {
        const { rows } = await source.query<{ bookings: number; newest: string | null }>(
          `SELECT (SELECT count(*)::integer FROM bookings WHERE organization_id = $1) AS bookings,
             (SELECT max(id) FROM events WHERE organization_id = $1) AS newest`,
          [organization_id],
        );
        const { bookings = 0, newest = null } = rows[0] ?? {};
        const missing = source === target ? [] : await listMissing({ source, target, organization_id });
        held.push({ name: cell.name, bookings, newest: timeOfId(newest ?? '')?.toISOString() ?? null, missing });
      };
      await (cell === keeper ? read(target) : connectAlone(cell, options, read));
    }
    return held;
  });
}

/** Settles the contest. */
export async function settleOrganization({ contest, keeper, others }: Settlement): Promise<void> {
  const { organization_id, isHome } = contest;
  const options = { organization_id, task: `The settlement of the organization ${organization_id}` };
  const now = new Date();
  const home: Home = isHome
    ? contest.home
    : { organization_id, epoch: contest.home.epoch + 1, cell: keeper.number, moved_at: now.toISOString() };
  await connectAlone(keeper, options, async (kept) => {
    if (!isHome) {
      await kept.query(`SELECT set_config('booking_service.moves', $1, false)`, [organization_id]);
      await inTransaction(kept, async () => {
        await releaseEverywhere(kept, organization_id);
        await removeTombstone(kept, organization_id);
        await endMove(kept, organization_id);
        await writeHomes(kept, [home]);
      });
      await dropGuards(kept, { organization_id, tables: await readMovedTables(kept) });
    }
    const directed = await readNames(kept, [organization_id]);
    for (const cell of others)
      await connectAlone(cell, options, async (lost) => {
        await lost.query(`SELECT set_config('booking_service.moves', $1, false)`, [organization_id]);
        // An instance that has not compared the cells yet is refused.
        await createGuards(lost, { organization_id, tables: await readMovedTables(lost) });
        await inTransaction(lost, async () => {
          await endMove(lost, organization_id);
          await beginMove(lost, { organization_id, state: 'copying', cell: keeper.number });
        });
        await leaveTombstone(lost, { home, directed, now });
      });
  });
}

// Cancels the move of an organization that the target has not activated. Each step can be repeated, so a cancellation that was interrupted
// continues with the same call; the move may also begin again instead.
//  1. resume  the source serves the organization as before, and a later copy begins with all rows
//  2. remove  the rows in the target, in parts
//  3. end     the triggers, and the records of the move: that of the source at last

export type CancelStep = 'resumed' | 'removed' | 'ended';

export interface CancelOptions {
  readonly organization_id: string;
  readonly source: MovePlace;
  readonly target: MovePlace;
  /** Called after each step. */
  readonly onStep?: ((step: CancelStep) => void | Promise<void>) | undefined;
}

/** Cancels the move, or continues its cancellation. Throws a StoreError that says why it cannot. */
export async function cancelMove({
  organization_id,
  source: from,
  target: to,
  onStep = () => undefined,
}: CancelOptions): Promise<void> {
  const options = {
    organization_id,
    task: `The cancellation of the move of the organization ${organization_id} from ${from.name} to ${to.name}`,
  };
  await connectAlone(from, options, async (source) => {
    const { state } = (await readMove(source, organization_id)) ?? {};
    if (state === undefined) return;
    const activated = () =>
      new StoreError(
        `The organization ${organization_id} is in the cell ${to.name} already, so its move cannot be cancelled. Finish the move: booking-service org move ${organization_id} --to ${to.name}. Then move it back: booking-service org move ${organization_id} --to ${from.name}`,
      );
    if (state === 'moved') throw activated();
    // The target activates only an organization that is frozen. So one that is not works again even if the target is down.
    if (state !== 'frozen') await resume(source, organization_id);
    await connectAlone(to, options, async (target) => {
      const arrival = await readMove(target, organization_id);
      if (arrival?.state === 'arrived') throw activated();
      if (state === 'frozen') await resume(source, organization_id);
      await onStep('resumed');
      // Without its record the target has no rows: a copy begins after it.
      if (arrival) await deleteOrganization(target, { organization_id, tables: await readMovedTables(target) });
      await onStep('removed');
      await endMove(target, organization_id);
      await dropGuards(source, { organization_id, tables: await readMovedTables(source) });
      await endMove(source, organization_id);
      await onStep('ended');
    });
  });
}

async function resume(source: Client, organization_id: string): Promise<void> {
  await forgetCopy(source, organization_id);
  await resumeWork(source, organization_id);
}
