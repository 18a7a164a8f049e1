/** Reads what a provider offers: its venues, and slots for two people. */
import type { Slot, Venue } from '@booking-service/contract';
import { demand } from '@booking-service/conformance/verdict';
import type { PortCaller } from './provider-check.ts';

const maxPages = 50;
/** The number of venues that are searched for slots. */
export const maxVenues = 5;
export const maxDays = 40;
const wantedSlots = 12;
/** Many suppliers cancel nothing in the last days before a booking starts. So nearer days are searched last. */
const firstDay = 8;
const dayLength_ms = 24 * 3600 * 1000;

/** Reads the pages of a search until `most` venues are read. */
export async function readVenues(
  { provider, context }: PortCaller,
  limit: number,
  most: number = Infinity,
): Promise<{ venues: Venue[]; pages: number }> {
  const venues: Venue[] = [];
  let cursor: string | undefined;
  for (let pages = 1; pages <= maxPages; pages += 1) {
    const page = await provider.searchVenues({ limit, ...(cursor !== undefined && { cursor }) }, context);
    demand(page.data.length <= limit, `a page with the limit ${limit} has ${page.data.length} venues`);
    venues.push(...page.data);
    demand(new Set(venues.map(({ id }) => id)).size === venues.length, 'it lists a venue twice');
    if (!page.has_more || venues.length >= most) return { venues, pages };
    demand(page.next_cursor !== null, 'a page has more, but no next_cursor');
    cursor = page.next_cursor;
  }
  demand(limit === 100 && venues.length > maxPages, `${maxPages} pages of ${limit} have only ${venues.length} venues`);
  return { venues, pages: maxPages };
}

export async function findSlots(
  { provider, context }: PortCaller,
  { id: venue_id }: Venue,
  now: Date,
): Promise<Slot[]> {
  const found: Slot[] = [];
  for (let count = 0; count < maxDays && found.length < wantedSlots; count += 1) {
    const far = firstDay + count;
    const day = far <= maxDays ? far : maxDays - count;
    const date = new Date(now.getTime() + day * dayLength_ms).toISOString().slice(0, 10);
    const { data } = await provider.searchAvailability({ venue_id, date, party_size: 2, limit: 100 }, context);
    for (const [index, slot] of data.entries()) {
      const at = `the slot ${slot.id}`;
      demand(slot.venue_id === venue_id, `${at} is one of another venue`);
      demand(slot.starts_at.startsWith(date), `${at} starts on another day than ${date}`);
      demand(slot.min_party_size <= 2 && slot.max_party_size >= 2, `${at} is not for two people`);
      demand(slot.starts_at >= (data[index - 1]?.starts_at ?? ''), `${at} is not in order of time`);
    }
    found.push(...data);
  }
  demand(new Set(found.map(({ id }) => id)).size === found.length, 'two slots have the same id');
  return found.slice(0, wantedSlots);
}
