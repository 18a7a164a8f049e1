/** A page for each block of behavior that a contract may have, from the JSON Schema that lint checks it against. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { isJsonObject } from '../../document/bundled-contract.ts';
import { code, markdownTable } from '../site/markup.ts';
import type { PageGroup, SitePage } from '../site/site-page.ts';
import { resolverOf, type Schema, typeText } from './field-table.ts';

/** The package contains its sources. */
const folder = fileURLToPath(new URL('../../../src/blocks/', import.meta.url));

/** Two schemas have another name than their block, because they describe a block of an operation. */
const names: Readonly<Record<string, string>> = { operation: 'x-behavior', command: 'x-command' };

/** Returns a page for each block, with an example from the first of these contracts that has the block. */
export function blockGroup(contracts: readonly object[] = []): PageGroup {
  const files = readdirSync(folder).toSorted();
  return {
    title: 'Blocks of a contract',
    summary: 'The x- blocks in which a contract declares its behavior as data, for any service.',
    pages: files.map((file) => blockPage(file, contracts)),
  };
}

function blockPage(file: string, contracts: readonly object[]): SitePage {
  const name = file.replace('.schema.json', '');
  const block = names[name] ?? `x-${name}`;
  // The file is a JSON Schema: a test compiles it.
  const schema = JSON.parse(readFileSync(folder + file, 'utf8')) as Schema;
  const place = block === names[name] ? 'A block of an operation.' : 'A block at the root of the contract.';
  const rows = fieldsOf(schema, '').map(({ path, field, isRequired }) => [
    isRequired ? code(path) : `${code(path)} optional`,
    typeText(field, resolverOf(schema)),
    field.description ?? '',
  ]);
  const found = contracts.map((contract) => findBlock(contract, block)).find((each) => each !== undefined);
  const parts = [
    `# ${code(block)}`,
    `${schema.description ?? schema.title ?? ''} ${place}`,
    ...(found === undefined ? [] : [exampleText(block, schema, found)]),
    '## Fields',
    markdownTable(['Field', 'Type', 'Meaning'], rows),
  ];
  return { path: `blocks/${block}`, markdown: `${parts.join('\n\n')}\n` };
}

/** The first block of this name: at the root of the contract, or at an operation. */
function findBlock(value: unknown, block: string): unknown {
  if (!isJsonObject(value)) return undefined;
  if (Object.hasOwn(value, block)) return value[block];
  const paths = value['paths'];
  if (!isJsonObject(paths)) return undefined;
  const operations = Object.values(paths).filter(isJsonObject).flatMap(Object.values).filter(isJsonObject);
  return operations.find((each) => Object.hasOwn(each, block))?.[block];
}

/** The first names of a map, and the first entries of a list of objects, are enough to show their form. */
const shown = 2;

function exampleText(block: string, schema: Schema, value: unknown): string {
  const example = shorten(value, schema);
  const isWhole = JSON.stringify(example) === JSON.stringify(value);
  const text = stringify({ [block]: example }, { lineWidth: 100 });
  const note = isWhole ? 'From the contract of this site:' : 'A part of the block in the contract of this site:';
  return `${note}\n\n\`\`\`yaml\n${text}\`\`\``;
}

/** Returns the value without fields that the schema does not have, and with the first entries of each map and list of objects. */
function shorten(value: unknown, schema: Schema): unknown {
  const { properties, additionalProperties: rest, items } = schema;
  if (Array.isArray(value))
    return items?.properties ? value.slice(0, shown).map((each) => shorten(each, items)) : value;
  if (!isJsonObject(value)) return value;
  if (properties) {
    const known = Object.entries(value).filter(([key]) => Object.hasOwn(properties, key));
    return Object.fromEntries(known.map(([key, each]) => [key, shorten(each, properties[key] ?? {})]));
  }
  if (typeof rest !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, shown)
      .map(([key, each]) => [key, shorten(each, rest)]),
  );
}

interface Field {
  /** `*` stands for any name. */
  readonly path: string;
  readonly field: Schema;
  readonly isRequired: boolean;
}

/** Every field of a schema, with those of the objects in it. */
function fieldsOf(schema: Schema, prefix: string): Field[] {
  const { properties = {}, required = [], additionalProperties: rest, items } = schema;
  const named = Object.entries(properties).map(([key, field]) => ({ key, field, isRequired: required.includes(key) }));
  const others = typeof rest === 'object' ? [{ key: '*', field: rest, isRequired: true }] : [];
  return [
    ...[...named, ...others].flatMap(({ key, field, isRequired }) => {
      const path = `${prefix}${key}`;
      return [{ path, field, isRequired }, ...fieldsOf(field, `${path}.`)];
    }),
    ...(items?.properties ? fieldsOf(items, `${prefix.replace(/\.$/, '')}[].`) : []),
  ];
}
