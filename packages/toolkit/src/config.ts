import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Product } from './document/product.ts';

/** The configuration of a project: `toolkit.config.ts` in its root. All paths are relative to the root. */
export interface ToolkitConfig {
  /** The contracts, by their names in commands and declarations. */
  readonly contracts: Readonly<Record<string, ContractConfig>>;
  /** The names of the product in generated code, samples and docs. */
  readonly product: Product;
  /** The list of intended breaking changes. */
  readonly declared: string;
}

export interface ContractConfig {
  /** The bundled contract, as one JSON file. */
  readonly bundle: string;
  /** The last released bundle, compressed by gzip. The gate compares the bundle with it. */
  readonly released: string;
  /**
   * Who implements the operations. `service`, the default: this project, so others send the requests and read the responses.
   * `others`: every direction is reversed, and an operation can no longer be added, because the others do not have it.
   */
  readonly implementedBy?: 'service' | 'others';
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
