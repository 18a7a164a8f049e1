/**
 * The deliveries of one booking. No index has the booking of a delivery, because every write would pay for it. The events of a booking
 * have one, and the ids of an event's deliveries begin with the same time as its own:
 *  1. events      the newest events of the booking, from the time of the cursor on backwards: at most maxEvents
 *  2. deliveries  those of the events whose time is complete: if there were more events, those of the oldest time wait for the next page
 *  3. filter      a booking has few deliveries, so the other filters leave out few rows
 */
import { deliveryColumns, idBounds, type DeliveryRange, type IdBounds } from './list-ranges.ts';
import type { DeliveryFilter } from './delivery-lists.ts';
import type { ListPage } from './list-page.ts';

/** The columns that a list is filtered by. */
export interface DeliveryRow extends DeliveryRange {
  readonly id: string;
  readonly event_id: string;
}

/** An event, and the bounds of the ids of its deliveries. */
export interface EventBounds extends IdBounds {
  readonly event_id: string;
}

export interface BookingDeliveriesReader {
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
