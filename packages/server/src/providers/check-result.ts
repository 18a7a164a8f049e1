/**
 * Checks and copies the results of a provider. A result that does not match the port throws, as if the call had failed, so the call
 * is retried. Texts for people are repaired instead.
 */
import {
  type Booking,
  type BookingDocument,
  type BookingErrorCode,
  type BookingPrice,
  type CancellationPolicy,
  errorCatalogue,
  type Party,
  type PartyUnit,
  type Question,
  type QuestionOption,
} from '@booking-service/contract';
import type { EveryField } from '@booking-service/kernel/contract';
import { readInstant } from '@booking-service/kernel/time';
import type { RequestedAction } from '../domain/booking.ts';
import {
  codeBounds,
  type CodeName,
  documentFormats,
  documentKinds,
  maxDocuments,
  maxOptions,
  maxQuestions,
  maxUnits,
  numberBounds,
  type NumberName,
  questionTypes,
  textBounds,
  type TextName,
} from './result-bounds.ts';
import type {
  Acceptance,
  BookingReading,
  Documented,
  Hold,
  ModificationOutcome,
  Outcome,
  Release,
} from './provider.ts';

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

function toNextAction(value: unknown): RequestedAction {
  const fields = toFields(value, 'next_action');
  const { type, channel } = fields;
  if (type === 'authorize_payment') return { type, url: readCode(fields['url'], 'url') };
  if (type === 'answer_questions') return { type, questions: toQuestions(fields['questions']) };
  if (type !== 'enter_code') throw mismatch('next_action.type', type);
  if (channel !== 'email' && channel !== 'sms') throw mismatch('next_action.channel', channel);
  const { test_code } = fields;
  return {
    type,
    channel,
    destination: readText(fields['destination'], 'destination'),
    ...(test_code !== undefined && { test_code: readCode(test_code, 'test_code') }),
  };
}

function toQuestions(value: unknown): Question[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > maxQuestions) throw mismatch('questions', value);
  const questions = value.map((each: unknown) => toQuestion(toFields(each, 'questions')));
  if (new Set(questions.map(({ id }) => id)).size < questions.length) throw mismatch('questions', value);
  return questions;
}

/** A choice has options, and a text has none. */
function toQuestion({ id, label, type: given, required: isRequired, options }: Fields): Question {
  const type = readMember(given, 'question.type', questionTypes);
  const question = {
    id: readCode(id, 'question_id'),
    label: readText(label, 'question'),
    type,
    required: readBoolean(isRequired, 'required'),
  } satisfies EveryField<Omit<Question, 'options'>>;
  if (type !== 'choice') return question;
  if (!Array.isArray(options) || options.length === 0 || options.length > maxOptions)
    throw mismatch('options', options);
  return { ...question, options: options.map((each: unknown) => toOption(toFields(each, 'options'))) };
}

function toOption({ value, label }: Fields): QuestionOption {
  return {
    value: readCode(value, 'option_value'),
    label: readText(label, 'option_label'),
  } satisfies EveryField<QuestionOption>;
}

/** Checks the result of `checkRequest`. */
export function checkAcceptance(result: unknown): Acceptance {
  const { at_once, starts_at, price, cancellation } = toFields(result, 'checkRequest');
  return {
    at_once: readBoolean(at_once, 'at_once'),
    ...toOptionalStart(starts_at),
    ...toOptionalPrice(price),
    ...toCancellation(cancellation),
  };
}

/** Checks the result of `book`. */
export function checkOutcome(result: unknown): Outcome {
  const fields = toFields(result, 'book');
  const { outcome } = fields;
  switch (outcome) {
    case 'confirmed':
      return {
        outcome,
        confirmation_code: readCode(fields['confirmation_code'], 'confirmation_code'),
        ...toDocuments(fields['documents']),
      };
    case 'failed':
      return { outcome, ...failure(fields) };
    case 'requires_action': {
      const { check_hold_after_seconds } = fields;
      return {
        outcome,
        next_action: toNextAction(fields['next_action']),
        ...(check_hold_after_seconds !== undefined && {
          check_hold_after_seconds: readSeconds(fields, 'check_hold_after_seconds'),
        }),
      };
    }
    case 'pending':
      return { outcome, retry_after_seconds: readSeconds(fields, 'retry_after_seconds') };
    default:
      throw mismatch('outcome', outcome);
  }
}

/** Checks the result of `modify`. */
export function checkModification(result: unknown): ModificationOutcome {
  const fields = toFields(result, 'modify');
  const { outcome, message, starts_at, price, cancellation, documents } = fields;
  switch (outcome) {
    case 'modified':
      return {
        outcome,
        ...toOptionalStart(starts_at),
        ...toOptionalPrice(price),
        ...toCancellation(cancellation),
        ...toDocuments(documents),
      };
    case 'unsupported':
      return { outcome };
    case 'refused':
      return { outcome, ...toOptionalText(message, 'message') };
    default:
      throw mismatch('outcome', outcome);
  }
}

/** Checks the result of `checkHold`. */
export function checkHoldOutcome(result: unknown): Hold {
  const fields = toFields(result, 'checkHold');
  const { held } = fields;
  if (held === true) return { held, check_hold_after_seconds: readSeconds(fields, 'check_hold_after_seconds') };
  if (held === false) return { held, ...failure(fields) };
  throw mismatch('held', held);
}

/** Checks the result of `readBooking`. */
export function checkReading(result: unknown): BookingReading {
  const { state, slot_id, starts_at, party_size, party, documents } = toFields(result, 'readBooking');
  if (state === 'cancelled' || state === 'completed') return { state };
  if (state !== 'confirmed') throw mismatch('state', state);
  return {
    state,
    ...(slot_id !== undefined && { slot_id: readCode(slot_id, 'slot_id') }),
    ...toOptionalStart(starts_at),
    ...(party_size !== undefined && { party_size: readInteger(party_size, 'party_size') }),
    ...toParty(party),
    ...toDocuments(documents),
  };
}

/** Checks the result of `release` for this booking. The price is above the payment if a dearer modification was not taken back. */
export function checkRelease(result: unknown, { payment, price: booked }: Pick<Booking, 'payment' | 'price'>): Release {
  if (result === undefined) return {};
  const { refund } = toFields(result, 'release');
  if (refund === undefined) return {};
  if (refund === 'full' || refund === 'none') return { refund };
  const { amount, currency } = toPrice(toFields(refund, 'refund'));
  const most = Math.max(payment?.amount ?? 0, booked?.amount ?? 0);
  if (payment && (currency !== payment.currency || amount > most)) {
    throw new Error('The integration returned a refund in another currency than the payment, or above its amount.');
  }
  return { refund: { amount, currency } };
}

function toOptionalStart(starts_at: unknown): { starts_at?: string } {
  return starts_at === undefined ? {} : { starts_at: readInstantOf(starts_at, 'starts_at') };
}

function toOptionalPrice(price: unknown): { price?: BookingPrice } {
  return price === undefined ? {} : { price: toPrice(toFields(price, 'price')) };
}

/** Returns the cancellation policy, if there is one. */
export function toCancellation(policy: unknown): { cancellation?: CancellationPolicy } {
  if (policy === undefined) return {};
  const { free_until, late_refund_percent } = toFields(policy, 'cancellation');
  const cancellation = {
    free_until: readInstantOf(free_until, 'free_until'),
    late_refund_percent: readInteger(late_refund_percent, 'late_refund_percent'),
  } satisfies EveryField<Omit<CancellationPolicy, 'refund_percent'>>;
  return { cancellation };
}

/** Returns the amount and the currency of a price. */
export function toPrice({ amount, currency }: Fields): BookingPrice {
  return {
    amount: readInteger(amount, 'amount'),
    currency: readCode(currency, 'currency'),
  } satisfies EveryField<BookingPrice>;
}

function toParty(party: unknown): { party?: Party } {
  if (party === undefined) return {};
  if (!Array.isArray(party) || party.length === 0 || party.length > maxUnits) throw mismatch('party', party);
  const units = party.map((each: unknown) => {
    const { unit, quantity } = toFields(each, 'party');
    const member = { unit: readCode(unit, 'unit'), quantity: readInteger(quantity, 'quantity') };
    return member satisfies EveryField<PartyUnit>;
  });
  readInteger(
    units.reduce((sum, { quantity }) => sum + quantity, 0),
    'party_size',
  );
  return { party: units };
}

/** An empty list is none. A value is never repaired: a code with another text would not admit its guest. */
function toDocuments(documents: unknown): Documented {
  if (documents === undefined) return {};
  if (!Array.isArray(documents) || documents.length > maxDocuments) throw mismatch('documents', documents);
  return documents.length === 0 ? {} : { documents: documents.map(toDocument) };
}

function toDocument(document: unknown): BookingDocument {
  const { kind, format: given, value, label } = toFields(document, 'documents');
  const format = readMember(given, 'format', documentFormats);
  const required = {
    kind: readMember(kind, 'kind', documentKinds),
    format,
    value: readCode(value, format.endsWith('_url') ? 'url' : 'document_value'),
  } satisfies EveryField<Omit<BookingDocument, 'label'>>;
  return label === undefined || label === '' ? required : { ...required, label: readText(label, 'label') };
}

function failure(fields: Fields): { error_code: BookingErrorCode; error_message?: string } {
  const { error_code, error_message } = fields;
  if (!isBookingErrorCode(error_code)) throw mismatch('error_code', error_code);
  return { error_code, ...toOptionalText(error_message, 'error_message') };
}

/** An empty text is no text. */
function toOptionalText<Name extends 'error_message' | 'message'>(
  value: unknown,
  name: Name,
): { [N in Name]?: string } {
  // The only field has this name.
  return value === undefined || value === '' ? {} : ({ [name]: readText(value, name) } as { [N in Name]?: string });
}

export function isBookingErrorCode(code: unknown): code is BookingErrorCode {
  if (typeof code !== 'string' || !Object.hasOwn(errorCatalogue, code)) return false;
  const entries: Readonly<Record<string, { readonly stands_in: readonly string[] }>> = errorCatalogue;
  return entries[code]?.stands_in.includes('booking') === true;
}
