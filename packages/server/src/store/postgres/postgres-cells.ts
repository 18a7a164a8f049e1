/** The store over several PostgreSQL databases. Each database is a cell and has whole organizations (docs/operate/cells.md). */
import { type PostgresStoreOptions, type Sealing, StoreError } from '@booking-service/kernel/store';
import type { AdminStore } from '../admin-store.ts';
import { createHomeWatch, type Contest } from '../cells/home-watch.ts';
import { joinCells, type JoinedCell } from '../cells/join-cells.ts';
import { openCell } from '../cells/cell-circuit.ts';
import type { Store } from '../store.ts';
import { openPostgresStore } from './postgres-store.ts';

/** One database of a store of several. */
export interface PostgresCell {
  /** Stands in messages, lists and metrics: 1 to 40 characters of a-z, 0-9 and -. */
  readonly name: string;
  /** From 1 to 999. It is part of the ids and keys of the cell's organizations, so it never changes. */
  readonly number: number;
  /** `postgres://user:password@host:port/name`. */
  readonly url: string;
  /** False if it gets new organizations only by its name. Default: true. */
  readonly accepts_new?: boolean | undefined;
}

export interface PostgresCellsOptions extends PostgresStoreOptions {
  /** Called for each cell that cannot be reached at the start. It is opened when it responds. Default: no report. */
  readonly onUnreachable?: ((cell: PostgresCell, error: StoreError) => void) | undefined;
  /**
   * Called for each organization that two cells have, or that its cell lacks, because a cell was restored from a backup older than a move. Calls of it
   * throw a BusyError. Default: no report.
   */
  readonly onContested?: ((contest: Contest) => void) | undefined;
  /** The name of the only cell that this store opens. Calls of organizations of the others throw a BusyError. Default: all cells. */
  readonly only?: string | undefined;
}

/**
 * Opens several databases as one store. `options` apply to each: `connections` is the maximum for one database.
 *
 * ```ts
 * const store = await openPostgresCells(
 *   [
 *     { name: 'one', number: 1, url: 'postgres://booking@db-1.internal/booking' },
 *     { name: 'two', number: 2, url: 'postgres://booking@db-2.internal/booking' },
 *   ],
 *   { sealing },
 * );
 * ```
 *
 * An existing database becomes the first cell: its organizations and keys stay as they are. A cell that is unavailable fails the calls of
 * its own organizations with a BusyError that names it, and recovers by itself. Throws a StoreError if no cell can be reached, if one
 * cannot be used, or if a database has the number of another cell.
 */
export async function openPostgresCells(
  cells: readonly PostgresCell[],
  { onUnreachable = () => undefined, onContested = () => undefined, only, ...options }: PostgresCellsOptions,
): Promise<Store> {
  return openAll(cells, {
    onUnreachable,
    onContested,
    only,
    open: ({ url }, onDisconnect) => openPostgresStore(url, { ...options, onDisconnect }),
  });
}

/** Opens the part for administration of several databases, and migrates nothing. See openPostgresAdmin. */
export async function openPostgresAdminCells(
  cells: readonly PostgresCell[],
  { sealing }: { readonly sealing?: Sealing | undefined } = {},
): Promise<AdminStore & AsyncDisposable> {
  const { openPostgresAdmin } = await import('./postgres-admin.ts');
  return openAll(cells, {
    onUnreachable: () => undefined,
    onContested: () => undefined,
    // The type of the result has no other methods than those of administration.
    open: async ({ url }) => (await openPostgresAdmin(url, { sealing })) as unknown as Store,
  });
}

async function openAll(
  all: readonly PostgresCell[],
  {
    open,
    onUnreachable,
    onContested,
    only,
  }: {
    readonly onContested: (contest: Contest) => void;
    readonly only?: string | undefined;
    readonly open: (cell: PostgresCell, onDisconnect: () => void) => Promise<Store>;
    readonly onUnreachable: (cell: PostgresCell, error: StoreError) => void;
  },
): Promise<Store> {
  requireDistinct(all);
  const cells = only === undefined ? all : all.filter(({ name }) => name === only);
  if (cells.length === 0) throw new StoreError(`No cell has the name ${only}. Use a name of the list of cells.`);
  const elsewhere = new Set(all.filter((cell) => !cells.includes(cell)).map(({ number }) => number));
  const { requireCell, toUnreachable } = await import('../moves/cell-states.ts');
  const { probeDatabase } = await import('../moves/cell-states.ts');
  const { compareHomes, fenceHomes } = await import('../moves/homes.ts');
  const homes = createHomeWatch({
    cells: cells.map(({ name }) => name),
    onContested,
    async compare(names, known) {
      // The records of cells that other instances serve count, too.
      const compared = all.filter(({ name, number }) => names.has(name) || elsewhere.has(number));
      const comparison = await compareHomes(compared, known);
      return { ...comparison, failures: await fenceHomes(comparison) };
    },
  });
  const unreachable = new Map<string, StoreError>();
  const opened = await Promise.allSettled(
    cells.map(async (cell): Promise<JoinedCell> => {
      const { name, number, accepts_new = true } = cell;
      const openChecked = async () => {
        let store: Store | undefined;
        try {
          store = await open(cell, () => homes.lose(name));
          await requireCell(cell);
          return store;
        } catch (error) {
          await store?.[Symbol.asyncDispose]();
          throw toUnreachable(error);
        }
      };
      const found = await openCell(
        { name, number, open: openChecked, responds: () => probeDatabase(cell.url), homes },
        {
          onUnreachable(error) {
            unreachable.set(name, error);
            onUnreachable(cell, error);
          },
        },
      );
      return { ...found, accepts_new };
    }),
  );
  const stores = opened.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const failed = opened.find((outcome) => outcome.status === 'rejected');
  const [first, ...others] = stores;
  if (!failed && first && unreachable.size < cells.length) {
    const responding = stores.filter(({ name }) => !unreachable.has(name));
    // A cell that fails now is admitted by its next call.
    await Promise.allSettled(responding.map(({ name }) => homes.admit(name)));
    return joinCells([first, ...others], { elsewhere, homes });
  }
  await Promise.all(stores.map(({ store }) => store[Symbol.asyncDispose]()));
  throw failed ? failed.reason : unreachable.values().next().value;
}

function requireDistinct(cells: readonly PostgresCell[]): void {
  if (cells.length === 0) throw new StoreError('A store of several databases needs at least one cell. Add one.');
  for (const { name, number } of cells) {
    if (!/^[a-z0-9-]{1,40}$/.test(name))
      throw new StoreError(`The name of a cell has 1 to 40 characters of a-z, 0-9 and -, not ${JSON.stringify(name)}.`);
    if (!Number.isInteger(number) || number < 1 || number > 999)
      throw new StoreError(`The number of the cell ${name} is a whole number from 1 to 999, not ${number}.`);
    if (cells.filter((other) => other.name === name || other.number === number).length > 1)
      throw new StoreError(
        `The cell ${name} (${number}) has the name or the number of another cell. Change one of them.`,
      );
  }
}
