/** The schema of the field `venue_prefix`: which venues a supplier handles. */
export const venuePrefixSchema = {
  type: 'string',
  pattern: '^ven_[A-Za-z0-9_-]{1,45}$',
  description: 'ven_ and 1 to 45 characters of A-Z, a-z, 0-9, _ and -',
} as const;

/** Returns the prefix of the venue ids of a supplier. */
export function venuePrefixOf(name: string, { venue_prefix }: Readonly<Record<string, unknown>>): string {
  return typeof venue_prefix === 'string' ? venue_prefix : `ven_${name}_`;
}
