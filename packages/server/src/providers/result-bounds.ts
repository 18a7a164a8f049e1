import type { BookingDocument, Question } from '@booking-service/contract';
import { maxPartySize } from '../domain/booking.ts';

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

export type TextName =
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

export type NumberName =
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
