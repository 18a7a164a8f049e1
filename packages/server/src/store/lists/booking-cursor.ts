import { idStart } from '../../domain/ids.ts';

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
