import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isJsonObject, type JsonObject } from './document/bundled-contract.ts';
import type { Product } from './document/names.ts';
import type { OwnLaws } from './gate/laws.ts';

/** The configuration of a project: `toolkit.config.ts` in its root. All paths are relative to the root. */
export interface ToolkitConfig {
  /** The contracts, by their names in commands and declarations. */
  readonly contracts: Readonly<Record<string, ContractConfig>>;
  /** The names of the product in generated code, samples and docs. Default: those that the title of the document gives. */
  readonly product?: Product;
  /** The list of intended breaking changes. Default `breaking-changes.yaml`; a project without the file has none. */
  readonly declared?: string;
  /** The command in the first line of every generated file. Default `npx contract generate`. */
  readonly command?: string;
}

export interface ContractConfig {
  /** The OpenAPI document. It may refer to other files. */
  readonly document: string;
  /** The rules of lint. Default: the profile `basic` or, with blocks, `recommended`. */
  readonly lint?: LintConfig;
  /** The folders of the generated files. */
  readonly outputs?: OutputConfig;
  /**
   * The form of an integer with `format: int64` in types, in the client, and in the router of the kernel, which reads it from `x-int64` of the
   * bundle. A `number` refuses what it would round: beyond 2^53. Only of documents without blocks. Default: `number`.
   */
  readonly int64?: 'number' | 'string' | 'bigint';
  /** The last released bundle, compressed by gzip. The gate compares the bundle with it. Default `released/<document>.json.gz`. */
  readonly released?: string;
  /**
   * Who implements the operations. `service`, the default: this project, so others send the requests and read the responses.
   * `others`: every direction is reversed, and an operation can no longer be added, because the others do not have it.
   */
  readonly implementedBy?: 'service' | 'others';
  /**
   * The laws of the gate for values of its own blocks and of `components/`, by their paths, in which `*` is any key. Default: a value may
   * be added, and is then fixed.
   */
  readonly laws?: OwnLaws;
  /** The schemas of objects that the service stores. Each field of them must be classified by x-personal. Default: none. */
  readonly stored?: readonly string[];
  /** The schemas whose field names become a table. Default: none. */
  readonly fieldTables?: readonly string[];
  /** The file with an example of each error code, generated from x-errors, and further fields of single examples. Default: none. */
  readonly errorExamples?: {
    readonly file: string;
    readonly more?: Readonly<Record<string, object>>;
  };
  /** The folder and the template of the handlers that `contract add operation` writes. Default: it writes none. */
  readonly handlers?: HandlerConfig;
  /** A folder of code samples that take the place of generated ones: `<operationId>.sh`, `<operationId>.ts`, `<event type>.ts`. */
  readonly samples?: string;
}

export interface HandlerConfig {
  /** The folder of the handlers. A file is named after its operation: `create-loan.ts`. */
  readonly folder: string;
  /** The text of a new file. Default: a handler for `createService` of the kernel. */
  readonly template?: (operation: NewOperation) => string;
}

export interface NewOperation {
  readonly operationId: string;
  /** The method and path: `GET /v1/loans/{id}`. */
  readonly route: string;
}

export type Profile = 'basic' | 'recommended' | 'strict';

/** A project needs no configuration file of Redocly, unless it names one in `config`. */
export interface LintConfig {
  /**
   * `basic`, the default of a document without blocks: what is generated from it is right. `recommended`, the default of one with blocks:
   * the contract is also bounded and consistent with itself. `strict`: every operation also declares every refusal and header that the
   * kernel can send, with an example of each.
   */
  readonly profile?: Profile;
  /** Single rules, those of Redocly and those of the toolkit (`contract/bounded`): a severity, or an object with options. */
  readonly rules?: Readonly<Record<string, RuleConfig>>;
  /** Further plugins of Redocly. */
  readonly plugins?: readonly string[];
  /** A configuration file of Redocly, which replaces all of these. */
  readonly config?: string;
}

export type RuleConfig =
  | 'off'
  | 'warn'
  | 'error'
  | { readonly severity: 'warn' | 'error'; readonly [option: string]: unknown };

export interface OutputConfig {
  /** The bundle, the wire types, the tables of behavior and, of a service, the object `contract`. Default `generated`. */
  readonly contract?: string;
  /** The types of the events with their samples, for a package that receives webhooks. Default: none. */
  readonly events?: string;
  /** A typed client with its runtime. Default: none. */
  readonly client?: string | ClientParts;
  /** The site of `contract docs`. Default `docs-site`. */
  readonly docs?: string;
}

/** The generated parts of a client whose runtime is the project's own. */
export interface ClientParts {
  readonly folder: string;
  /** The file that exports the client's own types of schemas. */
  readonly ownTypes: string;
  /** A folder for a table with an example call of each operation. */
  readonly exampleCalls?: string;
}

const configFile = 'toolkit.config.ts';

/**
 * Loads the configuration of the project in a folder.
 *
 * @throws if the folder has none.
 */
export async function loadConfig(root: string): Promise<ToolkitConfig> {
  const file = join(root, configFile);
  if (!existsSync(file)) throw new Error(`${root} has no ${configFile}. Run the command in the root of the project.`);
  const { default: config } = (await import(pathToFileURL(file).href)) as { readonly default?: ToolkitConfig };
  if (typeof config?.contracts !== 'object') throw new Error(`${file} exports no configuration. Export it as default.`);
  return config;
}

/**
 * Returns the contracts of a configuration, or the one with a name.
 *
 * @throws if there is none with this name, or the document of one does not exist.
 */
export function namedContracts(
  { contracts }: ToolkitConfig,
  { root, only }: { readonly root: string; readonly only?: string | undefined },
): [name: string, contract: ContractConfig][] {
  const all = Object.entries(contracts);
  const chosen = all.filter(([name]) => only === undefined || name === only);
  if (chosen.length === 0) {
    throw new Error(`There is no contract ${only}. Use one of these: ${all.map(([name]) => name).join(', ')}.`);
  }
  for (const [name, { document }] of chosen) {
    if (typeof document === 'string' && existsSync(join(root, document))) continue;
    throw new Error(`The document ${document} of the contract ${name} does not exist. Correct it in ${configFile}.`);
  }
  return chosen;
}

/** The name of a contract's document without its ending, which begins the names of its generated files. */
export function stemOf({ document }: Pick<ContractConfig, 'document'>): string {
  return basename(document).replace(/\.(?:ya?ml|json)$/, '');
}

/** The folder of a contract's bundle and tables. */
export function contractFolder({ outputs }: Pick<ContractConfig, 'outputs'>): string {
  return outputs?.contract ?? 'generated';
}

/** The names of the product: those of the configuration, or those that the title of a document gives. `Train Travel API` is `TRAIN_TRAVEL`. */
export function productOf({ product }: Pick<ToolkitConfig, 'product'>, { info }: JsonObject): Product {
  if (product) return product;
  const title = isJsonObject(info) && typeof info['title'] === 'string' ? info['title'] : '';
  const words = title.replace(/\b(?:api|openapi|rest)\b/gi, '').match(/[A-Za-z0-9]+/g) ?? ['service'];
  const named = words
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
    .replace(/^(?=\d)/, 'Api');
  return {
    name: title || 'Service',
    variables: words
      .join('_')
      .toUpperCase()
      .replace(/^(?=\d)/, 'API_'),
    scope: words.join('-').toLowerCase(),
    client: { create: `create${named}Client`, type: `${named}Client` },
  };
}

/** The list of intended breaking changes. */
export function declaredFile({ declared = 'breaking-changes.yaml' }: ToolkitConfig): string {
  return declared;
}

/** The file of a contract's bundle. */
export function bundleFile(contract: ContractConfig): string {
  return `${contractFolder(contract)}/${stemOf(contract)}.json`;
}
