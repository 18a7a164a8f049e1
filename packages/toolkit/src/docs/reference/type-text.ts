import { code } from '../site/markdown-table.ts';
import type { Resolve, Schema } from './schema.ts';

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
