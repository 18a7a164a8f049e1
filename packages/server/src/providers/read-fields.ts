/**
 * Reads the fields of a provider's result. Providers are third-party code and may be plain JavaScript, and their texts come from
 * suppliers:
 *  - A field of the wrong type, or an id, code or number that the contract does not allow, throws. The call counts as failed.
 *  - A text for people is repaired: what UTF-8 or a database cannot store becomes U+FFFD, and a text that is too long is cut.
 */
import { readInstant } from '@booking-service/kernel/time';
import {
  codeBounds,
  numberBounds,
  textBounds,
  type CodeName,
  type NumberName,
  type TextName,
} from './result-bounds.ts';

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
