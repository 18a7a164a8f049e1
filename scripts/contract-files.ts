import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { basename, join } from 'node:path';
import { type BundledContract, declaredFile, type Product } from '@booking-service/toolkit';
import { contractOf, type GatedContract, gatedContracts } from '@booking-service/toolkit/gate';
import { stringify } from 'yaml';
// @boundaries-ignore the configuration lies in the root, where the command line looks for it
import config from '../toolkit.config.ts';

export { config };

const root = fileURLToPath(new URL('..', import.meta.url));

/** The contracts of the repository, with the files of each. */
export const contracts: readonly GatedContract[] = gatedContracts(config, root);

/** The file that lists intended breaking changes. */
export const declaredChanges: string = declaredFile(config);

const { product: named } = config;
if (!named) throw new Error('toolkit.config.ts names no product.');
export const product: Product = named;

/** The public contract of this version. */
export function readPublicContract(): BundledContract {
  // Generate wrote the file, from a contract that the linter has checked.
  return JSON.parse(readFileSync(contractOf(contracts, 'public').bundle, 'utf8')) as BundledContract;
}

/**
 * The contracts besides the public one, and the workflows, as files of the site. A workflow names its contracts by relative addresses,
 * which are the same here as in the repository.
 */
export function contractFiles(repository: string): Record<string, string> {
  const workflows = globSync('openapi/workflows/*.yaml', { cwd: repository }).toSorted();
  return {
    'admin.yaml': contractText(repository, 'admin'),
    'provider.yaml': contractText(repository, 'provider'),
    'card-service.yaml': contractText(repository, 'card-service'),
    ...Object.fromEntries(
      workflows.map((file) => [`workflows/${basename(file)}`, readFileSync(join(repository, file), 'utf8')]),
    ),
  };
}

function contractText(repository: string, name: 'admin' | 'provider' | 'card-service'): string {
  const text = readFileSync(join(repository, `packages/contract/src/generated/${name}.json`), 'utf8');
  // The admin server has an address of its own.
  const contract: unknown = JSON.parse(text.replaceAll(/\{?base_url\b/g, (found) => found.replace('base', 'admin')));
  return stringify(contract, { aliasDuplicateObjects: false });
}
