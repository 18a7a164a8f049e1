/**
 * Every string, array, number and map has a bound (LIM-6), a request body takes no field that is not described, and no
 * text of it may hold what a store cannot keep. Without bounds one caller could fill the memory and the database of all.
 */
import { isObject } from '../../place.ts';
import type { Place, Problem, Rule } from '../../place.ts';
import { everySchema } from '../../schemas.ts';

/** Bounds by themselves, or by the schemas they are made of. */
const untyped = ['const', 'enum', 'oneOf', 'anyOf', 'allOf'];
/** Formats that do not take U+0000. */
const storableFormats = new Set(['date', 'date-time', 'email', 'uri', 'uuid']);
/** PostgreSQL does not keep it in text. */
const unstorable = '\u0000';
/** Surrogates in a pattern: engines that work on whole characters, as those of Rust and Go, do not compile them. */
const surrogate = /\\u[dD][89a-fA-F]/;
const freeText = String.raw`'^[^\u0000]*$'`;

export const bounded: Rule = function* (contract) {
  for (const { schema, inRequestBody } of everySchema(contract)) {
    const { value: type } = schema.at('type');
    if (type === undefined && !untyped.some((keyword) => schema.at(keyword).value !== undefined)) {
      yield { place: schema, message: 'This schema takes anything: say its type.' };
    }
    if (schema.at('const').value !== undefined || schema.at('enum').value !== undefined) continue;
    for (const each of Array.isArray(type) ? type : [type]) {
      if (each === 'string' && schema.at('format').value !== 'date-time') yield* demand(schema, 'maxLength');
      if (each === 'string' && inRequestBody) yield* checkText(schema);
      if (each === 'array') yield* checkArray(schema);
      if (each === 'object') yield* checkObject(schema, inRequestBody);
      if (each === 'integer' || each === 'number') {
        yield* demand(schema, 'minimum');
        yield* demand(schema, 'maximum');
      }
    }
  }
};

function* demand(schema: Place, keyword: string): Iterable<Problem> {
  if (typeof schema.at(keyword).value === 'number') return;
  yield { place: schema, message: `This schema has no ${keyword}: give it one.` };
}

function* checkText(schema: Place): Iterable<Problem> {
  if (storableFormats.has(schema.at('format').text())) return;
  const pattern = schema.at('pattern');
  const { value: example } = schema.at('example');
  if (typeof pattern.value !== 'string') {
    yield {
      place: schema,
      message: `This text of a request body takes any character: give it the pattern ${freeText}.`,
    };
  } else if (takesUnstorable(pattern.value, typeof example === 'string' ? example : '')) {
    const message = `The pattern ${pattern.text()} takes U+0000: exclude it from ^ to $.`;
    yield { place: pattern, message };
  } else if (surrogate.test(pattern.value)) {
    const message = `Not every engine compiles ${pattern.text()}: leave surrogates out, the server refuses half a pair anywhere.`;
    yield { place: pattern, message };
  }
}

/** Tries what no store keeps, alone and within a text that the pattern takes; a pattern without ends takes it anyway. */
function takesUnstorable(pattern: string, example: string): boolean {
  if (!pattern.startsWith('^') || !pattern.endsWith('$')) return true;
  const spoilt = [
    unstorable,
    unstorable + example,
    example + unstorable,
    unstorable + example.slice(1),
    example.slice(0, -1) + unstorable,
  ];
  try {
    const regex = new RegExp(pattern, 'u');
    return spoilt.some((text) => regex.test(text));
  } catch {
    // A pattern that is no regular expression is Redocly's to report.
    return false;
  }
}

function* checkArray(schema: Place): Iterable<Problem> {
  yield* demand(schema, 'maxItems');
  if (isObject(schema.at('items').value)) return;
  yield { place: schema, message: 'The items of this array may be anything: give them a schema.' };
}

function* checkObject(schema: Place, inRequestBody: boolean): Iterable<Problem> {
  const { value: additional } = schema.at('additionalProperties');
  if (!isObject(additional)) {
    // What the service sends may be open: it writes no field that is not described.
    if (!inRequestBody || additional === false) return;
    yield {
      place: schema,
      message: 'This object takes any field: set additionalProperties: false, or give it a schema.',
    };
    return;
  }
  yield* demand(schema, 'maxProperties');
  const names = schema.at('propertyNames');
  if (typeof names.at('maxLength').value === 'number') return;
  yield { place: names, message: 'The names of these fields have no bound: set propertyNames with a maxLength.' };
}
