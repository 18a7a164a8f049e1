/**
 * Writes every generated file: those of the toolkit, which toolkit.config.ts lists, and those that only this repository has.
 *
 * Reads   toolkit.config.ts with the contracts in openapi/, @octocloud/types, openapi/rules.yaml
 * Writes  beside the toolkit's files: the table of handlers, packages/server/src/operations/index.ts; the compiled contracts of
 *         packages/server/src/generated; octo.ts of the OCTO provider;
 *         rules.ts of the conformance check; zod.ts and the fixtures of the contract; event-catalogue.ts of the dashboard
 * Run     npm run generate             write what changed
 *         npm run generate -- --check  write nothing, exit 1 and list the outdated files
 *         npm run generate -- --keep-sources  write only what git ignores
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { BundledContract } from '@booking-service/toolkit';
import { bodyFields, resolverOf } from '@booking-service/toolkit/docs';
import { banner, documentTypes, type FileTexts, fixtures, generate } from '@booking-service/toolkit/generate';
import { parse } from 'yaml';
// @boundaries-ignore a private part of the kernel
import { compiledModule } from '../../packages/kernel/src/http/compile-contract.ts';
import { config } from '../contract-files.ts';
import { readRules } from '../rules/rule-matrix.ts';
import { zodSchemas } from './zod-schemas.ts';

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

const contractFolder = 'packages/contract/src/generated';
const fixtureFolder = 'packages/contract/fixtures';
const octoFolder = 'packages/octo-provider/src/generated';
const serverFolder = 'packages/server/src/generated';
const conformanceFolder = 'packages/conformance/src/generated';
const dashboardFolder = 'packages/dashboard/src/generated';

const { message, isStale } = await generate({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  config,
  isCheck: process.argv.includes('--check'),
  keepSources: process.argv.includes('--keep-sources'),
  own: ownFiles,
  ownFolders: [fixtureFolder, serverFolder, octoFolder, conformanceFolder, dashboardFolder],
});
if (isStale) {
  console.error(message);
  process.exitCode = 1;
} else console.log(message);

async function ownFiles(files: FileTexts): Promise<FileTexts> {
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
    ...[...fixtures(contract)].map(
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
