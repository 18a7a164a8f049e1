import { presenceOf } from '../../document/presence.ts';
import { code, markdownTable } from '../site/markdown-table.ts';
import type { Resolve, Schema } from './schema.ts';
import { typeText } from './type-text.ts';

/** A field of a body, as the docs list it. */
export interface BodyField {
  /** With the names of the objects around it: `guest.email`, `data[].id`. */
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
      description: value.description ?? '',
    };
    return depth < deepest ? [own, ...fieldsWithin(value, resolve, name, depth + 1)] : [own];
  });
}

/** The presences of fields that exclude each other, by the condition of their object. */
function presencesOf(schema: Schema): ReadonlyMap<string, string> {
  const presence = presenceOf(schema);
  if (!presence) return new Map();
  const { field, excludes, replaces } = presence;
  const pairs = excludes.flatMap((name) => {
    const words = replaces.includes(name) ? 'unless' : 'optional, not with';
    return [
      [name, `${words} ${code(field)}`],
      [field, `${words} ${code(name)}`],
    ] as const;
  });
  return new Map(pairs);
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
