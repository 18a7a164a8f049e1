import type { Listed } from '../../store/lists/list-page.ts';
import { AdminRefusal } from '../admin-refusal.ts';

/** Returns the body of a list whose pages have cursors of the store. */
export function toListBody<Row, Shown>(
  { rows, next }: Listed<Row>,
  toShown: (row: Row) => Shown,
): { object: 'list'; data: Shown[]; next_cursor: string | null } {
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
