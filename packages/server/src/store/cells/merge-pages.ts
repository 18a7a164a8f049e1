/**
 * Pages of lists over all cells. Each cell returns a page from the same place, and the first rows of all of them are the page. See
 * merge-pages.ts for a cell that does not respond.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { BusyError, maxPage, StoreError } from '@booking-service/kernel/store';
import { maxMemberships } from '../access/members.ts';
import { type Listed, toListed } from '../lists/list-page.ts';
import type { RequestRow } from '../requests/requests.ts';
import type { OpenCell, Store } from '../store.ts';
import { type RunState, stuckCursor } from '../runs/port.ts';

// Cells that are unavailable during a task that concerns all of them. Without the rows of one cell a list would look complete, so it rejects;
// except in a task that goes on without the cell and names it.

/** Thrown by the opening of a database that does not respond. */
export class UnreachableError extends StoreError {}

/** The names of the cells that the task in progress has left out. */
const leftOut = new AsyncLocalStorage<Set<string>>();

/** The result of a task, and the names of the cells that it lacks. */
export interface Available<Result> {
  readonly result: Result;
  readonly unavailable: readonly string[];
}

/**
 * Runs the task, which leaves out the cells that are unavailable. The caller must show their names. `onFailure` receives the
 * same names if the task rejects.
 */
export async function readAvailable<Result>(
  task: () => Promise<Result>,
  onFailure: (unavailable: readonly string[]) => void = () => undefined,
): Promise<Available<Result>> {
  const names = new Set<string>();
  try {
    return { result: await leftOut.run(names, task), unavailable: [...names] };
  } catch (error) {
    onFailure([...names]);
    throw error;
  } finally {
    // A task of which this one is a part lacks the same cells.
    for (const name of names) leftOut.getStore()?.add(name);
  }
}

/** Returns whether the task in progress lacks a cell. */
export function lacksCell(): boolean {
  return (leftOut.getStore()?.size ?? 0) > 0;
}

/** Leaves out the cell, if it is unavailable and the task in progress may lack it. Rethrows the error otherwise. */
export function leaveOut(cell: string, error: unknown): void {
  const names = leftOut.getStore();
  if (!names || !(error instanceof BusyError || error instanceof UnreachableError)) throw error;
  names.add(cell);
}

/** Calls every cell, and returns the results of those that are not left out. Rejects if none is left. */
export async function callAvailable<Cell extends { readonly name: string }, Result>(
  cells: readonly Cell[],
  call: (cell: Cell) => Promise<Result>,
): Promise<Result[]> {
  const outcomes = await Promise.allSettled(cells.map(call));
  return outcomes.flatMap((outcome, at) => {
    if (outcome.status === 'fulfilled') return [outcome.value];
    if (outcomes.every(({ status }) => status === 'rejected')) throw outcome.reason;
    leaveOut(cells[at]?.name ?? '', outcome.reason);
    return [];
  });
}

type Read<Row> = (store: Store) => Promise<readonly Row[]>;

interface Order<Row> {
  readonly limit: number | undefined;
  readonly keyOf: (row: Row) => string;
  readonly newestFirst: boolean;
}

/** Returns the first rows of all cells. Rejects if a cell is unavailable and may not be left out, or if every one is. */
async function mergePages<Row>(
  cells: readonly OpenCell[],
  read: Read<Row>,
  { limit = maxPage, keyOf, newestFirst }: Order<Row>,
): Promise<Row[]> {
  const pages = await callAvailable(cells, ({ store }) => read(store));
  const direction = newestFirst ? -1 : 1;
  // During its move, two cells have rows of an organization.
  const distinct = new Map(
    pages
      .flat()
      .toReversed()
      .map((row) => [keyOf(row), row]),
  );
  return [...distinct.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -direction : direction)).slice(0, limit);
}

type MergedLists = Pick<
  Store,
  | 'findMembersByEmail'
  | 'listAccessTokens'
  | 'listFaultyRequests'
  | 'listNewestOrganizations'
  | 'listOrganizations'
  | 'listSealedSecrets'
  | 'listStuckRuns'
  | 'searchObjects'
>;

const byId = ({ id }: { readonly id: string }): string => id;

/** Returns the lists of all organizations. */
export function mergedLists(cells: readonly OpenCell[]): MergedLists {
  const newest = <Row extends { readonly id: string }>(read: Read<Row>, limit: number) =>
    mergePages(cells, read, { limit, keyOf: byId, newestFirst: true });
  return {
    findMembersByEmail: (email) =>
      mergePages(cells, (store) => store.findMembersByEmail(email), {
        limit: maxMemberships,
        keyOf: ({ organization_id, id }) => `${organization_id === null ? 0 : 1} ${id}`,
        newestFirst: false,
      }),
    listAccessTokens: (page) => newest((store) => store.listAccessTokens(page), page.limit),
    listNewestOrganizations: (page) => newest((store) => store.listNewestOrganizations(page), page.limit),
    listOrganizations: (page) =>
      mergePages(cells, (store) => store.listOrganizations(page), {
        limit: page?.limit,
        keyOf: byId,
        newestFirst: false,
      }),
    listSealedSecrets: (page) =>
      mergePages(cells, (store) => store.listSealedSecrets(page), {
        limit: page.limit,
        keyOf: ({ organization_id }) => organization_id,
        newestFirst: false,
      }),
    searchObjects: (search) =>
      mergePages(cells, (store) => store.searchObjects(search), {
        limit: search.limit,
        keyOf: ({ organization_id, id }) => `${organization_id} ${id}`,
        newestFirst: false,
      }),
    async listFaultyRequests(page) {
      // One row more than the page shows whether rows follow.
      const read: Read<RequestRow> = async (store) =>
        (await store.listFaultyRequests({ ...page, limit: page.limit + 1 })).rows;
      const keyOf = ({ position }: RequestRow) => position;
      const rows = await mergePages(cells, read, { limit: page.limit + 1, keyOf, newestFirst: true });
      return toListed(rows, page.limit, keyOf);
    },
    async listStuckRuns(page) {
      const pages: Listed<RunState>[] = [];
      const read: Read<RunState> = async (store) => {
        const found = await store.listStuckRuns(page);
        pages.push(found);
        return found.rows;
      };
      const keyOf = ({ since, organization_id, booking_id, work }: RunState) =>
        `${since} ${organization_id} ${booking_id} ${work === 'payment' ? 1 : 0}`;
      const rows = await mergePages(cells, read, { limit: page.limit, keyOf, newestFirst: false });
      const last = rows.at(-1);
      const total = pages.reduce((sum, each) => sum + each.rows.length, 0);
      const hasMore = total > rows.length || pages.some(({ next }) => next !== null);
      return { rows, next: hasMore && last ? stuckCursor(last) : null };
    },
  };
}

/** Returns a page of the audit log of the whole service. */
export function mergedAuditEntries(
  cells: readonly OpenCell[],
  page: Parameters<Store['listAuditEntries']>[0],
): ReturnType<Store['listAuditEntries']> {
  return mergePages(cells, (store) => store.listAuditEntries(page), {
    limit: page.limit,
    keyOf: byId,
    newestFirst: true,
  });
}

/** Returns a page of the sessions of all organizations and of the operators. */
export function mergedDashboardSessions(
  cells: readonly OpenCell[],
  page: Parameters<Store['listDashboardSessions']>[0],
): ReturnType<Store['listDashboardSessions']> {
  return mergePages(cells, (store) => store.listDashboardSessions(page), {
    limit: page.limit,
    keyOf: byId,
    newestFirst: true,
  });
}
