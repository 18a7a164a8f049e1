/**
 * Finds the cell of a name. New organizations, keys, tokens and links have the number of their cell. A name without a number is from
 * the time when the service had one database: every cell is searched, and this process remembers the one that has it.
 */
import { cellOf } from '@booking-service/kernel/ids';
import type { OpenCell } from '../store.ts';

/** The maximum of remembered names. Each takes about 150 bytes. */
const maxRemembered = 100_000;

export interface CellDirectory {
  /** Returns the cell by the name's number, or the remembered one; undefined if every cell must be searched. */
  find(name: string): OpenCell | undefined;
  remember(name: string, cell: OpenCell): void;
  /** Returns the cell of the organization. One that does not exist is looked up in the first cell, which does not find it either. */
  locate(organization_id: string): Promise<OpenCell>;
  /**
   * Makes the call in every cell and returns the first result that is found, and its cell. Without one, it rejects if a cell was unavailable:
   * that cell may have it.
   */
  searchAll<Result>(
    call: (cell: OpenCell) => Promise<Result>,
  ): Promise<{ readonly cell: OpenCell; readonly result: Result } | undefined>;
}

export function createCellDirectory(cells: readonly [OpenCell, ...OpenCell[]]): CellDirectory {
  const [first] = cells;
  const byNumber = new Map(cells.map((cell) => [cell.number, cell]));
  const remembered = new Map<string, OpenCell>();

  const directory: CellDirectory = {
    find(name) {
      const number = cellOf(name);
      // A forged number, or one of a cell that is not in the list, finds nothing.
      return (number === undefined ? undefined : byNumber.get(number)) ?? remembered.get(name);
    },
    remember(name, cell) {
      if (cellOf(name) === cell.number) return;
      if (remembered.size >= maxRemembered) {
        const [oldest] = remembered.keys();
        if (oldest !== undefined) remembered.delete(oldest);
      }
      remembered.set(name, cell);
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
          return undefined;
        }),
      ]);
    },
    async locate(organization_id) {
      const known = directory.find(organization_id);
      if (known) return known;
      const found = await directory.searchAll(({ store }) => store.findListedOrganization(organization_id));
      if (found) directory.remember(organization_id, found.cell);
      return found?.cell ?? first;
    },
  };
  return directory;
}
