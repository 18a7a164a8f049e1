/** A page for each block of behavior that a contract may have, from the JSON Schema that lint checks it against. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { code, markdownTable } from '../site/markdown-table.ts';
import type { PageGroup, SitePage } from '../site/site-page.ts';
import { resolverOf, type Schema } from './schema.ts';
import { typeText } from './type-text.ts';

/** The package contains its sources. */
const folder = fileURLToPath(new URL('../../../src/blocks/', import.meta.url));

/** Two schemas have another name than their block, because they describe a block of an operation. */
const names: Readonly<Record<string, string>> = { operation: 'x-behavior', command: 'x-command' };

export function blockGroup(): PageGroup {
  const files = readdirSync(folder).toSorted();
  return {
    title: 'Blocks of a contract',
    summary: 'The x- blocks in which a contract declares its behavior as data, for any service.',
    pages: files.map(blockPage),
  };
}

function blockPage(file: string): SitePage {
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
  return {
    path: `blocks/${block}`,
    markdown: `# ${code(block)}\n\n${schema.description ?? schema.title ?? ''} ${place}\n\n${markdownTable(['Field', 'Type', 'Meaning'], rows)}\n`,
  };
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
