import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { declaredFile, type BundledContract, type Product } from '@booking-service/toolkit';
import { contractOf, gatedContracts, type GatedContract } from '@booking-service/toolkit/gate';
// @boundaries-ignore the configuration lies in the root, where the command line looks for it
import config from '../toolkit.config.ts';

export { config };

const root = fileURLToPath(new URL('..', import.meta.url));

/** The contracts of the repository, with the files of each. */
export const contracts: readonly GatedContract[] = gatedContracts(config, root);

/** The file that lists intended breaking changes. */
export const declaredChanges: string = declaredFile(config);

export const product: Product = config.product;

/** The public contract of this version. */
export function readPublicContract(): BundledContract {
  // Generate wrote the file, from a contract that the linter has checked.
  return JSON.parse(readFileSync(contractOf(contracts, 'public').bundle, 'utf8')) as BundledContract;
}
