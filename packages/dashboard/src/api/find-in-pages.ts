/** One page of a list of the admin contract. */
interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
}

/** A search reads at most this many pages. With 100 rows each, it covers every list that a person reads. */
const mostPages = 20;

/**
 * Finds a row by its id in a list whose rows the contract cannot read one by one. It reads page after page, newest first, and stops at the
 * row. Returns null if the pages that it reads do not have the row.
 */
export async function findInPages<Row extends { readonly id: string }>(
  id: string,
  readPage: (cursor: string | undefined) => Promise<ListPage<Row> | undefined>,
): Promise<Row | null> {
  let cursor: string | undefined;
  for (let pages = 0; pages < mostPages; pages += 1) {
    // Each page names the next one.
    // oxlint-disable-next-line no-await-in-loop
    const page = await readPage(cursor);
    const found = page?.data.find((row) => row.id === id);
    if (found) return found;
    if (!page || page.next_cursor === null) return null;
    cursor = page.next_cursor;
  }
  return null;
}
