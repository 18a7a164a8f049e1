/**
 * The words whose change reaches a program: the compiler writes other code, or refuses the contract, or a validator of the service is
 * other code. Texts are left out before, so a comment makes no difference.
 */
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { isJsonObject, type BundledContract, type JsonObject } from '@booking-service/toolkit';
import { findBreakingChanges } from '@booking-service/toolkit/gate';
import {
  adminBehavior,
  adminCommandTable,
  adminFilterTable,
  adminRouteTable,
  behaviorTables,
  clientResources,
  clientTables,
  eventMap,
  eventSamples,
  exampleCalls,
  operationTable,
  personalTable,
  requestIdForm,
  routeTable,
  signatureTable,
  wireTypes,
  type BundledAdminContract,
  type BundledPaths,
  type CommandContract,
} from '@booking-service/toolkit/generate';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneModule from 'ajv/dist/standalone/index.js';
import { product } from '../contract-files.ts';
import {
  changed,
  type ContractName,
  contractNames,
  isReference,
  readFiles,
  withChanges,
  type Word,
} from './find-linted.ts';

const bundles = Object.fromEntries(
  contractNames.map((name) => {
    const file = new URL(`../../packages/contract/src/generated/${name}.json`, import.meta.url);
    return [name, JSON.parse(readFileSync(file, 'utf8')) as object];
  }),
) as Readonly<Record<ContractName, object>>;

/** The generated code of each contract, from its bundle. */
const compilers: Readonly<Record<ContractName, (bundle: object) => readonly string[]>> = {
  openapi(bundle) {
    const contract = bundle as BundledContract;
    return [
      operationTable(contract),
      ...behaviorTables(contract).map(({ text }) => text),
      eventMap(contract),
      eventSamples(contract),
      signatureTable(contract),
      requestIdForm(contract),
      personalTable(contract, ['Booking', 'BookingSummary', 'Session']),
      clientTables(contract, ''),
      clientResources(contract, { ownTypes: '' }),
      exampleCalls(contract, product),
    ];
  },
  admin(bundle) {
    const contract = bundle as BundledAdminContract & CommandContract;
    return [
      adminRouteTable(contract),
      adminBehavior(contract),
      adminFilterTable(contract),
      adminCommandTable(contract),
    ];
  },
  provider: (bundle) => [routeTable('providerRoutes', bundle as BundledPaths)],
  'card-service': (bundle) => [routeTable('cardServiceRoutes', bundle as BundledPaths)],
};

const current = Object.fromEntries(
  contractNames.map((name) => [name, compilers[name](bundles[name]).join('')]),
) as Readonly<Record<ContractName, string>>;

/** Returns whether the gate refuses the change of a word, or its undoing: then the released contract fixes it. */
export function isGated(word: Word): boolean {
  const path = bundledPath(word);
  const bundle = bundles[word.contract] as JsonObject;
  if (!path || valueAt(bundle, path) === undefined) return false;
  const copy = withValue(bundle, path, changed(valueAt(bundle, path))) as JsonObject;
  const implementedBy = word.contract === 'provider' || word.contract === 'card-service' ? 'others' : 'service';
  const findings = (base: JsonObject, revision: JsonObject) => findBreakingChanges(base, revision, { implementedBy });
  return findings(bundle, copy).length + findings(copy, bundle).length > 0;
}

/** Returns whether the change of a word changes the wire types, against which the server is compiled. Takes about a second. */
export async function changesTypes(word: Word): Promise<boolean> {
  const path = bundledPath(word);
  const bundle = bundles[word.contract];
  if (path?.[0] !== 'components') return false;
  const copy = withValue(bundle, path, changed(word.value));
  const before = await typesOf(bundle);
  return typesOf(copy).then(
    (after) => after !== before,
    // The compiler refuses the change.
    () => true,
  );
}

function typesOf(bundle: unknown): Promise<string> {
  const { openapi, info, components } = Object(bundle) as JsonObject;
  return wireTypes(JSON.stringify({ openapi, info, paths: {}, components }));
}

export type Effect = 'compiler' | 'validator' | 'lint';

/** Returns the effect of a change of a word; undefined if no generated code and no validator differs. A changed reference leads nowhere. */
export function effectOf(word: Word): Effect | undefined {
  if (isReference(word)) return 'lint';
  const path = bundledPath(word);
  if (!path) return undefined;
  const bundle = bundles[word.contract];
  // Redocly moves some parts of a document. A list of objects contains texts, which the bundle has filled.
  const found = valueAt(bundle, path);
  if (Array.isArray(word.value) ? !Array.isArray(found) : found !== word.value) return undefined;
  const after = changed(word.value);
  if (changesValidator(bundle, path, after)) return 'validator';
  try {
    const copy = withValue(bundle, path, after) as object;
    if (compilers[word.contract](copy).join('') !== current[word.contract]) return 'compiler';
  } catch {
    return 'compiler';
  }
  return undefined;
}

const { files } = readFiles();

/** The path of a word in the bundle of its contract. */
function bundledPath({ contract, file, path }: Word): readonly string[] | undefined {
  const local = file.replace(/^admin\//, '');
  const [, part, name = ''] = /^(\w+)\/(.+)\.yaml$/.exec(local) ?? [];
  if (part === undefined) return path;
  if (part === 'components') return ['components', name, ...path];
  if (part === 'behavior') return [`x-${name}`, ...path];
  const index = valueAt(files.get(`${contract}.yaml`), [part]);
  const referenceOf = (item: unknown) => String(Reflect.get(Object(item), '$ref'));
  // A file of several entries has each below its own key.
  if (Object.values(Object(index)).some((item) => referenceOf(item).startsWith(`${file}#/`))) return [part, ...path];
  const entry = Object.entries(Object(index)).find(([, item]) => referenceOf(item) === file);
  return entry && [part, entry[0], ...path];
}

function valueAt(start: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), start);
}

/** Returns a copy with another value at the path. It shares every part beside the path. */
function withValue(holder: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const copy = Array.isArray(holder) ? [...(holder as unknown[])] : { ...Object(holder) };
  Reflect.set(copy, key, withValue(Reflect.get(Object(holder), key), rest, value));
  return copy;
}

/** Keywords of a schema that a validator executes. */
const assertions = new Set(
  (
    'type const enum required pattern format minLength maxLength minimum maximum minItems maxItems uniqueItems ' +
    'minProperties maxProperties additionalProperties oneOf anyOf allOf'
  ).split(' '),
);

const standalone = standaloneModule;
const load = createRequire(import.meta.url);
const addFormats = load('ajv-formats') as (ajv: Ajv2020) => void;

/** Returns whether the code of the validator of the schema differs. The schema is that of the nearest assertion above the word. */
function changesValidator(bundle: object, path: readonly string[], after: unknown): boolean {
  const keyword = path.findLastIndex((key, index) => assertions.has(key) && path[index - 1] !== 'properties');
  if (keyword < 0) return false;
  const schema = valueAt(bundle, path.slice(0, keyword));
  if (!isJsonObject(schema)) return false;
  const name = path[keyword] ?? '';
  const own = { [name]: schema[name] };
  const other = withChanges(own, [{ path: path.slice(keyword), value: after }]);
  try {
    return codeOf(own) !== codeOf(other);
  } catch {
    // Ajv refuses the changed schema, so the service does not start with it.
    return true;
  }
}

function codeOf(schema: unknown): string {
  const ajv = new Ajv2020({ strict: false, logger: false, code: { source: true } });
  addFormats(ajv);
  const references = JSON.stringify(schema).replaceAll(/\{"\$ref":"[^"]*"\}/g, (reference) =>
    JSON.stringify({ const: reference }),
  );
  return standalone.default(ajv, ajv.compile(JSON.parse(references) as object));
}
