/** What every list of the port has in common. */

export interface ListPage {
  /** `next` of the page before. Default: the first page. */
  readonly cursor?: string | undefined;
  /** The maximum of rows. A page may have fewer although more rows follow. */
  readonly limit: number;
}

export interface Listed<Row> {
  readonly rows: readonly Row[];
  /** The cursor of the next page; null if this page is the last. */
  readonly next: string | null;
}

/** Returns the rows of a page and its cursor. `read` is the rows after the page before: one more than the limit, if there are so many. */
export function toListed<Row>(read: readonly Row[], limit: number, cursorOf: (row: Row) => string): Listed<Row> {
  const rows = read.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: read.length > limit && last !== undefined ? cursorOf(last) : null };
}
