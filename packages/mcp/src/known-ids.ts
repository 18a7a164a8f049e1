/** The names and times behind the ids of a call, for the person who confirms it. */

import { legible } from './confirmations.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface KnownIds {
  /** Remembers the venues, slots and bookings of a response. */
  note(body: Fields): void;
  /** Returns the meaning of the ids of a call; '' if no id is known. */
  describe(given: Fields): string;
}

/** The newest ids that are remembered, and the longest text that is shown. A venue chooses its own name. */
const [maxIds, maxLength] = [1000, 100];

/** Remembers the ids of one session. */
export function createKnownIds(): KnownIds {
  const known = new Map<string, Fields>();

  function note(body: Fields): void {
    const { data } = body;
    for (const each of Array.isArray(data) ? (data as readonly unknown[]) : [body]) {
      if (!isFields(each) || typeof each['id'] !== 'string') continue;
      known.delete(each['id']);
      known.set(each['id'], each);
      const [oldest] = known.keys();
      if (known.size > maxIds && oldest !== undefined) known.delete(oldest);
    }
  }

  function describe(given: Fields): string {
    const booking = find(given['id']);
    const at = (field: string) => given[field] ?? booking?.[field];
    const [venue, slot] = [find(at('venue_id')), find(at('slot_id'))];
    const parts = [
      ...(venue ? [`${quoted(venue['name'])}, ${quoted(venue['city'])}`] : []),
      ...(slot ? [short(slot['starts_at'])] : []),
      ...(booking?.['status'] !== undefined ? [`now ${short(booking['status'])}`] : []),
    ];
    return parts.length > 0 ? `${parts.join('. ')}.` : '';
  }

  function find(id: unknown): Fields | undefined {
    return typeof id === 'string' ? known.get(id) : undefined;
  }

  return { note, describe };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function short(value: unknown): string {
  return legible(String(value)).slice(0, maxLength);
}

/** In quotation marks, so that a name does not pass for a part of the question. */
function quoted(value: unknown): string {
  return JSON.stringify(short(value));
}
