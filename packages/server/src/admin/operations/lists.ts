/** Reads the pages of lists, and returns them as the admin contract shows them. */
import { adminLimits } from '@booking-service/contract/admin';
import { toListed, type Listed, type ListPage } from '../../store/lists/list-page.ts';
import type { ErrorDetail } from '@booking-service/kernel/contract';
import type { NewestPage } from '@booking-service/kernel/store';
import { AdminRefusal } from '../admin-context.ts';

/** The query of a list of the admin contract. */
export interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** A list of the admin contract. */
export interface ListBody<Shown> {
  readonly object: 'list';
  readonly data: Shown[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** The rows of a page, if the request names no limit. */
export const defaultLimit: number = adminLimits.default_page;

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

/** Returns the body of a list whose pages have cursors of the store. */
export function toListBody<Row, Shown>({ rows, next }: Listed<Row>, toShown: (row: Row) => Shown): ListBody<Shown> {
  return { object: 'list', data: rows.map(toShown), has_more: next !== null, next_cursor: next };
}

/** Returns the body of a list that is one page. */
export function toWholeList<Shown>(data: Shown[]): ListBody<Shown> {
  return { object: 'list', data, has_more: false, next_cursor: null };
}

type CursorPlace = Pick<ErrorDetail, 'in' | 'path'>;

/** The place of a cursor in a request with a body. */
export const inBody: CursorPlace = { in: 'body', path: '/cursor' };

/** Returns the cursor. Throws a refusal if it cannot be one of this list. */
export function requireCursor(
  cursor: string | undefined,
  isCursor: (text: string) => boolean,
  place: CursorPlace = { in: 'query', path: 'cursor' },
): string | undefined {
  if (cursor === undefined || isCursor(cursor)) return cursor;
  const details = [{ ...place, message: 'is not a next_cursor of this list' }];
  throw new AdminRefusal('invalid_request', 'The cursor is not a next_cursor of this list.', { details });
}
