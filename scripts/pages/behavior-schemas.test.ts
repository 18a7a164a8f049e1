/** Editors show the descriptions of openapi/behavior/*.schema.json beside each field. The toolkit describes the fields of its own blocks. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('../../openapi/behavior/', import.meta.url);
const schemas = readdirSync(folder).filter((file) => file.endsWith('.schema.json'));
const unit =
  /second|minute|hour|byte|day|attempt|request|entries|\bfault|number|times|year|booking|call|session|allowance|minor unit|percent/i;

interface Schema {
  readonly description?: string;
  readonly type?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

interface Field {
  readonly path: string;
  readonly schema: Schema;
  readonly isOptional: boolean;
}

function fieldsOf({ properties = {}, required = [], items, $defs = {} }: Schema, parent: string): Field[] {
  const own = Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${parent}.${name}`;
    return [{ path, schema, isOptional: !required.includes(name) }, ...fieldsOf(schema, path)];
  });
  const shared = Object.entries($defs).flatMap(([name, schema]) => fieldsOf(schema, `${parent}#${name}`));
  return [...own, ...(items ? fieldsOf(items, `${parent}[]`) : []), ...shared];
}

it.each(schemas)('%s describes each field, with the default of an optional one and the unit of a number', (file) => {
  const schema = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Schema;
  const fields = fieldsOf(schema, file);
  expect(fields.length).toBeGreaterThan(5);
  const wrong = fields.filter(({ schema: { description = '', type }, isOptional }) => {
    const hasDefault = !isOptional || /Default:|Required with/.test(description);
    return !/^[A-Z].+\.$/.test(description) || !hasDefault || (type === 'integer' && !unit.test(description));
  });
  expect(wrong.map(({ path, schema: { description } }) => `${path}: ${description}`)).toEqual([]);
});
