import { join } from 'node:path';
import { bundleFile, stemOf, type ToolkitConfig } from '../config.ts';

/** A contract that the gate compares with its released form. */
export interface GatedContract {
  /** The name in declarations and messages. */
  readonly name: string;
  /** The file of the bundle. */
  readonly bundle: string;
  /** The file of the released bundle, compressed: no search in the repository finds a line of it. */
  readonly released: string;
  readonly implementedBy: 'service' | 'others';
}

/** Returns the contracts of a project, whose root is the folder. */
export function gatedContracts({ contracts }: ToolkitConfig, root: string): GatedContract[] {
  return Object.entries(contracts).map(([name, contract]) => ({
    name,
    bundle: join(root, bundleFile(contract)),
    released: join(root, contract.released ?? `released/${stemOf(contract)}.json.gz`),
    implementedBy: contract.implementedBy ?? 'service',
  }));
}

/**
 * Returns the contract with a name.
 *
 * @throws if there is none.
 */
export function contractOf(contracts: readonly GatedContract[], name: string): GatedContract {
  const contract = contracts.find((each) => each.name === name);
  if (contract) return contract;
  const names = contracts.map((each) => each.name).join(', ');
  throw new Error(`There is no contract ${name}. Use one of these: ${names}.`);
}
