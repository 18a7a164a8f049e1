/**
 * Integers of 64 bits, which a number rounds beyond 2^53. A document whose root has `x-int64: bigint` or `string` gives them to handlers, and
 * gets them from handlers, in this form. Where it does not, a value that a number would round is refused.
 */
import {
  below,
  extensionsOf,
  faultAt,
  isPart,
  type Located,
  type OpenApiDocument,
  type Part,
  partOf,
} from './document.ts';

// TypeScript does not have these two yet.
const { parse, rawJSON } = JSON as unknown as {
  parse(
    this: void,
    text: string,
    revive: (key: string, value: unknown, context: { readonly source: string }) => unknown,
  ): unknown;
  rawJSON(this: void, text: string): unknown;
};
const wide = /\d{16}/;
const digits = /^-?(?:0|[1-9]\d*)$/;

/** Parses JSON. Where the document has an integer of 64 bits, one that a number would round is a bigint. */
export function parseExact(text: string, int64: Int64Values | undefined): unknown {
  if (!int64 || !wide.test(text)) return JSON.parse(text);
  const value = parse(text, (_key, each, { source }) => {
    if (typeof each !== 'number' || Number.isSafeInteger(each) || !digits.test(source)) return each;
    return BigInt(source);
  });
  return int64.settle(value);
}

/** Writes JSON with the digits of each bigint. Returns undefined for what JSON does not have, such as a function. */
export function stringifyExact(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? rawJSON(String(each)) : each));
}

/** Returns the integer of a text, as a number if it is exact as one. */
export function integerOf(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/** Returns whether a schema is that of an integer of 64 bits. */
export function isInt64({ type, format }: Part): boolean {
  return /^u?int64$/.test(String(format)) && [type].flat().some((each) => each === 'integer' || each === 'number');
}

/** Returns whether the integer has 64 bits and is within the bounds of its schema. */
export function isWithin(value: bigint, { format, minimum, maximum, multipleOf, ...bounds }: Part): boolean {
  const { exclusiveMinimum: above, exclusiveMaximum: under, enum: values, const: only } = bounds;
  // A bigint is compared with a number exactly.
  const isNumber = (bound: unknown): bound is number => typeof bound === 'number';
  const equals = (each: unknown) => isNumber(each) && value == BigInt(each);
  return (
    (format === 'uint64' ? BigInt.asUintN(64, value) : BigInt.asIntN(64, value)) === value &&
    !(isNumber(minimum) && (value < minimum || (above === true && value <= minimum))) &&
    !(isNumber(maximum) && (value > maximum || (under === true && value >= maximum))) &&
    !(isNumber(above) && value <= above) &&
    !(isNumber(under) && value >= under) &&
    !(isNumber(multipleOf) && Number.isInteger(multipleOf) && value % BigInt(multipleOf) !== 0n) &&
    !(Array.isArray(values) && !values.some(equals)) &&
    !(only !== undefined && !equals(only))
  );
}

/** The schemas of a value, with those that they consist of. */
interface Shape {
  /** True if the value is an integer of 64 bits. */
  readonly isWide: boolean;
  /** The pointer to a schema that allows another number or, in the form `string`, a text. */
  readonly other: string | undefined;
  readonly items: readonly Located<unknown>[];
  readonly properties: ReadonlyMap<string, readonly Located<unknown>[]>;
  readonly additional: readonly Located<unknown>[];
}

/** Replaces the integers of 64 bits in the values of one schema. The values are changed, and returned. */
export interface Int64Values {
  /** From a value in which each integer beyond 2^53 is a bigint: a number wherever the document has no integer of 64 bits. */
  readonly settle: (value: unknown) => unknown;
  /** From what was checked: the form of the program. */
  readonly toProgram: (value: unknown) => unknown;
  /** From the form of the program: what stringifyExact writes. */
  readonly toWire: (value: unknown) => unknown;
}

type Convert = (value: unknown, isWide: boolean) => unknown;

/** Creates the functions for a schema; undefined if all integers are numbers. Throws if alternatives have both forms at one place. */
export function createInt64Values(
  document: OpenApiDocument,
  schema: Located<unknown>,
  label: string,
): Int64Values | undefined {
  const { int64 } = document;
  if (int64 === 'number') return undefined;
  const shapes = new Map<string, Shape>();
  const isAnywhere = findWide([schema], new Set());
  const settle: Convert = (value, isWide) => (typeof value === 'bigint' && !isWide ? Number(value) : value);
  const toProgram: Convert = (value, isWide) => {
    if (!isWide || (typeof value !== 'bigint' && !Number.isSafeInteger(value))) return value;
    return int64 === 'string' ? String(value) : BigInt(value as number | bigint);
  };
  const toWire: Convert = (value, isWide) =>
    isWide && typeof value === 'string' && digits.test(value) ? BigInt(value) : value;
  const keep = (value: unknown) => value;
  return {
    settle: (value) => walk(value, settle),
    toProgram: isAnywhere ? (value) => walk(value, toProgram) : keep,
    toWire: isAnywhere && int64 === 'string' ? (value) => walk(value, toWire) : keep,
  };

  function walk(value: unknown, convert: Convert): unknown {
    const root: Record<string, unknown> = { '': value };
    // A list that grows while it is read replaces a recursion: a body can be nested deeper than the stack.
    const left = [{ holder: root, name: '', schemas: [schema] as readonly Located<unknown>[] }];
    for (const { holder, name, schemas } of left) {
      const each = holder[name];
      const shape = shapeOf(schemas);
      if (!Array.isArray(each) && !isPlain(each)) holder[name] = convert(each, shape.isWide);
      else
        for (const key of Object.keys(each)) {
          const found = Array.isArray(each) ? shape.items : (shape.properties.get(key) ?? shape.additional);
          left.push({ holder: each as Record<string, unknown>, name: key, schemas: found });
        }
    }
    return root[''];
  }

  function shapeOf(schemas: readonly Located<unknown>[]): Shape {
    const key = schemas.map(({ pointer }) => pointer).join(' ');
    const known = shapes.get(key) ?? merged(document, schemas);
    shapes.set(key, known);
    return known;
  }

  /** Returns whether a value below has 64 bits. */
  function findWide(schemas: readonly Located<unknown>[], seen: Set<Shape>): boolean {
    const shape = shapeOf(schemas);
    if (seen.has(shape)) return false;
    seen.add(shape);
    const { isWide, other, items, properties, additional } = shape;
    if (isWide && other !== undefined)
      throw faultAt(
        label,
        other,
        'another alternative has an integer of 64 bits here, which only x-int64: number reads',
      );
    const found = [items, ...properties.values(), additional].map((each) => each.length > 0 && findWide(each, seen));
    return isWide || found.includes(true);
  }
}

/** Returns whether the values of a schema are integers of 64 bits that are not received as numbers. */
export function isExact(document: OpenApiDocument, schema: Located<unknown>): boolean {
  return document.int64 !== 'number' && merged(document, [schema]).isWide;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const ofSameValue = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas'];

/** Returns a schema with those of the same value: what it refers to, its parts, its alternatives, the extensions of a discriminator's base. */
function partsOf(document: OpenApiDocument, { value, pointer }: Located<unknown>, seen: Set<unknown>): Located[] {
  if (!isPart(value) || seen.has(value)) return [];
  seen.add(value);
  const located = { value, pointer };
  const references = [value['$ref'], ...(isPart(value['discriminator']) ? extensionsOf(document, located) : [])];
  const found = [
    ...references.flatMap((each) =>
      typeof each === 'string' ? [document.find(each, { label: pointer, pointer })] : [],
    ),
    ...membersOf(located, ofSameValue),
  ];
  return [located, ...found.flatMap((each) => partsOf(document, each, seen))];
}

/** Returns the schemas that the keywords hold: one, a list or a map. */
function membersOf(schema: Located, keywords: readonly string[]): Located<unknown>[] {
  return keywords.flatMap((keyword) => {
    const held = below(schema, keyword);
    if (held.value === undefined) return [];
    const isMap = Array.isArray(held.value) || keyword === 'dependentSchemas' || keyword === 'patternProperties';
    return isMap ? Object.keys(partOf(held.value)).map((name) => below(held, name)) : [held];
  });
}

function merged(document: OpenApiDocument, schemas: readonly Located<unknown>[]): Shape {
  const seen = new Set<unknown>();
  const parts = schemas.flatMap((each) => partsOf(document, each, seen));
  const fields = parts.flatMap((part) => {
    const own = below(part, 'properties');
    return Object.keys(partOf(own.value)).map((name) => ({ name, schema: below(own, name) }));
  });
  const others = document.int64 === 'string' ? ['integer', 'number', 'string'] : ['integer', 'number'];
  const isOther = ({ value }: Located) =>
    [value['type']].flat().some((type) => others.includes(String(type)) && (type === 'string' || !isInt64(value)));
  return {
    isWide: parts.some(({ value }) => isInt64(value)),
    other: parts.find(isOther)?.pointer,
    items: parts.flatMap((each) => membersOf(each, ['items', 'prefixItems', 'contains', 'unevaluatedItems'])),
    properties: new Map(
      [...Map.groupBy(fields, ({ name }) => name)].map(([name, all]) => [name, all.map(({ schema }) => schema)]),
    ),
    additional: parts.flatMap((each) =>
      membersOf(each, ['additionalProperties', 'patternProperties', 'unevaluatedProperties']),
    ),
  };
}
