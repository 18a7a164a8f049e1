/**
 * Finds the cell of a name. New organizations, keys, tokens and links have the number of their cell. A name without a number is from
 * the time when the service had one database: every cell is searched, and this process remembers the one that has it.
 * An organization that moved keeps its names. The cell that it left directs to the next one, and this process remembers that, too.
 */
import { cellOf } from '@booking-service/kernel/contract';
import { BusyError } from '@booking-service/kernel/store';
import type { OpenCell } from '../store.ts';
import { unwatched, type HomeWatch } from './home-watch.ts';

/** The maximum of remembered names. Each takes about 150 bytes. */
const maxRemembered = 100_000;
/** After this time a call reads again whether the organization has left its cell. A call by a key reads it every time. */
const checked_ms = 5_000;

export interface CellDirectory {
  /** Returns the remembered cell of the name, or that of its number; undefined if every cell must be searched. */
  find(name: string): OpenCell | undefined;
  /** Remembers the cell of a name that has another number, or none. */
  remember(name: string, cell: OpenCell): void;
  /** Remembers that the organization is in the cell now. Throws a BusyError if it is contested. */
  confirm(organization_id: string, cell: OpenCell): Promise<void>;
  /** Makes the next call read again whether the organization has left its cell. */
  expire(organization_id: string): void;
  /** Forgets where the name was. */
  forget(name: string): void;
  /** Returns the cell that has been confirmed for the organization in the last seconds; undefined if `locate` must read it. */
  findConfirmed(organization_id: string): OpenCell | undefined;
  /** Returns the cell of the organization. One that does not exist is looked up in the first cell, which does not find it either. */
  locate(organization_id: string): Promise<OpenCell>;
  /** Returns the cell to which a name of this cell moved, and remembers it; undefined if it did not move. */
  follow(name: string, cell: OpenCell): Promise<OpenCell | undefined>;
  /**
   * Makes the call in every cell and returns the first result that is found, and its cell. Without one, it rejects if a cell was unavailable:
   * that cell may have it.
   */
  searchAll<Result>(
    call: (cell: OpenCell) => Promise<Result>,
  ): Promise<{ readonly cell: OpenCell; readonly result: Result } | undefined>;
}

interface Remembered {
  readonly cell: OpenCell;
  readonly confirmed_at: number;
}

export interface CellDirectoryOptions {
  /** The numbers of cells that other instances serve. Default: none. */
  readonly elsewhere?: ReadonlySet<number> | undefined;
  /** Default: no organization has moved. */
  readonly homes?: HomeWatch | undefined;
}

/** Creates the directory of these cells. */
export function createCellDirectory(
  cells: readonly [OpenCell, ...OpenCell[]],
  { elsewhere = new Set(), homes = unwatched }: CellDirectoryOptions = {},
): CellDirectory {
  const [first] = cells;
  const byNumber = new Map(cells.map((cell) => [cell.number, cell]));
  const remembered = new Map<string, Remembered>();

  function keep(name: string, cell: OpenCell): void {
    if (remembered.size >= maxRemembered && !remembered.has(name)) {
      const [oldest] = remembered.keys();
      if (oldest !== undefined) remembered.delete(oldest);
    }
    remembered.set(name, { cell, confirmed_at: performance.now() });
  }

  const directory: CellDirectory = {
    find(name) {
      const known = remembered.get(name)?.cell;
      if (known) return known;
      const number = cellOf(name);
      // A forged number, or one of a cell that is not in the list, finds nothing.
      if (number === undefined) return undefined;
      if (elsewhere.has(number)) throw servedElsewhere();
      return byNumber.get(number);
    },
    remember(name, cell) {
      if (cellOf(name) === cell.number) remembered.delete(name);
      else keep(name, cell);
    },
    async confirm(organization_id, cell) {
      await homes.require(organization_id);
      keep(organization_id, cell);
    },
    expire(organization_id) {
      const known = remembered.get(organization_id);
      if (known) remembered.set(organization_id, { ...known, confirmed_at: -Infinity });
    },
    forget: (name) => void remembered.delete(name),
    findConfirmed(organization_id) {
      const known = remembered.get(organization_id);
      const isConfirmed = known && performance.now() - known.confirmed_at < checked_ms;
      return isConfirmed && !homes.isContested(organization_id) ? known.cell : undefined;
    },
    async follow(name, from) {
      let cell = from;
      // An organization that moved on and came back is not behind its own tombstone.
      for (let hops = 0; hops < cells.length; hops += 1) {
        const place = await cell.store.findPlace?.(name);
        if (place === undefined || place.moved_to === null || place.organization_id === null) break;
        await homes.require(place.organization_id);
        const home = homes.homeOf(place.organization_id);
        // A cell between them may have been restored, and lack its tombstone.
        const number = home === undefined || home === cell.number ? place.moved_to : home;
        const next = byNumber.get(number);
        if (elsewhere.has(number)) throw servedElsewhere();
        if (!next)
          throw new BusyError(
            `An organization of cell ${cell.name} has moved to cell ${number}, which the list of cells does not have. Add it, and restart.`,
            { code: 'organization_elsewhere', cell: cell.name },
          );
        cell = next;
      }
      if (cell === from) return undefined;
      directory.remember(name, cell);
      return cell;
    },
    async searchAll(call) {
      const { promise: found, resolve } = Promise.withResolvers<{
        readonly cell: OpenCell;
        readonly result: Awaited<ReturnType<typeof call>>;
      }>();
      const searches = cells.map(async (cell) => {
        const result = await call(cell);
        if (result !== undefined) resolve({ cell, result });
      });
      // The first result does not wait for a cell that does not respond.
      return Promise.race([
        found,
        Promise.allSettled(searches).then((outcomes) => {
          const failed = outcomes.find((outcome) => outcome.status === 'rejected');
          if (failed) throw failed.reason;
          // A cell of other instances may have it.
          if (elsewhere.size > 0) throw servedElsewhere();
          return undefined;
        }),
      ]);
    },
    async locate(organization_id) {
      await homes.require(organization_id);
      const confirmed = directory.findConfirmed(organization_id);
      if (confirmed) return confirmed;
      const known = directory.find(organization_id);
      if (known) {
        const cell = (await directory.follow(organization_id, known)) ?? known;
        keep(organization_id, cell);
        return cell;
      }
      const found = await directory.searchAll(async ({ store }) => {
        const organization = await store.findListedOrganization(organization_id);
        // A copy that is not finished is not the organization, and nor are rows that it left.
        const place = organization && (await store.findPlace?.(organization_id));
        return place && (place.arriving || place.moved_to !== null) ? undefined : organization;
      });
      if (found) keep(organization_id, found.cell);
      return found?.cell ?? first;
    },
  };
  return directory;
}

function servedElsewhere(): BusyError {
  return new BusyError(undefined, { code: 'organization_elsewhere' });
}
