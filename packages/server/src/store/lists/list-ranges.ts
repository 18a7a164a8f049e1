/**
 * Which parts of the indexes have the rows of a list. An index for filters begins with every column that a list can be filtered by. A
 * filter that is absent is replaced by all values of its column, and each combination of values is one range of the index. A list reads
 * a page of each range and merges them, so it never reads rows that it must leave out.
 */
import { bookingStates, type BookingStatus, paymentStates } from '@booking-service/contract';
import { idStart } from '@booking-service/kernel/contract';
import { type BookingKey, type ListPage, parseBookingCursor } from './list-page.ts';
import type { PaymentColumns } from '../bookings/port.ts';
import type { BookingFilter, PaymentFilter } from './booking-lists.ts';
import type { DeliveryColumn, DeliveryFilter, EventTimes, ListedDelivery } from './delivery-lists.ts';
import { deliveryFilters } from './list-filters.ts';

// The table has one member for each status.
const bookingStatuses = Object.keys(bookingStates.states) as readonly BookingStatus[];

/** Follows every id: an id continues with a hexadecimal digit. */
const afterEvery = 'g';
/** Precedes every time and follows every time. */
const [firstTime, lastTime] = ['', '~'] as const;

/** The bounds of ids: from `first`, before `last`. */
export interface IdBounds {
  readonly first: string;
  readonly last: string;
}

/** A value of each column. */
export type DeliveryRange = Pick<ListedDelivery, DeliveryColumn>;

// Only a column has a list.
export const deliveryColumns: readonly DeliveryColumn[] = Object.entries(deliveryFilters).flatMap(([name, row]) =>
  typeof row === 'string' ? [] : [name as DeliveryColumn],
);

/** Returns the bounds of the ids of a page. Ids begin with the time of the event. A cursor is the last id of the page before. */
export function idBounds(
  prefix: 'dlv' | 'evt',
  { from, before, cursor }: EventTimes & { readonly cursor?: string | undefined },
): IdBounds {
  const start = (at: Date) => idStart(prefix, new Date(Math.max(0, at.getTime())));
  const last = before === undefined ? `${prefix}_${afterEvery}` : start(before);
  return {
    first: from === undefined ? `${prefix}_` : start(from),
    last: cursor !== undefined && cursor < last ? cursor : last,
  };
}

/** Returns the ranges of a filter; undefined if it has no filter by these columns, so that the primary key has the list. */
export function deliveryRanges(filter: DeliveryFilter): DeliveryRange[] | undefined {
  if (deliveryColumns.every((column) => filter[column] === undefined)) return undefined;
  let ranges: Partial<DeliveryRange>[] = [{}];
  for (const column of deliveryColumns) {
    const given = filter[column];
    const values = given === undefined ? deliveryFilters[column] : [given];
    ranges = ranges.flatMap((range) => values.map((value) => ({ ...range, [column]: value })));
  }
  // Each range has a value of every column.
  return ranges as DeliveryRange[];
}

/** The bookings of one environment and one stored status that come before a time and an id. */
interface BookingRange {
  readonly livemode: boolean;
  readonly status: BookingStatus;
  readonly before_created: string;
  readonly before_id: string;
}

/**
 * Returns the ranges of a filter at `now`. A booking that has expired may still be stored as requires_action (STA-9), so bookings that
 * expired are also searched there. None of them was created within the time in which a booking expires.
 */
export function bookingRanges(
  { status, livemode, before }: BookingFilter,
  { cursor, now }: { cursor: string | undefined; now: Date },
): BookingRange[] {
  const end = earlier(
    { created: before === undefined ? lastTime : before.toISOString(), id: '' },
    cursor === undefined ? undefined : parseBookingCursor(cursor),
  );
  const expired_ms = now.getTime() - bookingStates.states.requires_action.expires_after_seconds * 1000;
  const expiredEnd = earlier(end, { created: new Date(expired_ms).toISOString(), id: '' });
  const stored: readonly (readonly [BookingStatus, BookingKey])[] =
    status === undefined
      ? bookingStatuses.map((each) => [each, end] as const)
      : [[status, end], ...(status === 'expired' ? [['requires_action', expiredEnd] as const] : [])];
  const modes = livemode === undefined ? [true, false] : [livemode];
  return modes.flatMap((mode) =>
    stored.map(([each, { created, id }]) => ({
      livemode: mode,
      status: each,
      before_created: created,
      before_id: id,
    })),
  );
}

/** The payments with one status that are all unsettled, or all settled. */
type PaymentRange = Required<PaymentColumns>;

/** Returns the ranges of a filter of payments. */
export function paymentRanges({ payment_status, payment_unsettled }: PaymentFilter): PaymentRange[] {
  const statuses = payment_status === undefined ? Object.keys(paymentStates.states) : [payment_status];
  const unsettled = payment_unsettled === undefined ? [true, false] : [payment_unsettled];
  return unsettled.flatMap((each) => statuses.map((status) => ({ payment_unsettled: each, payment_status: status })));
}

/** Returns the place before which a page of payments begins. */
export function paymentsEnd(cursor: string | undefined): {
  readonly before_created: string;
  readonly before_id: string;
} {
  const { created, id } = cursor === undefined ? { created: lastTime, id: '' } : parseBookingCursor(cursor);
  return { before_created: created, before_id: id };
}

/** Returns the first time of a list of bookings. */
export function firstCreated({ from }: BookingFilter): string {
  return from === undefined ? firstTime : from.toISOString();
}

/** Returns whether the text has the form of a cursor of events, deliveries or requests: an id, or the beginning of one. */
export function isIdCursor(prefix: 'dlv' | 'evt' | 'req', text: string): boolean {
  return new RegExp(`^${prefix}_[\\da-f]{12}[\\dA-Za-z_]*$`).test(text);
}

function earlier(a: BookingKey, b: BookingKey | undefined): BookingKey {
  if (b === undefined) return a;
  return b.created < a.created || (b.created === a.created && b.id < a.id) ? b : a;
}

// The deliveries of one booking. No index has the booking of a delivery, because every write would pay for it. The events of a booking
// have one, and the ids of an event's deliveries begin with the same time as its own:
//  1. events      the newest events of the booking, from the time of the cursor on backwards: at most maxEvents
//  2. deliveries  those of the events whose time is complete: if there were more events, those of the oldest time wait for the next page
//  3. filter      a booking has few deliveries, so the other filters leave out few rows

/** The columns that a list is filtered by. */
export interface DeliveryRow extends DeliveryRange {
  readonly id: string;
  readonly event_id: string;
}

/** An event, and the bounds of the ids of its deliveries. */
export interface EventBounds extends IdBounds {
  readonly event_id: string;
}

interface BookingDeliveriesReader {
  /** Returns the ids of the newest events of the booking within the bounds, newest first. */
  events(bounds: IdBounds, limit: number): Promise<readonly string[]>;
  deliveries(events: readonly EventBounds[]): Promise<readonly DeliveryRow[]>;
}

const maxEvents = 200;

/** Returns the ids of the deliveries of a page, newest first, and its cursor. */
export async function listBookingDeliveries(
  filter: DeliveryFilter & ListPage,
  read: BookingDeliveriesReader,
): Promise<{ ids: string[]; next: string | null }> {
  const { first, last } = idBounds('dlv', filter);
  const events = await read.events({ first: first.replace('dlv', 'evt'), last: `evt_${after(last)}` }, maxEvents);
  const oldest = timeOf(events.at(-1) ?? '');
  // More than maxEvents events of one booking within a millisecond do not happen.
  const isCut = events.length === maxEvents && timeOf(events[0] ?? '') !== oldest;
  const complete = isCut ? events.filter((id) => timeOf(id) !== oldest) : events;
  const found = await read.deliveries(complete.map(boundsOf));
  const ids = found
    .filter((row) => row.id >= first && row.id < last && fits(row, filter))
    .map(({ id }) => id)
    .toSorted((a, b) => (a < b ? 1 : -1));
  const page = ids.slice(0, filter.limit);
  if (ids.length > page.length) return { ids: page, next: page.at(-1) ?? null };
  return { ids: page, next: isCut ? `dlv_${after(oldest)}` : null };
}

/** Returns the bounds of the ids of an event's deliveries. */
export function boundsOf(event_id: string): EventBounds {
  const time = timeOf(event_id);
  return { event_id, first: `dlv_${time}`, last: `dlv_${after(time)}` };
}

function fits(row: DeliveryRow, filter: DeliveryFilter): boolean {
  return deliveryColumns.every((column) => filter[column] === undefined || row[column] === filter[column]);
}

/** The digits of the time in an id. */
function timeOf(id: string): string {
  return id.slice(4, 16);
}

/** Returns the digits of the millisecond after the one in an id or in its digits. Digits that are no time, as in `dlv_g`, stay. */
function after(text: string): string {
  const digits = text.startsWith('dlv_') ? timeOf(text) : text;
  if (!/^[\da-f]{12}$/.test(digits)) return digits;
  return (Number.parseInt(digits, 16) + 1).toString(16).padStart(12, '0');
}
