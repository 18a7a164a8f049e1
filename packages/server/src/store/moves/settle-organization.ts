/**
 * Settles a contested organization (homes.ts): one cell keeps it, and each other one gets the tombstone that a move leaves. Each step can be repeated.
 * The rows in the other cells stay, because a cell that was restored may have accepted bookings that no other one has. `org move` deletes
 * them, and refuses that while there are such bookings.
 */
import { timeOfId } from '@booking-service/kernel/contract';
import { StoreError } from '@booking-service/kernel/store';
import type { Contest, Home } from '../cells/home-watch.ts';
import {
  beginMove,
  connectAlone,
  endMove,
  inTransaction,
  leaveTombstone,
  type MovePlace,
  readNames,
  removeTombstone,
  writeHomes,
} from './move-state.ts';
import { listMissing, readMovedTables } from './copy-rows.ts';
import { createGuards, dropGuards, releaseEverywhere } from './guard-organization.ts';

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
