import { code, markdownTable } from '../site/markup.ts';
import { deprecationText, isJsonObject, type JsonObject } from '../../document/bundled-contract.ts';
import { choiceOf, type Combination, splitCombinations } from '../../document/combinations.ts';

/** The type of a value and its bounds, in words. */
export function typeText(schema: Schema, resolve: Resolve): string {
  const { const: only, enum: values, oneOf, anyOf } = schema;
  if (only !== undefined) return `always ${valueText(only)}`;
  if (values) return `one of ${values.map(valueText).join(', ')}`;
  const alternatives = oneOf ?? anyOf;
  if (alternatives) {
    const texts = alternatives.map((each) => typeText(resolve(each), resolve));
    return [...new Set(texts)].join(' or ');
  }
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['any value']);
  const text = types.map((type) => oneType(type, schema, resolve)).join(' or ');
  return schema.default === undefined ? text : `${text}; default ${valueText(schema.default)}`;
}

/** A text without its quotes, any other value as JSON. */
function valueText(value: unknown): string {
  return code(typeof value === 'string' ? value : JSON.stringify(value));
}

function oneType(type: string, schema: Schema, resolve: Resolve): string {
  const { format, items, minLength, maxLength, minimum, maximum, minItems, maxItems, maxProperties } = schema;
  if (type === 'string') {
    if (format === 'date-time') return 'time, RFC 3339 in UTC';
    if (format === 'date') return 'date, `YYYY-MM-DD`';
    const name = format === undefined ? 'string' : ({ uri: 'URL', email: 'e-mail address' }[format] ?? format);
    return withRange(name, { least: minLength, most: maxLength, unit: 'characters' });
  }
  if (type === 'integer' || type === 'number') return withRange(type, { least: minimum, most: maximum, unit: '' });
  if (type === 'array') {
    const entries = items ? typeText(resolve(items), resolve) : 'any value';
    return `${withRange('list', { least: minItems, most: maxItems, unit: 'entries' })} of ${entries}`;
  }
  if (type === 'object') {
    const { additionalProperties: additional } = schema;
    const isMap = !schema.properties && typeof additional === 'object';
    const text = isMap ? `object, each value ${typeText(resolve(additional), resolve)}` : 'object';
    return withRange(text, { least: undefined, most: maxProperties, unit: 'fields' });
  }
  return type;
}

function withRange(
  text: string,
  {
    least,
    most,
    unit,
  }: { readonly least: number | undefined; readonly most: number | undefined; readonly unit: string },
): string {
  const end = unit === '' ? '' : ` ${unit}`;
  if (least !== undefined && most !== undefined) {
    return `${text}, ${least === most ? String(least) : `${least} to ${most}`}${end}`;
  }
  if (most !== undefined) return `${text}, at most ${most}${end}`;
  return least === undefined ? text : `${text}, at least ${least}${end}`;
}

/** Returns the description, after the mark of what is deprecated. */
export function describe(value: unknown, between = ' '): string {
  const { description } = isJsonObject(value) ? value : {};
  const deprecation = deprecationText(value);
  const mark = deprecation === '' ? [] : [`**Deprecated.** ${deprecation}`];
  return [...mark, ...(typeof description === 'string' ? [description] : [])].join(between);
}

/** A field of a body, as the docs list it. */
export interface BodyField {
  /** With the names of the objects around it: `reader.email`, `data[].id`. */
  readonly name: string;
  readonly type: string;
  /** `always`, `optional`, the alternative that has it, or the field that excludes it. */
  readonly presence: string;
  readonly description: string;
}

const deepest = 6;

/** Every field of a body, in one table: nothing is folded. An object with alternatives has a table for each. */
export function fieldTable(schema: Schema, resolve: Resolve): string {
  const body = resolve(schema);
  const alternatives = alternativesOf(body, resolve);
  if (alternatives.length > 0) {
    const tables = alternatives.map((each) => `${headingOf(each)}\n\n${tableOf(fieldsOf(each, resolve, ''))}`);
    return `The body has one of ${alternatives.length} forms.\n\n${tables.join('\n\n')}`;
  }
  const fields = fieldsOf(body, resolve, '');
  return fields.length > 0 ? tableOf(fields) : `The body is ${typeText(body, resolve)}.`;
}

/** Returns every field of a body with one form, those of an object after it. */
export function bodyFields(schema: Schema, resolve: Resolve): BodyField[] {
  return fieldsOf(resolve(schema), resolve, '');
}

function tableOf(fields: readonly BodyField[]): string {
  return markdownTable(
    ['Field', 'Type', 'Meaning'],
    fields.map(({ name, type, presence, description }) => {
      return [presence === 'always' ? code(name) : `${code(name)} ${presence}`, type, description];
    }),
  );
}

function fieldsOf(schema: Schema, resolve: Resolve, prefix: string, depth = 0): BodyField[] {
  const { properties = {}, required = [] } = schema;
  const conditions = presencesOf(schema);
  return Object.entries(properties).flatMap(([key, given]) => {
    const value = resolve(given);
    const name = `${prefix}${key}`;
    const own: BodyField = {
      name,
      type: typeText(value, resolve),
      presence: required.includes(key) ? 'always' : (conditions.get(key) ?? 'optional'),
      description: describe(value),
    };
    return depth < deepest ? [own, ...fieldsWithin(value, resolve, name, depth + 1)] : [own];
  });
}

/** The presences of the fields that are in a combination which their object excludes. */
function presencesOf(schema: Schema): ReadonlyMap<string, string> {
  const { combinations } = splitCombinations(schema);
  const [first, second] = choiceOf(schema) ?? [];
  const listed = ({ present, values }: Combination, name?: string) =>
    present
      .filter((each) => each !== name)
      .map((each) => [each, ...(values[each] ?? []).map(String)].map(code).join(' '))
      .join(', ');
  // A later entry replaces an earlier one.
  return new Map([
    ...combinations.flatMap((each) =>
      each.present.map((name) => [name, `optional, not with ${listed(each, name)}`] as const),
    ),
    ...combinations.flatMap((each) =>
      each.present.length > 0 ? each.absent.map((name) => [name, `with ${listed(each)}`] as const) : [],
    ),
    ...(first !== undefined && second !== undefined
      ? ([
          [first, `unless ${code(second)}`],
          [second, `unless ${code(first)}`],
        ] as const)
      : []),
  ]);
}

/** The fields of an object, of the objects of a list, and of each alternative of an object. */
function fieldsWithin(value: Schema, resolve: Resolve, name: string, depth: number): BodyField[] {
  if (value.items) return fieldsWithin(resolve(value.items), resolve, `${name}[]`, depth);
  const alternatives = alternativesOf(value, resolve);
  if (alternatives.length === 0) return fieldsOf(value, resolve, `${name}.`, depth);
  // Fields that several alternatives have are listed once.
  const listed = new Map<string, BodyField>();
  for (const each of alternatives) {
    for (const field of fieldsOf(each, resolve, `${name}.`, depth)) {
      const isShared = alternatives.every(({ properties = {} }) => field.name.slice(name.length + 1) in properties);
      const presence = isShared ? field.presence : `with ${labelOf(each)}`;
      const before = listed.get(field.name);
      listed.set(field.name, before ? { ...before, type: joined(before.type, field.type) } : { ...field, presence });
    }
  }
  return [...listed.values()];
}

function joined(first: string, second: string): string {
  return first === second ? first : `${first} or ${second}`;
}

/** The objects that a value may be. Empty if it has one form. */
function alternativesOf({ oneOf, anyOf }: Schema, resolve: Resolve): Schema[] {
  const all = (oneOf ?? anyOf ?? []).map(resolve);
  return all.filter(({ properties }) => properties !== undefined);
}

function headingOf(alternative: Schema): string {
  const label = labelOf(alternative);
  return `**With ${label}**${alternative.description === undefined ? '' : `: ${alternative.description}`}`;
}

/** The field whose only value identifies the alternative, such as `type` `enter_code`. */
function labelOf({ properties = {}, title, required = [] }: Schema): string {
  const tag = Object.entries(properties).find(([, { const: only }]) => only !== undefined);
  if (tag) return `${code(tag[0])} ${code(String(tag[1].const))}`;
  return title === undefined ? required.map(code).join(', ') : code(title);
}

/** A JSON Schema, as far as the reference shows it. */
export interface Schema extends JsonObject {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly title?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
}

/** Returns what a reference leads to. Fields beside the reference replace those of its target. */
export type Resolve = <T extends object>(value: T) => T;

/** Creates the function that follows the references of a document. It throws if a reference leads nowhere. */
export function resolverOf(document: object): Resolve {
  return function resolve<T extends object>(value: T): T {
    const { $ref: reference, ...beside } = value as { readonly $ref?: string };
    if (reference === undefined) return value;
    let target: unknown = document;
    for (const key of reference.replace(/^#\//, '').split('/')) {
      target = (target as Readonly<Record<string, unknown>> | undefined)?.[decodePointer(key)];
    }
    if (typeof target !== 'object' || target === null) throw new Error(`${reference} leads nowhere.`);
    // A reference stands where its target may stand.
    return resolve({ ...target, ...beside } as T);
  };
}

function decodePointer(key: string): string {
  return decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
}
