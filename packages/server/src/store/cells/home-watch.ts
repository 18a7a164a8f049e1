/**
 * The comparison of the homes of organizations (store/moves/homes.ts) in a running process. A restore replaces a database, so every
 * connection to it is lost: a cell is compared at the start and after each lost connection, before its next call.
 */
import { BusyError } from '@booking-service/kernel/store';

/** The record of the last move of an organization. */
export interface Home {
  readonly organization_id: string;
  /** The number of its moves. */
  readonly epoch: number;
  readonly cell: number;
  readonly moved_at: string;
}

/** An organization that two cells have, or that its home lacks. */
export interface Contest {
  readonly organization_id: string;
  /** The newest record. */
  readonly home: Home;
  readonly home_name: string;
  /** The cells that have it, each with the epoch of the move that brought it there; 0 if it was created there. */
  readonly holders: readonly { readonly name: string; readonly number: number; readonly epoch: number }[];
  /** False if the home responds, and lacks it or has the rows of an earlier stay. */
  readonly isHome: boolean;
}

/** Returns the contest and the command that settles it, as one line. */
export function describeContest({ organization_id, home_name, holders, isHome }: Contest): string {
  const others = holders.filter(({ name }) => name !== home_name).map(({ name }) => name);
  const command = `booking-service org settle ${organization_id}`;
  if (isHome)
    return `The organization ${organization_id} is in the cell ${home_name}, and again in ${others.join(', ')}, which was restored from a backup older than its move. Settle it: ${command}.`;
  const newer = `Restore a newer backup of ${home_name}`;
  if (holders.length === 0)
    return `The organization ${organization_id} is in no cell: ${home_name} was restored from a backup older than its move there. ${newer}.`;
  return `The cell ${home_name} was restored from a backup older than the last move of the organization ${organization_id} there. ${newer}, or accept the older rows of ${holders.map(({ name }) => name).join(' or ')}: ${command}.`;
}

export interface HomeWatch {
  /** Returns whether the cell was compared since its last lost connection. */
  isAdmitted(cell: string): boolean;
  /** Compares the cell, if it is not admitted. Throws a BusyError if its database does not respond. */
  admit(cell: string): Promise<void>;
  /** Makes the next call of the cell wait for a comparison. */
  lose(cell: string): void;
  /** Returns the number of the cell to which the organization moved last; undefined if no move is known. */
  homeOf(organization_id: string): number | undefined;
  isContested(organization_id: string): boolean;
  /** Throws a BusyError if the organization is contested. */
  require(organization_id: string): Promise<void>;
  /** Throws a BusyError if a contested organization may have a name that the cell lacks. Without a cell: one of any cell. */
  requireNames(cell?: number): Promise<void>;
}

export interface HomeWatchOptions {
  /** The names of the cells. */
  readonly cells: readonly string[];
  /** Compares these cells, and holds the work of contested organizations. */
  readonly compare: (
    cells: ReadonlySet<string>,
    known: Iterable<Home>,
  ) => Promise<{
    readonly homes: ReadonlyMap<string, Home>;
    readonly contests: readonly Contest[];
    readonly failures: ReadonlyMap<string, Error>;
  }>;
  /** Called once for each contest. */
  readonly onContested: (contest: Contest) => void;
}

/** A refusal is compared again after this time: the contest may be settled. */
const compared_ms = 5_000;

export function createHomeWatch({ cells, compare, onContested }: HomeWatchOptions): HomeWatch {
  /** The lost connections of each cell, and how many of them had happened before its last comparison. */
  const losses = new Map(cells.map((name) => [name, 0]));
  const admitted = new Map<string, number>();
  const waiting = new Set<string>();
  let homes: ReadonlyMap<string, Home> = new Map();
  let contests: ReadonlyMap<string, Contest> = new Map();
  let failures: ReadonlyMap<string, Error> = new Map();
  let comparing: Promise<void> | undefined;
  let compared_at = -Infinity;

  const isAdmitted = (cell: string): boolean => admitted.get(cell) === losses.get(cell);

  async function compareAll(): Promise<void> {
    // The calls of one moment are one comparison.
    await Promise.resolve();
    // A cell that is down delays the others no longer than its own calls.
    const responding = new Set(cells.filter((name) => isAdmitted(name) || waiting.has(name)));
    waiting.clear();
    const before = new Map(losses);
    const found = await compare(responding, homes.values());
    for (const contest of found.contests) if (!contests.has(contest.organization_id)) onContested(contest);
    ({ homes, failures } = found);
    contests = new Map(found.contests.map((contest) => [contest.organization_id, contest]));
    compared_at = performance.now();
    for (const name of responding) if (!failures.has(name)) admitted.set(name, before.get(name) ?? 0);
  }

  function compareOnce(): Promise<void> {
    comparing ??= compareAll().finally(() => {
      comparing = undefined;
    });
    return comparing;
  }

  /** Throws while `find` returns a contest, also after a comparison of the last seconds. */
  async function refuse(find: () => Contest | undefined): Promise<void> {
    if (!find()) return;
    if (performance.now() - compared_at > compared_ms) await compareOnce();
    const contest = find();
    if (contest) throw new BusyError(undefined, { code: 'organization_contested', cell: contest.home_name });
  }

  return {
    isAdmitted,
    async admit(cell) {
      // The first comparison may have begun before the loss.
      for (let tries = 1; tries <= 2 && !isAdmitted(cell); tries += 1) {
        waiting.add(cell);
        await compareOnce();
      }
      if (!isAdmitted(cell))
        throw new BusyError(undefined, { code: 'database_unreachable', cause: failures.get(cell) });
    },
    lose: (cell) => void losses.set(cell, (losses.get(cell) ?? 0) + 1),
    homeOf: (organization_id) => homes.get(organization_id)?.cell,
    isContested: (organization_id) => contests.has(organization_id),
    require: (organization_id) => refuse(() => contests.get(organization_id)),
    requireNames: (cell) =>
      refuse(() =>
        [...contests.values()].find(
          ({ home, holders }) =>
            cell === undefined || home.cell === cell || holders.some(({ number }) => number === cell),
        ),
      ),
  };
}

/** The watch of cells without moves. */
export const unwatched: HomeWatch = {
  isAdmitted: () => true,
  admit: async () => undefined,
  lose: () => undefined,
  homeOf: () => undefined,
  isContested: () => false,
  require: async () => undefined,
  requireNames: async () => undefined,
};
