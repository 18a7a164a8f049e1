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
export function readPublicContract(): PublicContract {
  // Generate wrote the file, from a contract that the linter has checked.
  return JSON.parse(readFileSync(contractOf(contracts, 'public').bundle, 'utf8')) as PublicContract;
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

/** The public contract with the blocks that only this repository has. */
export interface PublicContract extends BundledContract {
  readonly 'x-errors': Readonly<Record<string, BundledContract['x-errors'][string] & { readonly sandbox: string }>>;
  readonly 'x-runs': Runs;
  readonly 'x-sandbox': Sandbox;
}

export interface Runs {
  readonly retry: {
    readonly first_delay_seconds: number;
    readonly factor: number;
    readonly longest_delay_seconds: number;
  };
  readonly give_up_after_seconds: number;
  readonly pending_for_at_most_seconds: number;
  readonly release: {
    readonly longest_delay_seconds: number;
    readonly give_up_after_seconds: number;
    readonly refund_waits_for_at_most_seconds: number;
  };
}

export interface Sandbox {
  readonly opening_hours_utc: readonly number[];
  readonly slot_minutes: number;
  readonly days_ahead: number;
  readonly provider_seconds: number;
  readonly code: string;
  readonly max_wrong_codes: number;
  readonly payment_url: string;
  readonly dropped_destination: string;
  readonly webhook_late_seconds: number;
  readonly search_queries: Readonly<Record<string, string>>;
  readonly public_key_prefix: string;
  readonly organizations: readonly { readonly name: string; readonly meaning: string }[];
  readonly price: { readonly amount: number; readonly currency: string; readonly per: string };
  readonly venues: readonly {
    readonly id: string;
    readonly name: string;
    readonly city: string;
    readonly ends: string;
    readonly error_code?: string;
    readonly meaning: string;
  }[];
}
