/** The generated files that only this repository has. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type BundledContract, splitCombinations } from '@booking-service/toolkit';
import { bodyFields, resolverOf } from '@booking-service/toolkit/docs';
import { banner, documentTypes, type FileTexts, fixtures } from '@booking-service/toolkit/generate';
import { parse } from 'yaml';
// @boundaries-ignore a private part of the kernel
import { compiledModule } from '../../packages/kernel/src/http/compile-contract.ts';
import { config } from '../contract-files.ts';
import { readRules } from '../rules/rule-matrix.ts';

// The catalogue of events for the dashboard: what each type means, an example of its body, and the fields of the body.

/** Returns the text of packages/dashboard/src/generated/event-catalogue.ts. */
function eventCatalogue(contract: BundledContract): string {
  const resolve = resolverOf(contract);
  const events = Object.entries(contract.webhooks).map(([type, { post }]) => {
    const { schema, examples } = post.requestBody.content['application/json'];
    const [example] = Object.values(examples);
    const fields = bodyFields(schema, resolve).map(({ name, presence, ...field }) => ({
      name,
      isAlwaysPresent: presence === 'always',
      ...field,
    }));
    return { type, description: post.description, example: example?.value, fields };
  });
  return `import type { EventType } from '@booking-service/contract';

export interface CataloguedField {
  /** With the names of the objects around it: \`data.object.id\`. */
  readonly name: string;
  readonly isAlwaysPresent: boolean;
  readonly type: string;
  readonly description: string;
}

export interface CataloguedEvent {
  readonly type: EventType;
  readonly description: string;
  /** A body. */
  readonly example: unknown;
  readonly fields: readonly CataloguedField[];
}

export const eventCatalogue: readonly CataloguedEvent[] = ${JSON.stringify(events, null, 2)};
`;
}

/** The text of packages/server/src/operations/index.ts. A missing or wrong handler does not compile. */
function handlerTable({ paths }: BundledContract): string {
  const ids = Object.values(paths)
    .flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
    .toSorted();
  return [
    `import type { Operations } from '@booking-service/contract';\n`,
    `import type { Caller } from '../store/store.ts';\n`,
    ...ids.map((id) => `import { ${id} } from './${kebab(id)}.ts';\n`),
    `import type { OperationContext } from './operation-context.ts';\n`,
    `\nexport type { OperationContext } from './operation-context.ts';\n`,
    `\n/** The handler of every operation. A missing handler, or an undocumented response, does not compile. */\n`,
    `export const operations: Operations<[Caller, OperationContext]> = {\n`,
    ...ids.map((id) => `  ${id},\n`),
    '};\n',
  ].join('');
}

function kebab(id: string): string {
  return id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

const require = createRequire(import.meta.url);
const file = require.resolve('@octocloud/types/src/openapi.yaml');

/** The types of the official OpenAPI document of OCTO, without its texts. */
async function octoTypes(): Promise<string> {
  // The document is an object, and its copy, too.
  return documentTypes(withoutTexts(parse(readFileSync(file, 'utf8'))) as object);
}

const textKeys = new Set(['description', 'summary', 'example', 'examples']);

/** The schema without descriptions and examples. A property that has one of these names is kept. */
function withoutTexts(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutTexts(each));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => isNames || !textKeys.has(key));
  return Object.fromEntries(entries.map(([key, each]) => [key, withoutTexts(each, key === 'properties')]));
}

type Json = { readonly [key: string]: unknown };

interface ContractDocument {
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
  readonly paths: object;
  readonly webhooks: object;
}

const reference = '#/components/schemas/';

/** Keywords that check nothing. */
const annotations = new Set(['description', 'title', 'example', 'examples', 'default', 'discriminator']);

/**
 * Returns the module with a constant for each schema, such as `CreateBookingSchema`: a JSON Schema, which zod's own `fromJSONSchema`
 * reads. json-schema-to-zod, which writes code, leaves out propertyNames and maxProperties.
 */
function zodSchemas({ components: { schemas }, paths, webhooks }: ContractDocument): string {
  const received = reachable([responsesOf(paths), webhooks], schemas);
  const constants = inOrder(schemas).map((name) => {
    const type = received.has(name) ? `Received<Schemas['${name}']>` : `Schemas['${name}']`;
    const { rest, combinations } = splitCombinations(schemas[name] ?? {});
    const json = code(unconditional(withoutAnnotations(rest) as Json));
    const checked = combinations.length > 0 ? `, ${JSON.stringify(combinations)}` : '';
    return `const ${constantOf(name)}: JsonSchema = ${json};
/** Checks a ${name}. */
export const ${name}Schema: z.ZodType<${type}> = /* @__PURE__ */ read(${constantOf(name)}${checked});
`;
  });
  return `import { z } from 'zod';
import { checkCombinations, type Combination } from '../check-combinations.ts';
import type { components } from './openapi.ts';
import type { Received } from './received.ts';

type Schemas = components['schemas'];
type JsonSchema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean>;

function read<T>(schema: JsonSchema, combinations?: readonly Combination[]): z.ZodType<T> {
  // The types are generated from the same schemas.
  const type = z.fromJSONSchema(schema) as z.ZodType<T>;
  return combinations ? type.check(checkCombinations(combinations)) : type;
}

${constants.join('\n')}`;
}

/** The responses of all operations. */
function responsesOf(paths: object): unknown[] {
  return Object.values(paths).flatMap((methods: object) =>
    Object.values(methods).map((operation: { readonly responses: unknown }) => operation.responses),
  );
}

/** The names of the schemas that the nodes refer to, directly or not. */
function reachable(node: unknown, schemas: Readonly<Record<string, Json>>, found = new Set<string>()): Set<string> {
  for (const name of referencesOf(node)) {
    if (found.has(name)) continue;
    found.add(name);
    reachable(schemas[name], schemas, found);
  }
  return found;
}

function referencesOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' && value.startsWith(reference)
      ? [value.slice(reference.length)]
      : referencesOf(value),
  );
}

/** The names of the schemas, each after those that it refers to. */
function inOrder(schemas: Readonly<Record<string, Json>>): string[] {
  const done = new Set<string>();
  const add = (name: string, above: readonly string[]) => {
    if (above.includes(name)) throw new Error(`${name} contains itself: ${above.join(', ')}.`);
    for (const each of referencesOf(withoutAnnotations(schemas[name]))) add(each, [...above, name]);
    done.add(name);
  };
  for (const name of Object.keys(schemas)) add(name, []);
  return [...done];
}

/** The schema with the keywords that check something only. A property may have the name of any keyword. */
function withoutAnnotations(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutAnnotations(each));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => isNames || !(annotations.has(key) || key.startsWith('x-')));
  return Object.fromEntries(
    kept.map(([key, each]) => [key, withoutAnnotations(each, key === 'properties' && !isNames)]),
  );
}

interface Condition {
  readonly if: { readonly properties: Readonly<Record<string, { readonly const: string }>> };
  readonly then: { readonly required: readonly string[] };
}

/**
 * zod reads no `if`. An object whose conditions are each for a value of one field becomes a union: an object for each value, and one for
 * every other value.
 */
function unconditional(schema: Json): Json {
  const { allOf, ...base } = schema as Json & { readonly allOf?: readonly Condition[] };
  if (!allOf?.every((each) => 'if' in each)) return { ...base, ...(allOf && { allOf }) };
  const { properties, required } = base as unknown as { properties: Record<string, Json>; required: readonly string[] };
  const tags = allOf.map(({ if: condition }) => Object.entries(condition.properties)[0] ?? []);
  const [name = ''] = tags[0] ?? [];
  const variant = (tag: Json, more: readonly string[]) => ({
    ...base,
    properties: { ...properties, [name]: tag },
    required: [...required, ...more],
  });
  const values = tags.map(([, tag]) => tag?.const ?? '');
  const other = { allOf: [properties[name], { type: 'string', pattern: `^(?!(?:${values.join('|')})$)` }] };
  return {
    anyOf: [...allOf.map(({ then }, index) => variant({ const: values[index] }, then.required)), variant(other, [])],
  };
}

/** The schema as code, with the constants of other schemas in the place of references. */
function code(schema: unknown): string {
  const text = JSON.stringify(schema, null, 2);
  return text.replaceAll(/\{\s*"\$ref": "#\/components\/schemas\/(\w+)"\s*\}/g, (_, name: string) => constantOf(name));
}

function constantOf(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

const contractFolder = 'packages/contract/src/generated';
const fixtureFolder = 'packages/contract/fixtures';
const octoFolder = 'packages/octo-provider/src/generated';
const serverFolder = 'packages/server/src/generated';
const conformanceFolder = 'packages/conformance/src/generated';
const dashboardFolder = 'packages/dashboard/src/generated';

/** The folders that have only generated files, beside those of the toolkit. */
export const ownFolders: readonly string[] = [
  fixtureFolder,
  serverFolder,
  octoFolder,
  conformanceFolder,
  dashboardFolder,
];

/** The generated files that only this repository has, made from those of the toolkit. */
export async function ownFiles(files: FileTexts): Promise<FileTexts> {
  const head = (source: string) => banner(source, config);
  const contract: BundledContract = JSON.parse(generatedText(files, 'openapi.json'));
  const compiled = (document: string, name: string) => compiledModule(JSON.parse(generatedText(files, document)), name);
  return new Map([
    ['packages/server/src/operations/index.ts', head('openapi/paths/') + handlerTable(contract)],
    [`${serverFolder}/public-contract.ts`, head('openapi/openapi.yaml') + compiled('openapi.json', 'publicContract')],
    [`${serverFolder}/admin-contract.ts`, head('openapi/admin.yaml') + compiled('admin.json', 'adminContract')],
    [
      `${contractFolder}/zod.ts`,
      head('openapi/components/schemas.yaml') + zodSchemas(JSON.parse(generatedText(files, 'openapi.json'))),
    ],
    [`${dashboardFolder}/event-catalogue.ts`, head('openapi/webhooks/') + eventCatalogue(contract)],
    [`${contractFolder}/received.ts`, files.get('packages/webhooks/src/generated/received.ts') ?? ''],
    [`${conformanceFolder}/rules.ts`, head('openapi/rules.yaml') + ruleTexts()],
    ...[...(await fixtures(contract))].map(
      ([id, each]) => [`${fixtureFolder}/${id}.json`, `${JSON.stringify(each, null, 2)}\n`] as const,
    ),
    [`${octoFolder}/octo.ts`, head('@octocloud/types') + (await octoTypes())],
  ]);
}

function generatedText(files: FileTexts, name: string): string {
  return files.get(`${contractFolder}/${name}`) ?? '{}';
}

/** The text of each rule, by its id. */
function ruleTexts(): string {
  const rules = Object.values(readRules()).flatMap((group) => Object.entries(group));
  const texts = Object.fromEntries(rules.map(([id, { rule }]) => [id, rule]));
  return `/** The rules of the interface, by their ids. */\nexport const rules = ${JSON.stringify(texts, null, 2)} as const;\n`;
}
