/**
 * The homes of organizations that have moved: the cell of the last move of each, and its epoch, which counts the moves. The activation writes the
 * record in the target, and every other cell gets a copy. So a comparison finds a cell that was restored from a backup older than a move:
 *  - it has an organization again that has left it, or
 *  - it lacks one that came to it, or has the rows of an earlier stay.
 * Such an organization is contested: no instance serves it, and its work is held where it is not at home, until `org settle` or a newer backup.
 */
import type { Client } from 'pg';
import { cellOf } from '@booking-service/kernel/contract';
import { StoreError } from '@booking-service/kernel/store';
import { systemClock, withDeadline } from '@booking-service/kernel/time';
import type { Contest, Home } from '../cells/home-watch.ts';
import {
  connectCell,
  directNames,
  inTransaction,
  type MovePlace,
  type MoveRow,
  type Named,
  readHomes,
  readNames,
  writeHomes,
} from './move-state.ts';
import { holdEverywhere } from './guard-organization.ts';

/** A cell as the comparison found it. */
interface ReadCell {
  readonly cell: MovePlace;
  readonly homes: ReadonlyMap<string, Home>;
  /** The organizations with rows in the cell, of those that have moved. */
  readonly rows: ReadonlyMap<string, HeldRow>;
}

interface HeldRow extends Pick<MoveRow, 'cell'> {
  readonly id: string;
  /** Null if no move of it is under way. */
  readonly state: MoveRow['state'] | null;
}

export interface Comparison {
  /** The newest record of each organization that has moved. */
  readonly homes: ReadonlyMap<string, Home>;
  readonly contests: readonly Contest[];
  /** The reason for each cell that could not be read, or in which nothing could be held. */
  readonly failures: ReadonlyMap<string, StoreError>;
  readonly cells: readonly ReadCell[];
}

/** The longest time that a comparison waits for a cell. */
const maxSeconds = 5;

/** Compares the cells. `known` are records that the caller has read before. */
export async function compareHomes(cells: readonly MovePlace[], known: Iterable<Home> = []): Promise<Comparison> {
  const first = await compareOnce(cells, known);
  if (first.contests.length === 0) return first;
  // A move that ended between the reads of two cells looks contested, once.
  const second = await compareOnce(cells, first.homes.values());
  const isFirst = ({ organization_id }: Contest) =>
    first.contests.some((contest) => contest.organization_id === organization_id);
  return { ...second, contests: second.contests.filter(isFirst) };
}

async function compareOnce(cells: readonly MovePlace[], known: Iterable<Home>): Promise<Comparison> {
  const failures = new Map<string, StoreError>();
  async function readEach<Result>(
    of: readonly MovePlace[],
    read: (client: Client, cell: MovePlace) => Promise<Result>,
  ) {
    const results = await Promise.all(
      of.map(async (cell) => {
        try {
          return [await connect(cell, (client) => read(client, cell))];
        } catch (error) {
          if (!(error instanceof StoreError)) throw error;
          failures.set(cell.name, error);
          return [];
        }
      }),
    );
    return results.flat();
  }
  const recorded = await readEach(cells, async (client, cell) => ({ cell, homes: await readHomes(client) }));
  const homes = new Map<string, Home>();
  for (const home of [...known, ...recorded.flatMap((each) => [...each.homes.values()])]) {
    const other = homes.get(home.organization_id);
    if (!other || isNewer(home, other)) homes.set(home.organization_id, home);
  }
  if (homes.size === 0) return { homes, contests: [], failures, cells: [] };
  const ids = [...homes.keys()];
  const found = await readEach(
    recorded.map(({ cell }) => cell),
    async (client, cell): Promise<ReadCell> => {
      const own = recorded.find((each) => each.cell === cell)?.homes ?? new Map<string, Home>();
      return { cell, homes: own, rows: await readRows(client, ids) };
    },
  );
  const contests = [...homes.values()].flatMap((home) => findContest(home, { found, cells }) ?? []);
  return { homes, contests, failures, cells: found };
}

/** Two moves have the same epoch only if a cell was down that knew of the first. */
function isNewer(home: Home, other: Home): boolean {
  return home.epoch === other.epoch ? home.moved_at > other.moved_at : home.epoch > other.epoch;
}

function findContest(
  home: Home,
  { found, cells }: { readonly found: readonly ReadCell[]; readonly cells: readonly MovePlace[] },
): Contest | undefined {
  const { organization_id } = home;
  const at = found.find(({ cell }) => cell.number === home.cell);
  const arrived = at?.rows.get(organization_id)?.state === 'arrived';
  const holders = found
    .filter(({ rows }) => {
      const row = rows.get(organization_id);
      if (!row || row.state === 'arriving' || row.state === 'moved') return false;
      // The end of a move: the target has activated it, and the source has no tombstone yet.
      return !(row.state === 'frozen' && row.cell === home.cell && arrived);
    })
    .map(({ cell, homes }) => {
      const own = homes.get(organization_id);
      return { name: cell.name, number: cell.number, epoch: own?.cell === cell.number ? own.epoch : 0 };
    });
  const current = holders.find(({ number, epoch }) => number === home.cell && epoch === home.epoch);
  if (holders.length === (current ? 1 : 0) && (current || !at)) return undefined;
  const name = cells.find(({ number }) => number === home.cell)?.name ?? `number ${home.cell}`;
  return { organization_id, home, home_name: name, holders, isHome: current !== undefined || !at };
}

/** Organizations of one transaction. It takes a lock for each. */
const batch = 500;

/**
 * Holds the work of contested organizations where they are not at home, and copies records of homes to the cells without them, with the
 * directions of names that have the number of the cell: a cell that was restored may lack both. Returns the reason for each cell that failed.
 */
export async function fenceHomes({ homes, contests, failures, cells }: Comparison): Promise<Comparison['failures']> {
  const failed = new Map(failures);
  const isCurrent = ({ organization_id, cell, epoch }: Home) =>
    cells.find((each) => each.cell.number === cell)?.homes.get(organization_id)?.epoch === epoch;
  await Promise.all(
    cells.map(async ({ cell, homes: own }) => {
      const held = contests
        .filter(({ holders }) => holders.some(({ number }) => number === cell.number))
        .filter(({ home, isHome }) => !isHome || home.cell !== cell.number)
        .map(({ home }) => home);
      const lacking = [...homes.values()].filter(
        (home) =>
          home.cell !== cell.number && (own.get(home.organization_id)?.epoch ?? 0) < home.epoch && isCurrent(home),
      );
      try {
        for (let from = 0; from < held.length; from += batch) await holdWork(cell, held.slice(from, from + batch));
        for (let from = 0; from < lacking.length; from += batch)
          await copyRecords(cell, { lacking: lacking.slice(from, from + batch), cells });
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        failed.set(cell.name, error);
      }
    }),
  );
  return failed;
}

async function holdWork(cell: MovePlace, homes: readonly Home[]): Promise<void> {
  await connect(cell, (client) =>
    inTransaction(client, async () => {
      const own = await lockUnmoved(client, homes);
      // One that was settled meanwhile works.
      const held = own.filter(([home, record]) => record?.cell !== cell.number || record.epoch <= home.epoch);
      await holdEverywhere(
        client,
        held.map(([{ organization_id }]) => organization_id),
      );
    }),
  );
}

async function copyRecords(
  cell: MovePlace,
  { lacking, cells }: { readonly lacking: readonly Home[]; readonly cells: readonly ReadCell[] },
): Promise<void> {
  const named: Named[] = [];
  for (const { cell: at } of cells) {
    const ids = lacking.filter((home) => home.cell === at.number).map(({ organization_id }) => organization_id);
    if (ids.length > 0) named.push(...(await connect(at, (client) => readNames(client, ids))));
  }
  await connect(cell, (client) =>
    inTransaction(client, async () => {
      const own = await lockUnmoved(client, lacking);
      const older = own.filter(([home, record]) => (record?.epoch ?? 0) < home.epoch).map(([home]) => home);
      const numbered = named.filter(({ name }) => cellOf(name) === cell.number);
      await directNames(client, numbered, older);
      await writeHomes(client, older);
    }),
  );
}

/**
 * Locks the organizations until the end of the transaction, except those that another process moves or settles at the moment. Returns them with
 * their records in the cell.
 */
async function lockUnmoved(client: Client, homes: readonly Home[]): Promise<(readonly [Home, Home | undefined])[]> {
  // Instances that start at the same time wait for each other.
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('homes', 0))`);
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM unnest($1::text[]) AS f (id) WHERE pg_try_advisory_xact_lock(hashtextextended('mover ' || id, 0))`,
    [homes.map(({ organization_id }) => organization_id)],
  );
  const locked = new Set(rows.map(({ id }) => id));
  const own = await readHomes(client, [...locked]);
  return homes
    .filter(({ organization_id }) => locked.has(organization_id))
    .map((home) => [home, own.get(home.organization_id)]);
}

async function connect<Result>(cell: MovePlace, work: (client: Client) => Promise<Result>): Promise<Result> {
  try {
    return await withDeadline(systemClock, maxSeconds, () => connectCell(cell, work));
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new StoreError(`Cell ${cell.name}: The database did not respond within ${maxSeconds} seconds.`, { cause });
  }
}

async function readRows(client: Client, ids: readonly string[]): Promise<Map<string, HeldRow>> {
  const { rows } = await client.query<HeldRow>(
    `SELECT o.id, m.state, m.cell FROM unnest($1::text[]) AS f (id) JOIN organizations o ON o.id = f.id
     LEFT JOIN organization_moves m ON m.organization_id = o.id`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
