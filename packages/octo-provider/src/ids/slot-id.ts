import { hash } from 'node:crypto';
import { escapeText, unescapeText } from './escape-text.ts';

/** The contract's maxLength of SlotId. A test compares it with the contract. */
export const longestSlotId = 255;
const form = /^slt_([A-Za-z0-9-]{8})_([A-Za-z0-9_-]+)$/;

/**
 * Returns the id of a slot. It contains the supplier's availability id, and eight characters that depend on the venue:
 * availability ids are often times, so the same one exists at several venues, and a slot must not be booked at another venue.
 */
export function toSlotId(venue_id: string, availability_id: string): string {
  return `slt_${venueTag(venue_id)}_${escapeText(availability_id)}`;
}

/** Returns the supplier's availability id of a slot of this venue. Returns undefined for any other slot id. */
export function toAvailabilityId(venue_id: string, slot_id: string): string | undefined {
  const [, tag, escaped = ''] = form.exec(slot_id) ?? [];
  return tag === venueTag(venue_id) ? unescapeText(escaped) : undefined;
}

function venueTag(venue_id: string): string {
  return hash('sha256', venue_id, 'hex').slice(0, 8);
}
