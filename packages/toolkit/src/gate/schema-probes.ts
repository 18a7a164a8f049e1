/** One example of each kind of change of a schema. policy-table.ts prints `breaks`, and a test compares it with the gate. */
import type { JsonObject } from '../document/bundled-contract.ts';
import type { Direction } from './schema-laws.ts';

/** A change of a schema. */
export interface SchemaProbe {
  readonly kind: string;
  readonly change: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** The directions in which it breaks the other side. */
  readonly breaks: readonly Direction[];
  /** Those of `breaks` in which it is only a warning. */
  readonly warns?: readonly Direction[] | undefined;
}

const both: readonly Direction[] = ['received', 'sent'];
const text = { type: 'string' };
const values = { ...text, enum: ['a'] };
const nullable = { type: ['string', 'null'], enum: ['a', null] };
const number = { type: 'integer' };
const object = (fields: JsonObject, more: JsonObject = {}) => ({ type: 'object', properties: fields, ...more });
const first = object({ type: { const: 'first' } });
const second = object({ type: { const: 'second' } });
const conditional = { type: 'object', if: { required: ['a'] } };
const mapped = { propertyName: 'type', mapping: { first: '#/first' } };

/** A keyword with two values, the first of which admits fewer. It can be added, removed, narrowed and widened. */
function bound(keyword: string, [narrow, wide]: readonly [unknown, unknown], schema: JsonObject): SchemaProbe[] {
  const probe = (change: string, before: unknown, after: unknown, breaks: Direction): SchemaProbe => {
    const written = (value: unknown) => (value === undefined ? schema : { ...schema, [keyword]: value });
    return { kind: keyword, change, before: written(before), after: written(after), breaks: [breaks] };
  };
  return [
    probe('added', undefined, wide, 'received'),
    probe('narrowed', wide, narrow, 'received'),
    probe('widened', narrow, wide, 'sent'),
    probe('removed', wide, undefined, 'sent'),
  ];
}

function changed(
  kind: string,
  rows: readonly (readonly [string, JsonObject, JsonObject, readonly Direction[], (readonly Direction[])?])[],
): SchemaProbe[] {
  return rows.map(([change, before, after, breaks, warns]) => ({ kind, change, before, after, breaks, warns }));
}

export const schemaProbes: readonly SchemaProbe[] = [
  ...bound('enum', [['a'], ['a', 'b']], text),
  ...changed('enum', [
    ['other values', { ...text, enum: ['a', 'b'] }, { ...text, enum: ['a', 'c'] }, both],
    ['becomes an open list', { ...text, enum: ['a'] }, { ...text, 'x-extensible-enum': ['a'] }, ['sent']],
  ]),
  ...changed('const', [
    ['another value', { const: 'a' }, { const: 'b' }, both],
    ['gains a type that it implies', { const: 'a' }, { type: 'string', const: 'a' }, []],
  ]),
  ...changed('x-extensible-enum', [
    ['gains a value', { ...text, 'x-extensible-enum': ['a'] }, { ...text, 'x-extensible-enum': ['a', 'b'] }, []],
    ['loses a value', { ...text, 'x-extensible-enum': ['a', 'b'] }, { ...text, 'x-extensible-enum': ['a'] }, both],
  ]),
  ...changed('type', [
    ['nullable', text, { type: ['string', 'null'] }, ['sent']],
    ['no longer nullable', { type: ['string', 'null'] }, text, ['received']],
    ['nullable by a choice', nullable, { oneOf: [values, { type: 'null' }] }, []],
    ['a choice with null as types', { anyOf: [{ type: 'null' }, values] }, nullable, []],
    ['nullable by a choice, which loses null', nullable, { oneOf: [values] }, ['received']],
    [
      'nullable by a choice, with another value',
      nullable,
      { oneOf: [{ ...values, enum: ['a', 'b'] }, { type: 'null' }] },
      ['sent'],
    ],
    ['another type', text, number, both],
    ['integer to number', number, { type: 'number' }, ['sent']],
    ['number to integer', { type: 'number' }, number, ['received']],
  ]),
  ...bound('minimum', [2, 1], number),
  ...bound('maximum', [8, 9], number),
  ...bound('exclusiveMinimum', [2, 1], number),
  ...bound('exclusiveMaximum', [8, 9], number),
  ...bound('multipleOf', [10, 5], number),
  ...bound('minLength', [2, 1], text),
  ...bound('maxLength', [8, 9], text),
  ...bound('minItems', [2, 1], { type: 'array' }),
  ...bound('maxItems', [8, 9], { type: 'array' }),
  ...bound('minProperties', [2, 1], { type: 'object' }),
  ...bound('maxProperties', [8, 9], { type: 'object' }),
  ...changed('pattern', [
    ['added', text, { ...text, pattern: '^a' }, ['received']],
    ['removed', { ...text, pattern: '^a' }, text, ['sent']],
    ['another one', { ...text, pattern: '^a' }, { ...text, pattern: '^b' }, both],
  ]),
  ...changed('uniqueItems', [
    ['added', { type: 'array' }, { type: 'array', uniqueItems: true }, ['received']],
    ['removed', { type: 'array', uniqueItems: true }, { type: 'array' }, ['sent']],
  ]),
  ...changed('format', [
    ['added', text, { ...text, format: 'date' }, both, ['sent']],
    ['removed', { ...text, format: 'date' }, text, both, ['received']],
    ['another one', { ...number, format: 'int32' }, { ...number, format: 'int64' }, both],
  ]),
  ...changed('required', [
    ['gains a field', object({ a: text }), object({ a: text }, { required: ['a'] }), ['received']],
    ['loses a field', object({ a: text }, { required: ['a'] }), object({ a: text }), ['sent']],
  ]),
  ...changed('field', [
    ['added, optional', object({}), object({ a: text }), []],
    ['added, required', object({}), object({ a: text }, { required: ['a'] }), ['received']],
    [
      'added to a closed object',
      object({}, { additionalProperties: false }),
      object({ a: text }, { additionalProperties: false }),
      ['sent'],
    ],
    ['removed', object({ a: text }), object({}), both],
    ['renamed', object({ a: text }), object({ b: text }), both],
  ]),
  ...changed('readOnly', [
    ['added', object({ a: text }), object({ a: { ...text, readOnly: true } }), ['received']],
    ['removed', object({ a: { ...text, readOnly: true } }), object({ a: text }), []],
  ]),
  ...changed('writeOnly', [
    ['added', object({ a: text }), object({ a: { ...text, writeOnly: true } }), ['sent']],
    ['removed', object({ a: { ...text, writeOnly: true } }), object({ a: text }), []],
  ]),
  ...changed('additionalProperties', [
    ['closed', object({}), object({}, { additionalProperties: false }), ['received']],
    ['opened', object({}, { additionalProperties: false }), object({}), ['sent']],
    ['narrowed', object({}), object({}, { additionalProperties: text }), ['received']],
    ['widened', object({}, { additionalProperties: text }), object({}), ['sent']],
  ]),
  ...changed('items', [
    ['narrowed', { type: 'array', items: text }, { type: 'array', items: { ...text, maxLength: 9 } }, ['received']],
    ['widened', { type: 'array', items: { ...text, maxLength: 9 } }, { type: 'array', items: text }, ['sent']],
  ]),
  ...changed('propertyNames', [
    ['narrowed', { type: 'object' }, { type: 'object', propertyNames: { maxLength: 9 } }, ['received']],
    ['widened', { type: 'object', propertyNames: { maxLength: 9 } }, { type: 'object' }, ['sent']],
  ]),
  ...changed('not', [
    ['added', text, { ...text, not: { const: 'a' } }, ['received']],
    ['removed', { ...text, not: { const: 'a' } }, text, ['sent']],
  ]),
  ...['oneOf', 'anyOf'].flatMap((keyword) =>
    changed(keyword, [
      ['gains a form', { [keyword]: [first] }, { [keyword]: [first, second] }, ['sent']],
      ['loses a form', { [keyword]: [first, second] }, { [keyword]: [first] }, ['received']],
      ['takes the place of a form', first, { [keyword]: [first, second] }, ['sent']],
      ['becomes one of its forms', { [keyword]: [first, second] }, first, ['received']],
    ]),
  ),
  ...changed('discriminator', [
    ['added', { oneOf: [first] }, { oneOf: [first], discriminator: mapped }, []],
    ['removed', { oneOf: [first], discriminator: mapped }, { oneOf: [first] }, both],
    [
      'another field',
      { oneOf: [first], discriminator: mapped },
      { oneOf: [first], discriminator: { ...mapped, propertyName: 'kind' } },
      both,
    ],
  ]),
  ...changed('allOf', [
    ['gains a part', { allOf: [first] }, { allOf: [first, { maxProperties: 2 }] }, ['received']],
    ['loses a part', { allOf: [first, { maxProperties: 2 }] }, { allOf: [first] }, ['sent']],
  ]),
  ...changed('if', [
    ['added', { type: 'object' }, conditional, both],
    ['another one', conditional, { ...conditional, if: { required: ['b'] } }, both],
    ['removed', conditional, { type: 'object' }, both],
  ]),
  ...['then', 'else'].flatMap((keyword) =>
    bound(keyword, [{ required: ['a', 'b'] }, { required: ['a'] }], conditional),
  ),
  ...changed('default', [
    ['added', number, { ...number, default: 1 }, []],
    ['another one', { ...number, default: 1 }, { ...number, default: 2 }, both, ['sent']],
    ['removed', { ...number, default: 1 }, number, both, ['sent']],
  ]),
  ...changed('default of a page', [
    [
      'larger',
      object({ limit: { ...number, default: 1 } }),
      object({ limit: { ...number, default: 2 } }),
      ['sent'],
      ['sent'],
    ],
    [
      'smaller',
      object({ limit: { ...number, default: 2 } }),
      object({ limit: { ...number, default: 1 } }),
      both,
      ['sent'],
    ],
  ]),
  ...changed('texts', [
    ['other words', { ...text, description: 'A' }, { ...text, description: 'B', example: 'b' }, []],
  ]),
];
