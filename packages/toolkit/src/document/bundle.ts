import { execFile } from 'node:child_process';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LintConfig } from '../config.ts';
import { redoclyConfig } from '../lint/profile.ts';
import { isPlain, withOperationIds } from './normalize.ts';
import { withProseValues } from './prose-values.ts';
import { type BundledContract, isJsonObject, type JsonObject } from './bundled-contract.ts';

const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));

/** Output of a run of Redocly. */
interface RedoclyRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line of Redocly in a folder. */
export async function runRedocly(args: readonly string[], { cwd }: { readonly cwd: string }): Promise<RedoclyRun> {
  try {
    const options = { cwd, maxBuffer: 2 ** 28 };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [redocly, ...args], options);
    return { code: 0, stdout, stderr };
  } catch (error) {
    // A failed execFile has these fields; code is a text if the program did not start.
    const { code, stdout = '', stderr = '' } = error as Partial<RedoclyRun>;
    if (typeof code !== 'number') throw error;
    return { code, stdout, stderr };
  }
}

/** Calls a function with the configuration file of a contract: the project's own one, or a temporary one for its profile. */
export async function withRedoclyConfig<T>(
  lint: LintConfig,
  root: string,
  use: (file: string) => Promise<T>,
): Promise<T> {
  if (lint.config !== undefined) return use(lint.config);
  await using folder = await mkdtempDisposable(join(tmpdir(), 'contract-lint-'));
  const file = join(folder.path, 'redocly.yaml');
  await writeFile(file, redoclyConfig(lint, { root }));
  // The folder must exist until the work is done.
  return await use(file);
}

/** Components by kind and name: `{ schemas: { Loan: … } }`. */
type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Returns the components that the document refers to. Redocly inlines the responses of `x-unrouted` and keeps their components,
 * which nothing refers to then. Security schemes stay: operations refer to them by name.
 */
export function usedComponents(document: { readonly components?: object }): Components {
  // Components contains objects only.
  const components = (document.components ?? {}) as Components;
  const text = JSON.stringify(document);
  const used = Object.entries(components).map(([kind, byName]) => {
    const names = Object.entries(byName).filter(([name]) => {
      return kind === 'securitySchemes' || text.includes(`"#/components/${kind}/${name}"`);
    });
    return [kind, Object.fromEntries(names)] as const;
  });
  const rest: Components = Object.fromEntries(used);
  const isSettled = JSON.stringify(rest) === JSON.stringify(components);
  // Without an unused component, those that only it referred to are unused too.
  return isSettled ? rest : usedComponents({ ...document, components: rest });
}

export interface DocumentFiles {
  /** The OpenAPI document. It may refer to other files. */
  readonly document: string;
  /** The lint of the contract. Its preprocessors complete the document. */
  readonly lint?: LintConfig;
}

/**
 * Returns a document with all files that it refers to as one JSON text, with an id for each operation. One with blocks also has the values
 * that its texts name, and no component that nothing refers to. `note` gets a line for each thing that the document leaves out.
 *
 * @throws if the document cannot be read or compiled. The error has the place, or the output of Redocly.
 */
export async function bundle(
  { document, lint = {} }: DocumentFiles,
  root: string,
  note: (line: string) => void = () => undefined,
): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'contract-'));
  const output = join(folder.path, 'openapi.json');
  const { code, stderr } = await withRedoclyConfig(lint, root, (config) =>
    runRedocly(['bundle', document, '--config', config, '--output', output], { cwd: root }),
  );
  if (code !== 0) throw new Error(`Redocly cannot bundle ${document}.\n${stderr}`);
  const read: JsonObject = JSON.parse(await readFile(output, 'utf8'));
  try {
    const { document: named, added } = withOperationIds(read);
    if (added.length > 0)
      note(
        `${document} has operations without an operationId. They get one of their method and path: ${added.join(', ')}.`,
      );
    // A text of another contract may have braces of its own, and a schema may be there for those who extend it.
    if (isPlain(named)) return `${JSON.stringify(named, null, 2)}\n`;
    const bundled = withUnroutedParts(withProseValues<JsonObject>(named));
    return `${JSON.stringify({ ...bundled, components: usedComponents(bundled) }, null, 2)}\n`;
  } catch (cause) {
    throw new Error(`${document}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/**
 * Copies the headers and the examples of x-unrouted into its responses. Tools of OpenAPI read no extension, and report a component that only
 * an extension refers to as unused.
 */
function withUnroutedParts(document: JsonObject): JsonObject {
  if (document['x-unrouted'] === undefined) return document;
  const components = (document['components'] ?? {}) as Components;
  const copy = (_key: string, value: unknown): unknown => {
    const reference = isJsonObject(value) ? value['$ref'] : undefined;
    const [, kind = '', name = ''] = /^#\/components\/(headers|examples)\/(\w[\w-]*)$/.exec(String(reference)) ?? [];
    return components[kind]?.[name] ?? value;
  };
  return { ...document, 'x-unrouted': JSON.parse(JSON.stringify(document['x-unrouted'], copy)) as unknown };
}

/** The values of a contract that declares none of a block. */
const defaults = {
  servers: [],
  tags: [],
  webhooks: {},
  'x-errors': {},
  'x-states': {},
  'x-limits': {
    headers: {
      limit: 'RateLimit-Limit',
      remaining: 'RateLimit-Remaining',
      reset: 'RateLimit-Reset',
      retry_after: 'Retry-After',
    },
  },
  'x-access': {
    // No key begins with a space, so no key of a contract without modes is a live one.
    key_modes: { test: { prefix: '', livemode: false }, live: { prefix: ' ', livemode: true } },
    scopes: {},
    refusal_order: [],
  },
  'x-idempotency': { operations: [], header: '' },
  'x-delivery': { headers: {}, signature: { header: '' } },
};

/** Methods that HTTP defines as safe to repeat. */
const repeatable = new Set(['get', 'head', 'put', 'delete']);

/** Returns a bundled contract with an empty form of each part that it lacks, so that a contract without behavior compiles. */
export function withBlocks(bundled: JsonObject): BundledContract {
  const components = isJsonObject(bundled['components']) ? bundled['components'] : {};
  const paths = isJsonObject(bundled['paths']) ? bundled['paths'] : {};
  // The defaults have the parts that the compiler reads; lint checks those that are declared.
  return {
    ...defaults,
    ...bundled,
    paths: Object.fromEntries(Object.entries(paths).map(([path, methods]) => [path, withBehavior(methods)])),
    components: { responses: {}, schemas: {}, ...components },
  } as unknown as BundledContract;
}

function withBehavior(methods: unknown): JsonObject {
  if (!isJsonObject(methods)) return {};
  const operations = Object.entries(methods).map(([method, operation]) => {
    if (!isJsonObject(operation) || operation['x-behavior'] !== undefined) return [method, operation];
    const behavior = { metered: false, scope: '', repeatable: repeatable.has(method), rules: [] };
    return [method, { ...operation, 'x-behavior': behavior }];
  });
  return Object.fromEntries(operations);
}
