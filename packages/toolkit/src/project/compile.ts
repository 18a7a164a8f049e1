/**
 * Compiles the contracts of a project into its generated files. A contract whose operations have x-behavior is that of a service, and
 * gets all tables; one with x-roles gets a table of its operations with their roles, and of its commands; any other gets the routes.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  contractFolder,
  productOf,
  stemOf,
  type ContractConfig,
  type OutputConfig,
  type ToolkitConfig,
} from '../config.ts';
import { bundle, withBlocks } from '../document/bundle.ts';
import { type BundledContract, isJsonObject, type JsonObject } from '../document/bundled-contract.ts';
import { camel, kebab } from '../document/names.ts';
import { isBasic, type Note, plainFiles } from './compile-plain.ts';
import { banner, bannerText, type FileTexts, inFolder, partsOf } from './document-parts.ts';
import { adminCommandTable, adminFilterTable, type CommandContract } from '../generate/admin-commands.ts';
import {
  clientEntry,
  clientIndex,
  clientRuntime,
  clientTables,
  clientTypes,
  runtimeText,
} from '../generate/client-package.ts';
import { clientResources } from '../generate/client-resources.ts';
import { exampleCalls, withSamples } from '../generate/samples/code-samples.ts';
import { errorExamples } from '../generate/error-examples.ts';
import { personalTable } from '../generate/personal-table.ts';
import {
  adminBehavior,
  adminRouteTable,
  behaviorTables,
  type BundledAdminContract,
  contractObject,
  eventBodies,
  eventMap,
  eventSamples,
  eventTable,
  fieldTable,
  operationTable,
  pathIndex,
  requestIdForm,
  requestIdSchema,
  routeTable,
  schemasOf,
  signatureTable,
} from '../generate/generated-tables.ts';
import { wireTypes } from '../generate/typed-document.ts';

/** The types of responses in a client and in events, open to values of later versions. */
const receivedTypes = 'resources/received.ts';

interface Project {
  readonly root: string;
  readonly config: ToolkitConfig;
  /** Bundles a contract. Default: `bundle`. */
  readonly bundled?: typeof bundle | undefined;
}

/** The files that the documents refer to and that are generated, too: examples of errors, and the index of paths. */
export function compileSources({ root, config }: Project): FileTexts {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const sources: FileTexts = new Map();
  for (const contract of Object.values(config.contracts)) {
    const { document, errorExamples: examples } = contract;
    const { blocks, paths } = partsOf(contract, root);
    if (examples) {
      const catalogue = blocks('x-errors');
      if (catalogue === document) throw new Error(`Move x-errors of ${document} to a file of its own to get examples.`);
      const head = `# ${bannerText(catalogue, config)}\n`;
      sources.set(examples.file, head + errorExamples(read(catalogue), examples.more));
    }
    if (paths.endsWith('/') && existsSync(join(root, paths))) {
      const folder = paths.slice(`${dirname(document)}/`.length, -1);
      sources.set(document, pathIndex(read(document), { folder, files: readdirSync(join(root, paths)).toSorted() }));
    }
  }
  return sources;
}

/** Every generated file of the outputs. `note` gets a line for each thing that a document leaves out. */
export async function compileProject(project: Project, note: Note): Promise<FileTexts> {
  const each = await Promise.all(
    Object.values(project.config.contracts).map((contract) => compileContract(contract, project, note)),
  );
  return new Map(each.flatMap((files) => [...files]));
}

/** The folders that contain nothing but generated files. */
export function outputFolders({ contracts }: ToolkitConfig): string[] {
  const folders = Object.values(contracts).flatMap((contract) => {
    const { events, client } = contract.outputs ?? {};
    const parts = typeof client === 'object' ? [client.folder, client.exampleCalls] : [client];
    return [contractFolder(contract), events, ...parts];
  });
  return [...new Set(folders.filter((folder) => folder !== undefined))];
}

async function compileContract(
  contract: ContractConfig,
  { root, config, bundled: bundledText = bundle }: Project,
  note: Note,
): Promise<FileTexts> {
  const { document, outputs = {} } = contract;
  const json = await bundledText(contract, root, note);
  const bundled: JsonObject = JSON.parse(json);
  if (isBasic(contract, bundled)) return await plainFiles(json, { contract, config, note });
  if (contract.int64 !== undefined)
    throw new Error(`${document} has x- blocks. Only the operations of a document without blocks have int64.`);
  const kind = outputs.client || outputs.events ? 'service' : kindOf(bundled);
  if (kind === 'service') {
    const service = sampledContract(bundled, { contract, root, config });
    const { paths, webhooks } = service;
    const published = bundled['webhooks'] ? { ...bundled, paths, webhooks } : { ...bundled, paths };
    return serviceFiles(service, { contract, root, config, json: `${JSON.stringify(published, null, 2)}\n` });
  }
  const stem = stemOf(contract);
  const name = camel(stem);
  const { paths, behavior } = partsOf(contract, root);
  const head = (source: string) => banner(source, config);
  const files: FileTexts = new Map([
    [`${stem}.json`, json],
    [`${stem}.ts`, head(document) + (await wireTypes(json))],
  ]);
  if (kind === 'roles') {
    // Lint checks these blocks.
    const roles = bundled as unknown as BundledAdminContract & CommandContract;
    files.set(`${stem}-routes.ts`, head(paths) + adminRouteTable(roles, name));
    files.set(`${stem}-behavior.ts`, head(behavior) + adminBehavior(roles, name));
    files.set(`${stem}-filters.ts`, head(paths) + adminFilterTable(roles, name));
    if (bundled['x-command-groups']) {
      files.set(`${stem}-commands.ts`, head(paths) + adminCommandTable(roles, name));
    }
  } else {
    files.set(`${stem}-routes.ts`, head(document) + routeTable(`${name}Routes`, withBlocks(bundled)));
  }
  return inFolder(outputs.contract ?? 'generated', files);
}

interface Sampled extends Project {
  readonly contract: ContractConfig;
}

/** The contract of a service with its samples, and with an empty form of each block that it lacks. */
export function sampledContract(
  bundled: JsonObject,
  { contract: { samples }, root, config }: Sampled,
): BundledContract {
  const written = (file: string) => {
    const path = join(root, samples ?? '', file);
    return samples !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
  return withSamples(withBlocks(bundled), { product: productOf(config, bundled), written });
}

export function kindOf(bundled: JsonObject): 'service' | 'roles' | 'routes' {
  if (bundled['x-roles'] !== undefined) return 'roles';
  const paths = isJsonObject(bundled['paths']) ? Object.values(bundled['paths']) : [];
  const operations = paths.flatMap((methods) => (isJsonObject(methods) ? Object.values(methods) : []));
  return operations.some((each) => isJsonObject(each) && each['x-behavior'] !== undefined) ? 'service' : 'routes';
}

interface Service extends Sampled {
  readonly json: string;
}

async function serviceFiles(bundled: BundledContract, { contract, root, config, json }: Service): Promise<FileTexts> {
  const { document, outputs = {}, stored = [], fieldTables = [] } = contract;
  const { paths, webhooks, blocks } = partsOf(contract, root);
  const head = (source: string) => banner(source, config);
  const stem = stemOf(contract);
  const tables: FileTexts = new Map([
    [`${stem}.json`, json],
    [`${stem}.ts`, head(document) + (await wireTypes(json))],
    ['operations.ts', head(paths) + operationTable(bundled)],
    ['events.ts', head(webhooks) + eventMap(bundled, `./${stem}.ts`)],
    ['contract.ts', head(document) + contractObject(bundled)],
  ]);
  if (stored.length > 0) tables.set('personal-data.ts', head(document) + personalTable(bundled, stored));
  for (const schema of fieldTables) tables.set(`${kebab(schema)}.ts`, head(document) + fieldTable(bundled, schema));
  const requestId = requestIdSchema(bundled);
  if (requestId) tables.set('request-id.ts', head(document) + requestIdForm(requestId));
  for (const { name, block, text } of behaviorTables(bundled)) tables.set(name, head(blocks(block)) + text);
  return new Map([
    ...inFolder(contractFolder(contract), tables),
    ...(await eventFiles(bundled, { json, outputs, head, sources: { webhooks, delivery: blocks('x-delivery') } })),
    ...(await clientFiles(bundled, { json, outputs, head, sources: { document, paths }, root, config })),
  ]);
}

interface Parts {
  readonly json: string;
  readonly outputs: OutputConfig;
  readonly head: (source: string) => string;
}

interface EventParts extends Parts {
  readonly sources: { readonly webhooks: string; readonly delivery: string };
}

async function eventFiles(contract: BundledContract, { json, outputs, head, sources }: EventParts): Promise<FileTexts> {
  if (outputs.events === undefined) return new Map();
  const files = new Map([
    ['events.ts', head(sources.webhooks) + (await eventTypes(contract, json))],
    ['received.ts', head(`@booking-service/client/src/lib/${receivedTypes}`) + runtimeText(receivedTypes)],
    ['event-samples.ts', head(sources.webhooks) + eventSamples(contract)],
    ['delivery.ts', head(sources.delivery) + signatureTable(contract)],
  ]);
  return inFolder(outputs.events, files);
}

interface ClientSources extends Parts, Project {
  readonly sources: { readonly document: string; readonly paths: string };
}

async function clientFiles(
  contract: BundledContract,
  { json, outputs: { client }, head, sources, root, config }: ClientSources,
): Promise<FileTexts> {
  if (client === undefined) return new Map();
  const product = productOf(config, contract);
  const isWhole = typeof client === 'string';
  const folder = isWhole ? client : client.folder;
  const ownTypes = isWhole ? clientTypes(contract) : readFileSync(join(root, client.ownTypes), 'utf8');
  const generated = new Map([
    ['openapi.ts', head(sources.paths) + (await operationTypes(contract, json))],
    ['tables.ts', head(sources.document) + clientTables(contract, packageVersion(join(root, folder)))],
    ['resources.ts', head(sources.paths) + clientResources(contract, { ownTypes })],
  ]);
  if (!isWhole) {
    const examples = new Map([['example-calls.ts', head(sources.paths) + exampleCalls(contract, product)]]);
    const calls = client.exampleCalls === undefined ? [] : inFolder(client.exampleCalls, examples);
    return new Map([...inFolder(folder, generated), ...calls]);
  }
  const lib = [
    ['resources/resources.ts', ownTypes] as const,
    ['client.ts', clientEntry(product)] as const,
    ...clientRuntime(product),
  ];
  return inFolder(
    folder,
    new Map([
      ['index.ts', head(sources.document) + clientIndex(product)],
      ...inFolder('generated', generated),
      ...inFolder('lib', new Map(lib.map(([path, text]) => [path, head(sources.document) + text]))),
    ]),
  );
}

/** A bundled document, of which only the components are read. */
interface SharedSchemas {
  readonly components?: { readonly schemas?: Readonly<Record<string, object>> };
}

/** The wire types of the events only, with the table of their types. */
async function eventTypes(contract: BundledContract, json: string): Promise<string> {
  const document: SharedSchemas = JSON.parse(json);
  const schemas = schemasOf(Object.values(contract.webhooks), document.components?.schemas ?? {});
  for (const { name, schema } of eventBodies(contract)) schemas[name] ??= schema;
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

/** The version of the package that contains a folder. */
function packageVersion(folder: string): string {
  const file = join(folder, 'package.json');
  if (existsSync(file))
    return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version?: string }).version ?? '0.0.0';
  const above = dirname(folder);
  return above === folder ? '0.0.0' : packageVersion(above);
}
