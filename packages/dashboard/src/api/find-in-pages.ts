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
  async function findFrom(cursor: string | undefined, pagesLeft: number): Promise<Row | null> {
    const page = await readPage(cursor);
    const found = page?.data.find((row) => row.id === id);
    if (found) return found;
    if (!page || page.next_cursor === null || pagesLeft === 1) return null;
    return findFrom(page.next_cursor, pagesLeft - 1);
  }
  return findFrom(undefined, mostPages);
}
