import { fileURLToPath } from 'node:url';

/** A contract that the gate compares with its released form. */
export interface GatedContract {
  /** The name in declarations and messages. */
  readonly name: string;
  /** The bundle that `npm run generate` writes. */
  readonly bundle: string;
  /** The released bundle, compressed: no search in the repository finds a line of it. */
  readonly released: string;
  /**
   * Who implements the operations. `service`: this service, so others send the requests and read the responses. `others`: every
   * direction is reversed, and an operation can no longer be added, because the others do not have it.
   */
  readonly implementedBy: 'service' | 'others';
}

/** Every contract, by its name. One line adds another one. */
export const gatedContracts: readonly GatedContract[] = [
  gated('public', 'openapi', 'service'),
  gated('admin', 'admin', 'service'),
  gated('provider', 'provider', 'others'),
];

/**
 * Returns the contract with a name.
 *
 * @throws if there is none.
 */
export function gatedContract(name: string): GatedContract {
  const contract = gatedContracts.find((each) => each.name === name);
  if (contract) return contract;
  const names = gatedContracts.map((each) => each.name).join(', ');
  throw new Error(`There is no contract ${name}. Use one of these: ${names}.`);
}

function gated(name: string, file: string, implementedBy: GatedContract['implementedBy']): GatedContract {
  return {
    name,
    bundle: fileURLToPath(new URL(`../../packages/contract/src/generated/${file}.json`, import.meta.url)),
    released: fileURLToPath(new URL(`../../openapi/released/${file}.json.gz`, import.meta.url)),
    implementedBy,
  };
}
