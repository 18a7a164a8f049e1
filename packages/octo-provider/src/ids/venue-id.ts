import { escapeText } from './escape-text.ts';

/** The contract's maxLength of VenueId. A test compares it with the contract. */
export const longestVenueId = 200;

/** Returns the id of the venue: an option of a product. It begins with the provider's prefix. */
export function toVenueId(
  prefix: string,
  { product_id, option_id }: { product_id: string; option_id: string },
): string {
  return `${prefix}${escapeText(product_id)}__${escapeText(option_id)}`;
}
