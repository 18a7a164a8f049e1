/** The page and the cursor of every list of the port. */
import { idStart } from '../../domain/ids.ts';

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
