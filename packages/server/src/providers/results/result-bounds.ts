/** The bounds of what a provider returns. A test compares them with the contract. */

export type CodeName =
  | 'venue_id'
  | 'slot_id'
  | 'provider'
  | 'country'
  | 'next_cursor'
  | 'confirmation_code'
  | 'starts_at'
  | 'url';

/** Ids, codes and addresses. */
export const codeBounds: Readonly<Record<CodeName, { readonly pattern: RegExp; readonly maxLength: number }>> = {
  venue_id: { pattern: /^ven_[A-Za-z0-9_-]+$/, maxLength: 200 },
  slot_id: { pattern: /^slt_[A-Za-z0-9_-]+$/, maxLength: 255 },
  provider: { pattern: /^[a-z0-9_-]+$/, maxLength: 60 },
  country: { pattern: /^[A-Z]{2}$/, maxLength: 2 },
  next_cursor: { pattern: /^[A-Za-z0-9_-]+$/, maxLength: 200 },
  confirmation_code: { pattern: /^[A-Za-z0-9-]+$/, maxLength: 60 },
  // The contract has the formats date-time and uri. A URI is ASCII.
  starts_at: { pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/, maxLength: 30 },
  url: { pattern: /^https?:\/\/[\x21-\x7e]+$/, maxLength: 2048 },
};

export type TextName =
  | 'name'
  | 'city'
  | 'error_message'
  | 'message'
  | 'destination'
  | 'metadata_key'
  | 'metadata_value';

/** The maximum lengths of texts for people. */
export const textBounds: Readonly<Record<TextName, number>> = {
  name: 200,
  city: 100,
  error_message: 500,
  message: 500,
  destination: 320,
  metadata_key: 40,
  metadata_value: 500,
};

export type NumberName = 'duration_minutes' | 'min_party_size' | 'max_party_size';

export const numberBounds: Readonly<Record<NumberName, { readonly minimum: number; readonly maximum: number }>> = {
  duration_minutes: { minimum: 1, maximum: 1440 },
  min_party_size: { minimum: 1, maximum: 50 },
  max_party_size: { minimum: 1, maximum: 50 },
};

/** How many keys the metadata of a slot may have. */
export const maxMetadataKeys = 20;
