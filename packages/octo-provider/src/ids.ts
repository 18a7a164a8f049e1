import { hash } from 'node:crypto';

/**
 * Writes any text with the characters of the contract's ids (A-Z a-z 0-9 _ -), so that it can be read back: letters, digits and
 * hyphens stay, and every other byte of its UTF-8 form becomes an underscore and two hex digits. Two underscores never occur, so
 * they can separate two texts.
 */
export function escapeText(text: string): string {
  return [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9-]/.test(character) ? character : `_${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
}

/** Returns the text that escapeText wrote, or undefined if it wrote another. */
export function unescapeText(escaped: string): string | undefined {
  const bytes = escaped.match(/_[0-9a-f]{2}|[A-Za-z0-9-]/g) ?? [];
  const text = Buffer.from(
    bytes.map((each) => (each.length === 1 ? each.charCodeAt(0) : Number.parseInt(each.slice(1), 16))),
  ).toString('utf8');
  return escapeText(text) === escaped ? text : undefined;
}

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

/** The contract's maxLength of VenueId. A test compares it with the contract. */
export const longestVenueId = 200;

/** Returns the id of the venue: an option of a product. It begins with the provider's prefix. */
export function toVenueId(
  prefix: string,
  { product_id, option_id }: { product_id: string; option_id: string },
): string {
  return `${prefix}${escapeText(product_id)}__${escapeText(option_id)}`;
}

/** Any UUID serves as the namespace, as long as it never changes. */
const namespace = '8f1cbb4e-3a0a-4c0e-9f43-5b1f5a0a6c55';

/**
 * Returns the UUID of a booking at its supplier. OCTO treats it as an idempotency key. It depends on the booking's id only (version 5
 * of RFC 9562), so each attempt, each process and the release of the booking name the same reservation.
 */
export function toBookingUuid(booking_id: string): string {
  const name = Buffer.concat([Buffer.from(namespace.replaceAll('-', ''), 'hex'), Buffer.from(booking_id, 'utf8')]);
  const bytes = hash('sha1', name, 'buffer').subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
