import type { BookingDocument, Question } from '@booking-service/contract';
import { readInstant } from '@booking-service/kernel/time';
import { maxPartySize } from '../domain/party.ts';

// The bounds of what a provider returns. A test compares them with the contract.

export type CodeName =
  | 'venue_id'
  | 'slot_id'
  | 'provider'
  | 'country'
  | 'currency'
  | 'next_cursor'
  | 'confirmation_code'
  | 'unit'
  | 'question_id'
  | 'option_value'
  | 'document_value'
  | 'test_code'
  | 'starts_at'
  | 'free_until'
  | 'url'
  | 'card_reference'
  | 'reference'
  | 'brand'
  | 'last4';

const instantBound = { pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/, maxLength: 30 };

/** Ids, codes and addresses. */
export const codeBounds: Readonly<Record<CodeName, { readonly pattern: RegExp; readonly maxLength: number }>> = {
  venue_id: { pattern: /^ven_[A-Za-z0-9_-]+$/, maxLength: 200 },
  slot_id: { pattern: /^slt_[A-Za-z0-9_-]+$/, maxLength: 255 },
  provider: { pattern: /^[a-z0-9_-]+$/, maxLength: 60 },
  country: { pattern: /^[A-Z]{2}$/, maxLength: 2 },
  currency: { pattern: /^[A-Z]{3}$/, maxLength: 3 },
  next_cursor: { pattern: /^[A-Za-z0-9_-]+$/, maxLength: 200 },
  confirmation_code: { pattern: /^[A-Za-z0-9-]+$/, maxLength: 60 },
  unit: { pattern: /^[a-z0-9_]+$/, maxLength: 60 },
  question_id: { pattern: /^[A-Za-z0-9_-]+$/, maxLength: 100 },
  option_value: { pattern: /./, maxLength: 200 },
  // PostgreSQL cannot store NUL, which readCode refuses.
  document_value: { pattern: /./, maxLength: 2048 },
  test_code: { pattern: /^[0-9A-Za-z]{4,12}$/, maxLength: 12 },
  // The contract has the formats date-time and uri. A URI is ASCII.
  starts_at: instantBound,
  free_until: instantBound,
  url: { pattern: /^https?:\/\/[\x21-\x7e]+$/, maxLength: 2048 },
  reference: { pattern: /^[\x21-\x7e]+$/, maxLength: 255 },
  // In no response. The bounds are those of a column that is easy to read.
  card_reference: { pattern: /^[\x21-\x7e]+$/, maxLength: 255 },
  brand: { pattern: /^[a-z_]+$/, maxLength: 30 },
  last4: { pattern: /^[0-9]{4}$/, maxLength: 4 },
};

type TextName =
  | 'name'
  | 'city'
  | 'error_message'
  | 'message'
  | 'destination'
  | 'label'
  | 'question'
  | 'option_label'
  | 'metadata_key'
  | 'metadata_value';

/** The maximum lengths of texts for people. */
export const textBounds: Readonly<Record<TextName, number>> = {
  name: 200,
  city: 100,
  error_message: 500,
  message: 500,
  destination: 320,
  label: 100,
  question: 500,
  option_label: 200,
  metadata_key: 40,
  metadata_value: 500,
};

type NumberName =
  | 'duration_minutes'
  | 'min_party_size'
  | 'max_party_size'
  | 'party_size'
  | 'quantity'
  | 'min_age'
  | 'max_age'
  | 'amount'
  | 'late_refund_percent'
  | 'exp_month'
  | 'exp_year';

export const numberBounds: Readonly<Record<NumberName, { readonly minimum: number; readonly maximum: number }>> = {
  duration_minutes: { minimum: 1, maximum: 1440 },
  min_party_size: { minimum: 1, maximum: maxPartySize },
  max_party_size: { minimum: 1, maximum: maxPartySize },
  party_size: { minimum: 1, maximum: maxPartySize },
  quantity: { minimum: 1, maximum: maxPartySize },
  min_age: { minimum: 0, maximum: 150 },
  max_age: { minimum: 0, maximum: 150 },
  amount: { minimum: 0, maximum: 999_999_999_999 },
  late_refund_percent: { minimum: 0, maximum: 100 },
  exp_month: { minimum: 1, maximum: 12 },
  exp_year: { minimum: 2000, maximum: 2100 },
};

export const documentKinds: readonly BookingDocument['kind'][] = ['ticket', 'voucher'];
export const documentFormats: readonly BookingDocument['format'][] = [
  'qr_code',
  'code_128',
  'aztec_code',
  'pdf_url',
  'pkpass_url',
];
export const questionTypes: readonly Question['type'][] = ['text', 'choice'];
/** The maximum number of questions, and of the options of one. */
export const maxQuestions = 50;
export const maxOptions = 200;
/** The maximum number of documents of a booking. */
export const maxDocuments = 100;
/** The maximum number of units of a slot, and of a party. */
export const maxUnits = 20;
/** The maximum number of keys in the metadata of a slot. */
export const maxMetadataKeys = 20;

// Reads the fields of a provider's result. Providers are third-party code and may be plain JavaScript, and their texts come from
// suppliers:
//  - A field of the wrong type, or an id, code or number that the contract does not allow, throws. The call counts as failed.
//  - A text for people is repaired: what UTF-8 or a database cannot store becomes U+FFFD, and a text that is too long is cut.

export type Fields = Readonly<Record<string, unknown>>;

export function toFields(value: unknown, where: string): Fields {
  if (typeof value !== 'object' || value === null) throw mismatch(where, value);
  // Every object can be read like this. Each field is checked when it is used.
  return value as Fields;
}

/** Returns a text for people, which is not empty. */
export function readText(value: unknown, name: TextName): string {
  if (typeof value !== 'string' || value === '') throw mismatch(name, value);
  return toReadable(value, textBounds[name]);
}

/** Returns an id, a code or an address. */
export function readCode(value: unknown, name: CodeName): string {
  const { pattern, maxLength } = codeBounds[name];
  const isCode = typeof value === 'string' && value.length <= maxLength && pattern.test(value);
  if (!isCode || !value.isWellFormed() || value.includes('\0')) throw mismatch(name, value);
  return value;
}

export function readMember<Value extends string>(value: unknown, name: string, values: readonly Value[]): Value {
  const found = values.find((each) => each === value);
  if (found === undefined) throw mismatch(name, value);
  return found;
}

export function readInteger(value: unknown, name: NumberName): number {
  const { minimum, maximum } = numberBounds[name];
  if (!isInteger(value) || value < minimum || value > maximum) throw mismatch(name, value);
  return value;
}

/** Returns an instant in UTC. A provider may write it with any offset. */
export function readInstantOf(value: unknown, name: 'starts_at' | 'free_until'): string {
  const instant = readInstant(readCode(value, name));
  if (!instant) throw mismatch(name, value);
  return instant.toISOString();
}

export function readSeconds(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== 'number' || !Number.isFinite(value)) throw mismatch(name, value);
  return value;
}

export function readBoolean(value: unknown, name: string): boolean {
  if (typeof value !== 'boolean') throw mismatch(name, value);
  return value;
}

/** Cuts a text, and replaces lone surrogates, which UTF-8 cannot express, and NUL, which PostgreSQL cannot store. */
export function toReadable(text: string, maxLength: number): string {
  return text.slice(0, maxLength).toWellFormed().replaceAll('\0', '\uFFFD');
}

/** The value is not in the message, because it may be personal. */
export function mismatch(name: string, value: unknown): Error {
  return new Error(
    `The integration returned ${name} with the wrong type (${typeof value}) or a value that the port does not define.`,
  );
}

function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}
