/** Reads the pages of lists, and returns them as the admin contract shows them. */
import { adminLimits } from '@booking-service/contract/admin';
import { toListed, type Listed, type ListPage } from '../../store/lists/list-page.ts';
import type { NewestPage } from '../../store/organizations/organizations.ts';
import { AdminRefusal } from '../admin-refusal.ts';

/** The query of a list of the admin contract. */
export interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** A list of the admin contract. */
export interface ListBody<Shown> {
  readonly object: 'list';
  readonly data: Shown[];
  readonly next_cursor: string | null;
}

/** The rows of a page, if the request names no limit. */
export const defaultLimit: number = adminLimits.default_page;
/** The rows that one page of a list may read to compare them. */
const maxRead = 1000;
const batch = 200;

/** Reads a page, newest first, whose cursor is the id of its last row. */
export async function readPage<Row extends { readonly id: string }, Shown>(
  { limit = defaultLimit, cursor }: PageQuery,
  read: (page: NewestPage) => Promise<readonly Row[]>,
  toShown: (row: Row) => Shown,
): Promise<ListBody<Shown>> {
  return toListBody(await listNewest(read)({ limit, cursor }), toShown);
}

/** Returns a reader of pages whose cursor is the id of their last row. It reads one row more, which shows whether another page follows. */
export function listNewest<Row extends { readonly id: string }>(
  read: (page: NewestPage) => Promise<readonly Row[]>,
): (page: ListPage) => Promise<Listed<Row>> {
  return async ({ limit, cursor }) => toListed(await read({ before: cursor, limit: limit + 1 }), limit, ({ id }) => id);
}

/**
 * Reads a page of the rows that match. It reads at most 1000 rows, so a page may have fewer rows than its limit although more follow.
 * Its cursor is the last row that it read or returned. Without `matches` it reads exactly a page.
 */
export async function listMatching<Row>(
  { limit, cursor, matches }: ListPage & { readonly matches: ((row: Row) => boolean) | undefined },
  { read, cursorOf }: { read: (page: ListPage) => Promise<Listed<Row>>; cursorOf: (row: Row) => string },
): Promise<Listed<Row>> {
  if (!matches) return read({ limit, cursor });
  const found: Row[] = [];
  let next: string | null = cursor ?? null;
  for (let count = 0; count < maxRead && found.length <= limit; count += batch) {
    const page: Listed<Row> = await read({ limit: batch, cursor: next ?? undefined });
    found.push(...page.rows.filter(matches));
    next = page.next;
    if (next === null) break;
  }
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last !== undefined ? cursorOf(last) : next };
}

/** Returns the body of a list whose pages have cursors of the store. */
export function toListBody<Row, Shown>({ rows, next }: Listed<Row>, toShown: (row: Row) => Shown): ListBody<Shown> {
  return { object: 'list', data: rows.map(toShown), next_cursor: next };
}

/** Returns the cursor. Throws a refusal if it cannot be one of this list. */
export function requireCursor(cursor: string | undefined, isCursor: (text: string) => boolean): string | undefined {
  if (cursor === undefined || isCursor(cursor)) return cursor;
  throw new AdminRefusal('invalid_request', 'The cursor is not a next_cursor of this list.');
}

/** Returns the bounds of a time range as the store takes them. */
export function toTimes({
  created_from,
  created_before,
}: {
  readonly created_from?: string | undefined;
  readonly created_before?: string | undefined;
}): { from: Date | undefined; before: Date | undefined } {
  const toDate = (time: string | undefined) => (time === undefined ? undefined : new Date(time));
  return { from: toDate(created_from), before: toDate(created_before) };
}
