/**
 * Integers of 64 bits, which JSON.parse rounds beyond 2^53. Not every runtime gives the source of a parsed value, so long integers are parsed
 * as texts with a mark.
 */

/** The members of a value that have integers of 64 bits, each by the name of its place. */
export interface Place {
  readonly items?: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** All other fields. */
  readonly others?: string;
}

export interface Int64Table {
  /** The form of an integer of 64 bits in the program. */
  readonly form: 'number' | 'string' | 'bigint';
  readonly places: Readonly<Record<string, Place>>;
}

/** The name of the place of an integer of 64 bits. No schema can have it. */
export const wide = '#int64';

const mark = `${Math.random().toString(36).slice(2)}:`;
const marked = new RegExp(`"${mark}(-?\\d+)"`, 'g');
/** A text, or an integer of 16 or more digits. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\w.+-])-?[1-9]\d{15,}(?=\s*(?:[,\]}]|$))/g;
const digits = /^-?(?:0|[1-9]\d*)$/;

/**
 * Parses JSON. `place` names the place of the value.
 *
 * @throws RangeError for an integer that a number rounds, if this is its form.
 */
export function parseJson(text: string, place: string | undefined, table: Int64Table | undefined): unknown {
  if (!table || place === undefined) return JSON.parse(text);
  const { form } = table;
  return walk(form === 'number' ? JSON.parse(text) : parseMarked(text), place, table, (value, isWide, pointer) => {
    if (!isWide) return typeof value === 'bigint' ? Number(value) : value;
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
      throw new RangeError(
        `${pointer} is an integer beyond 2^53, which a number rounds; generate with int64: 'bigint'`,
      );
    if (typeof value !== 'bigint' && !Number.isInteger(value)) return value;
    return form === 'number' ? value : form === 'string' ? String(value) : BigInt(value as number | bigint);
  });
}

function parseMarked(text: string): unknown {
  const replaced = text.replace(tokens, (token) => (token.startsWith('"') ? token : `"${mark}${token}"`));
  return JSON.parse(replaced, (_key, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith(mark)) return value;
    return BigInt(value.slice(mark.length));
  });
}

/** Returns a value with a bigint for each integer of 64 bits that is a string in the program. */
export function toWire(value: unknown, place: string | undefined, table: Int64Table | undefined): unknown {
  if (place === undefined || table?.form !== 'string') return value;
  return walk(value, place, table, (each, isWide) =>
    isWide && typeof each === 'string' && digits.test(each) ? BigInt(each) : each,
  );
}

/** Writes JSON with the digits of each bigint. */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? `${mark}${each}` : each));
  return text.replaceAll(marked, '$1');
}

type Convert = (value: unknown, isWide: boolean, pointer: string) => unknown;

/** Returns a copy of the lists and objects of a value. */
function walk(value: unknown, place: string | undefined, table: Int64Table, convert: Convert, pointer = ''): unknown {
  if (typeof value !== 'object' || value === null) return convert(value, place === wide, pointer);
  const { items, fields = {}, others } = table.places[place ?? ''] ?? {};
  if (Array.isArray(value)) return value.map((each, index) => walk(each, items, table, convert, `${pointer}/${index}`));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const entries = Object.entries(value).map(([key, each]) => {
    const token = key.replaceAll('~', '~0').replaceAll('/', '~1');
    const found = Object.hasOwn(fields, key) ? fields[key] : others;
    return [key, walk(each, found, table, convert, `${pointer}/${token}`)] as const;
  });
  return Object.fromEntries(entries);
}
