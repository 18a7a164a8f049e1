/**
 * Compiles the contract into packages/contract/src/generated/, its events into packages/webhooks/src/generated/, and the
 * tables and types of the client into packages/client/src/generated/. Compiles the official document of OCTO into the types of
 * packages/octo-provider/src/generated/.
 *
 * Reads   openapi/ (the contract, the admin contract in admin.yaml and the provider contract in provider.yaml, each bundled by
 *         Redocly), and @octocloud/types.
 * Writes  the examples of error codes, openapi/components/examples.yaml, from openapi/behavior/errors.yaml; new paths into
 *         openapi.yaml and admin.yaml;
 *         openapi.json, openapi.ts (wire types) and one .ts table for each part of the behaviour;
 *         admin.json, admin.ts, admin-routes.ts, admin-commands.ts, admin-filters.ts and admin-behavior.ts of the admin contract; provider.json,
 *         provider.ts and provider-routes.ts of the provider contract;
 *         events.ts, event-samples.ts and delivery.ts of the webhooks package, openapi.ts, tables.ts and resources.ts (the methods)
 *         of the client, which need no other package; the table of handlers, packages/server/src/operations/index.ts; octo.ts of
 *         the OCTO provider; rules.ts of the conformance check; docs/workflows.md from openapi/workflows.
 * Run     npm run generate             write what changed
 *         npm run generate -- --check  write nothing, exit 1 and list the outdated files
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, type BundledContract } from '@booking-service/toolkit';
import {
  adminBehavior,
  adminCommandTable,
  adminFilterTable,
  adminRouteTable,
  behaviorTables,
  clientResources,
  clientTables,
  errorExamples,
  eventMap,
  eventSamples,
  eventTable,
  exampleCalls,
  fieldTable,
  operationTable,
  pathIndex,
  personalTable,
  requestIdForm,
  routeTable,
  schemasOf,
  signatureTable,
  wireTypes,
  withSamples,
  type BundledAdminContract,
  type BundledPaths,
  type CommandContract,
} from '@booking-service/toolkit/generate';
import { product } from '../contract-files.ts';
import { readRules } from '../rules/rule-matrix.ts';
import { handlerTable } from './handler-table.ts';
import { octoTypes } from './octo-types.ts';
import { readWorkflows } from '../workflows/read-workflows.ts';
import { workflowsPage, type OperationTexts } from '../workflows/workflows-page.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const contractFolder = 'packages/contract/src/generated';
const webhooksFolder = 'packages/webhooks/src/generated';
const clientFolder = 'packages/client/src/generated';
const clientTestFolder = 'packages/client/test/generated';
const octoFolder = 'packages/octo-provider/src/generated';
const conformanceFolder = 'packages/conformance/src/generated';
/** The types that keep a wire type open to additions. Each package has its own copy, so that it needs no other package. */
const receivedTypes = join(root, 'packages/client/src/lib/resources/received.ts');
/** The client's own types of the contract's schemas. */
const ownTypes = join(root, 'packages/client/src/lib/resources/resources.ts');
const handlersFile = 'packages/server/src/operations/index.ts';
const packageFolders = [contractFolder, webhooksFolder, clientFolder, clientTestFolder, octoFolder, conformanceFolder];
const workflowsFile = 'docs/workflows.md';
const isCheck = process.argv.includes('--check');

// The bundle contains these files, so they are written first.
const sources = sourceFiles();
const staleSources = [...sources].filter(isStale);
if (!isCheck) for (const [path, text] of staleSources) writeFileSync(join(root, path), text);
const files = new Map([...(await generateFiles()), ...sources]);
files.set(workflowsFile, workflowsPage(readWorkflows(), operationTexts(files)));
const existing = packageFolders.flatMap(existingPaths);
const stale = [...files].filter((file) => isStale(file) || staleSources.some(([path]) => path === file[0]));
const orphans = existing.filter((path) => !files.has(path));

if (isCheck) {
  const wrong = [...stale.map(([path]) => path), ...orphans];
  if (wrong.length > 0) {
    console.error(`Out of date: ${wrong.join(', ')}. Run: npm run generate`);
    process.exitCode = 1;
  } else console.log(`${files.size} generated files are up to date.`);
} else {
  for (const [path, text] of stale) writeFileSync(join(root, path), text);
  for (const path of orphans) rmSync(join(root, path));
  console.log(`${files.size} generated files, ${stale.length} written, ${orphans.length} removed.`);
}

/** The generated files of openapi/, and the indexes of the contracts, in which a new path is listed. */
function sourceFiles(): Map<string, string> {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const errors = read('openapi/behavior/errors.yaml');
  const index = (file: string, folder: string) =>
    [
      `openapi/${file}`,
      pathIndex(read(`openapi/${file}`), { folder, files: readdirSync(join(root, 'openapi', folder)) }),
    ] as const;
  return new Map([
    ['openapi/components/examples.yaml', errorExamples(errors)],
    index('openapi.yaml', 'paths'),
    index('admin.yaml', 'admin/paths'),
  ]);
}

function isStale([path, text]: readonly [path: string, text: string]): boolean {
  return !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text;
}

/** Every generated file, by its path from the root. */
async function generateFiles(): Promise<Map<string, string>> {
  const contract = withSamples<BundledContract>(JSON.parse(await bundled('openapi')), {
    product,
    written: writtenSample,
  });
  const json = `${JSON.stringify(contract, null, 2)}\n`;
  const adminJson = await bundled('admin');
  const adminContract: BundledAdminContract & CommandContract = JSON.parse(adminJson);
  const providerJson = await bundled('provider');
  const providerContract: BundledPaths = JSON.parse(providerJson);
  const generated = new Map([
    ['openapi.json', json],
    ['openapi.ts', banner('openapi/') + (await wireTypes(json))],
    ['admin.json', adminJson],
    ['admin.ts', banner('openapi/admin.yaml') + (await wireTypes(adminJson))],
    ['admin-routes.ts', banner('openapi/admin/paths/') + adminRouteTable(adminContract)],
    ['admin-behavior.ts', banner('openapi/admin/behavior/') + adminBehavior(adminContract)],
    ['admin-filters.ts', banner('openapi/admin/paths/') + adminFilterTable(adminContract)],
    ['admin-commands.ts', banner('openapi/admin/paths/') + adminCommandTable(adminContract)],
    ['provider.json', providerJson],
    ['provider.ts', banner('openapi/provider.yaml') + (await wireTypes(providerJson))],
    ['provider-routes.ts', banner('openapi/provider.yaml') + routeTable('providerRoutes', providerContract)],
    ['operations.ts', banner('openapi/paths/') + operationTable(contract)],
    ['events.ts', banner('openapi/webhooks/') + eventMap(contract)],
    [
      'personal-data.ts',
      banner('openapi/components/schemas.yaml') + personalTable(contract, ['Booking', 'BookingSummary', 'Session']),
    ],
    ['request-id.ts', banner('openapi/components/schemas.yaml') + requestIdForm(contract)],
    ['booking-summary.ts', banner('openapi/components/') + fieldTable(contract, 'BookingSummary')],
  ]);
  for (const { name, source, text } of behaviorTables(contract)) generated.set(name, banner(source) + text);
  const events = new Map([
    ['events.ts', banner('openapi/webhooks/') + (await eventTypes(contract, json))],
    ['received.ts', banner('packages/client/src/lib/resources/received.ts') + readFileSync(receivedTypes, 'utf8')],
    ['event-samples.ts', banner('openapi/webhooks/') + eventSamples(contract)],
    ['delivery.ts', banner('openapi/behavior/delivery.yaml') + signatureTable(contract)],
  ]);
  const client = new Map([
    ['openapi.ts', banner('openapi/paths/') + (await operationTypes(contract, json))],
    ['tables.ts', banner('openapi/') + clientTables(contract, clientVersion())],
    [
      'resources.ts',
      banner('openapi/paths/') + clientResources(contract, { ownTypes: readFileSync(ownTypes, 'utf8'), product }),
    ],
  ]);
  return new Map([
    ...inFolder(contractFolder, generated),
    ...inFolder(webhooksFolder, events),
    ...inFolder(clientFolder, client),
    ...inFolder(
      clientTestFolder,
      new Map([['example-calls.ts', banner('openapi/paths/') + exampleCalls(contract, product)]]),
    ),
    [handlersFile, banner('openapi/paths/') + handlerTable(contract)],
    ...inFolder(conformanceFolder, new Map([['rules.ts', banner('openapi/rules.yaml') + ruleTexts()]])),
    ...inFolder(octoFolder, new Map([['octo.ts', banner('@octocloud/types') + (await octoTypes())]])),
  ]);
}

function writtenSample(file: string): string | undefined {
  const path = join(root, 'openapi/code-samples', file);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** A bundled document, of which only the components are read. */
interface SharedSchemas {
  readonly components?: { readonly schemas?: Readonly<Record<string, object>> };
}

/** The wire types of the events only, with the table of their types. */
async function eventTypes(contract: BundledContract, json: string): Promise<string> {
  const document: SharedSchemas = JSON.parse(json);
  const schemas = schemasOf(Object.values(contract.webhooks), document.components?.schemas ?? {});
  const types = await wireTypes(JSON.stringify({ ...document, paths: {}, webhooks: {}, components: { schemas } }));
  const start = types.indexOf('export interface components');
  return types.slice(start, types.indexOf('export type', start)) + eventTable(contract);
}

/** The wire types of requests and responses, without the events. Arrays stay mutable, because openapi-fetch mistakes a readonly array for an object. */
async function operationTypes({ paths, components }: BundledContract, json: string): Promise<string> {
  const document: SharedSchemas = JSON.parse(json);
  const schemas = schemasOf([paths, components.responses, components.parameters], document.components?.schemas ?? {});
  const alone = JSON.stringify({ ...document, webhooks: {}, components: { ...document.components, schemas } });
  return wireTypes(alone, { immutable: false });
}

/** A bundled document, of which only the summaries of its operations are read. */
interface SummarizedPaths {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId: string; summary: string }>>>>;
}

/** The operations of the public and of the admin contract, as they were generated. */
function operationTexts(generated: ReadonlyMap<string, string>): OperationTexts {
  const texts = ['openapi.json', 'admin.json'].map((name) => generated.get(`${contractFolder}/${name}`) ?? '{}');
  const documents = texts.map((text): SummarizedPaths => JSON.parse(text));
  return new Map(
    documents.flatMap(({ paths }) =>
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { operationId, summary }]) => [
          operationId,
          { route: `${method.toUpperCase()} ${path}`, summary },
        ]),
      ),
    ),
  );
}

/** The text of each rule, by its id. */
function ruleTexts(): string {
  const rules = Object.values(readRules()).flatMap((group) => Object.entries(group));
  const texts = Object.fromEntries(rules.map(([id, { rule }]) => [id, rule]));
  return `/** The rules of the interface, by their ids. */\nexport const rules = ${JSON.stringify(texts, null, 2)} as const;\n`;
}

function clientVersion(): string {
  const manifest: { version: string } = JSON.parse(readFileSync(join(root, 'packages/client/package.json'), 'utf8'));
  return manifest.version;
}

function bundled(name: 'openapi' | 'admin' | 'provider'): Promise<string> {
  const config = name === 'openapi' ? 'openapi/redocly.yaml' : `openapi/${name}.redocly.yaml`;
  return bundle({ document: `openapi/${name}.yaml`, config }, root);
}

function banner(source: string): string {
  return `// Written by scripts/generate/main.ts from ${source}. Edit that, then run: npm run generate\n\n`;
}

function inFolder(folder: string, texts: ReadonlyMap<string, string>): [path: string, text: string][] {
  return [...texts].map(([name, text]) => [`${folder}/${name}`, text]);
}

function existingPaths(folder: string): string[] {
  mkdirSync(join(root, folder), { recursive: true });
  return readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
}
