/** The page and the cursor of every list of the port. */
import { limits } from '@booking-service/contract';
import { idStart } from '@booking-service/kernel/contract';

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

/** The rows that one page of a list reads to compare them (LIM-9). */
const maxRead = limits.reads.compared_rows;

/**
 * Reads a page of the rows that match. It reads a bounded number of rows, so a page may have fewer rows than its limit although more
 * follow. Its cursor is the last row that it read or returned. Without `matches` it reads exactly a page.
 */
export async function listMatching<Row>(
  { limit, cursor, matches }: ListPage & { readonly matches: ((row: Row) => boolean) | undefined },
  read: (page: ListPage) => Promise<Listed<Row>>,
  cursorOf: (row: Row) => string,
): Promise<Listed<Row>> {
  if (!matches) return read({ limit, cursor });
  const page = await read({ limit: maxRead, cursor });
  const found = page.rows.filter(matches);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last !== undefined ? cursorOf(last) : page.next };
}

/** Returns the bounds of a time range as the store takes them. */
export function toTimes({
  created_from,
  created_before,
}: {
  readonly created_from?: string | undefined;
  readonly created_before?: string | undefined;
}): { from: Date | undefined; before: Date | undefined } {
  return { from: toDate(created_from), before: toDate(created_before) };
}

/** The last instant whose text sorts by time. A time with an offset can be later. */
const lastTime = Date.parse('9999-12-31T23:59:59.999Z');

function toDate(time: string | undefined): Date | undefined {
  return time === undefined ? undefined : new Date(Math.min(Date.parse(time), lastTime));
}

/** The place of a booking in a list. */
export interface BookingKey {
  readonly created: string;
  readonly id: string;
}

/** Returns the cursor after this booking: an id of a time, like the cursors of the other lists. */
export function bookingCursor({ created, id }: BookingKey): string {
  return `${idStart('bkg', new Date(created))}_${id.replace(/^bkg_/, '')}`;
}

const cursorForm = /^bkg_([\da-f]{12})_([\dA-Za-z_]+)$/;

/** Returns whether the text has the form of a cursor of bookings. */
export function isBookingCursor(text: string): boolean {
  return cursorForm.test(text);
}

/** Returns the place that a cursor names. */
export function parseBookingCursor(cursor: string): BookingKey {
  const [, digits = '', id = ''] = cursorForm.exec(cursor) ?? [];
  return { created: new Date(Number.parseInt(digits, 16)).toISOString(), id: `bkg_${id}` };
}
