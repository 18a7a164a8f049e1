import { fileURLToPath } from 'node:url';
// @boundaries-ignore the laws of the contracts of the repository
import config from '../../../../toolkit.config.ts';
import { readBundledContract, type BundledContract } from '../../src/document/bundled-contract.ts';
import type { GatedContract } from '../../src/gate/contracts.ts';

/** The contracts of the repository. */
export const contracts: readonly GatedContract[] = [
  gated('public', 'openapi', 'service'),
  gated('admin', 'admin', 'service'),
  gated('provider', 'provider', 'others'),
  gated('card-service', 'card-service', 'others'),
];

export const publicContract: BundledContract = readBundledContract(bundleOf('openapi'));

function gated(name: string, file: string, implementedBy: GatedContract['implementedBy']): GatedContract {
  return { name, bundle: bundleOf(file), released: '', implementedBy, laws: config.contracts[name]?.laws ?? {} };
}

function bundleOf(file: string): string {
  return fileURLToPath(new URL(`../../../contract/src/generated/${file}.json`, import.meta.url));
}
