import type { NewestPage } from '../store/organizations/organizations.ts';
import { defaultLimit, type ListBody, type PageQuery } from './read-page.ts';

/** The rows that one page may read. The log of an organization grows only with what people do. */
const maxRead = 1000;
const batch = 200;

/**
 * Reads a page of the rows that match, newest first. It reads at most 1000 rows, so a page may have fewer rows than its limit
 * although more follow. Its cursor is the last row that it read or returned.
 */
export async function readFilteredPage<Row extends { readonly id: string }, Shown>(
  { limit = defaultLimit, cursor }: PageQuery,
  { read, matches }: { read: (page: NewestPage) => Promise<readonly Row[]>; matches: (row: Row) => boolean },
  toShown: (row: Row) => Shown,
): Promise<ListBody<Shown>> {
  const found: Row[] = [];
  let before = cursor;
  let hasMore = true;
  for (let count = 0; count < maxRead && hasMore && found.length <= limit; count += batch) {
    const rows = await read({ before, limit: batch });
    found.push(...rows.filter(matches));
    before = rows.at(-1)?.id ?? before;
    hasMore = rows.length === batch;
  }
  const shown = found.slice(0, limit);
  if (found.length > limit) before = shown.at(-1)?.id;
  const next_cursor = found.length > limit || hasMore ? (before ?? null) : null;
  return { object: 'list', data: shown.map(toShown), next_cursor };
}
