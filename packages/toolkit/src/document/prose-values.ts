/**
 * Fills the values that texts of a contract repeat. A text names a value instead of copying it:
 *
 *     {x-limits.max_body_bytes}                       a value of a block, or of a schema: {components.schemas.Code.maxLength}
 *     {.maxProperties}                                a value beside the text, or below that place
 *     {x-delivery.timeout_seconds|duration}           seconds in words: 10 seconds, 20 minutes, 7 days
 *     {.maximum|milliseconds|duration}                milliseconds in words
 *
 * The block x-values holds what a contract repeats of another one. It is removed from the bundle.
 */

/** A value that a text names: the keys that lead to it, and the filters that format it. */
export interface NamedValue {
  /** The name as it is written, with its braces. */
  readonly text: string;
  /** True if the keys begin beside the text; otherwise they begin at the root of the contract. */
  readonly isBeside: boolean;
  readonly keys: readonly string[];
  readonly filters: readonly string[];
}

const valuesBlock = 'x-values';

const named = /\{(\.|(?=x-|components\.))([\w-]+(?:\.[\w-]+)*)((?:\|\w+)*)\}/g;

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

const filters: Readonly<Record<string, (value: unknown) => number | string>> = {
  duration: durationText,
  milliseconds: (value) => asNumber(value) / 1000,
};

/** The values that a text names, in the order of the text. */
export function namedValues(text: string): NamedValue[] {
  return [...text.matchAll(named)].map(([whole, start, path = '', written = '']) => ({
    text: whole,
    isBeside: start === '.',
    keys: path.split('.'),
    filters: written.split('|').slice(1),
  }));
}

/** The text without the values that it names. */
export function withoutNames(text: string): string {
  return text.replaceAll(named, '');
}

/**
 * Formats a value for a text.
 *
 * @throws TypeError if the value has no text: it is missing, an object or a list, or a filter does not accept it.
 */
export function valueText(value: unknown, names: readonly string[]): string {
  const formatted = names.reduce<unknown>((current, name) => {
    const filter = filters[name];
    if (!filter) throw new TypeError(`There is no filter ${name}. Use ${Object.keys(filters).join(' or ')}.`);
    return filter(current);
  }, value);
  if (typeof formatted === 'string' || typeof formatted === 'number') return `${formatted}`;
  throw new TypeError(formatted === undefined ? 'There is no such value.' : 'It is neither a text nor a number.');
}

/** Returns a copy of a bundled contract whose texts contain the values that they name, without the block x-values. */
export function withProseValues<T extends object>(contract: T): T {
  // The walk changes texts only, so the copy has the shape of the contract.
  const { [valuesBlock]: _repeated, ...filled } = fill(contract, { root: contract, holder: contract }) as Fields;
  return filled as T;
}

type Fields = Readonly<Record<string, unknown>>;

interface Scope {
  readonly root: unknown;
  /** The object that contains the text. */
  readonly holder: unknown;
}

function fill(value: unknown, scope: Scope): unknown {
  if (typeof value === 'string') return value.includes('{') ? fillText(value, scope) : value;
  if (Array.isArray(value)) return value.map((each) => fill(each, scope));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, fill(each, { root: scope.root, holder: value })]),
  );
}

function fillText(text: string, { root, holder }: Scope): string {
  return namedValues(text).reduce((filled, { text: written, isBeside, keys, filters: names }) => {
    try {
      return filled.replace(written, () => valueText(valueAt(isBeside ? holder : root, keys, root), names));
    } catch (cause) {
      throw new Error(`${written} in "${text}" has no value.`, { cause });
    }
  }, text);
}

function valueAt(start: unknown, keys: readonly string[], root: unknown): unknown {
  return keys.reduce<unknown>(
    (value, key) => follow(Object.entries(value ?? {}).find(([name]) => name === key)?.[1], root),
    follow(start, root),
  );
}

function follow(value: unknown, root: unknown): unknown {
  if (!isFields(value) || typeof value['$ref'] !== 'string') return value;
  const keys = value['$ref'].replace('#/', '').split('/');
  return valueAt(
    root,
    keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')),
    root,
  );
}

/** Seconds in the largest unit that divides them: `90 seconds`, `20 minutes`, `1 day`. */
function durationText(value: unknown): string {
  const seconds = asNumber(value);
  const [unit, length] = units.find(([, each]) => seconds % each === 0 && seconds >= each) ?? ['second', 1];
  const count = seconds / length;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function asNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  throw new TypeError('The filter needs a number.');
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
