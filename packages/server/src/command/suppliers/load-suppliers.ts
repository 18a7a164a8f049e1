import { dirname, resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Integrations, Supplier } from '../../index.ts';
import type { Provider } from '../../providers/provider.ts';
import type { Clock } from '@booking-service/kernel/time';
import type { Environment } from '../settings/read-settings.ts';
import { type CheckedYaml, openCheckedYaml } from './checked-yaml.ts';
import { createCardServices, createCodes } from './service-types.ts';
import { createTyped, refuseEqualSides } from './integration-type.ts';
import { readSuppliersFile, type SupplierEntry, type SupplierSide, venuePrefixOf } from './suppliers-file.ts';
import { supplierTypes } from './supplier-types.ts';

/** The dependencies of the suppliers of a file. */
export interface SuppliersGiven {
  readonly clock: Clock;
  readonly log: Logger;
  readonly environment: Environment;
}

/** Creates the integrations of providers.yaml, the suppliers in its order. Throws a StartError with the line of the fault. */
export async function loadSuppliers(file: string, given: SuppliersGiven): Promise<Integrations> {
  const yaml = openSuppliersFile(file, given);
  const entries = readSuppliersFile(yaml, supplierTypes);
  refuseSharedVenues(entries);
  entries.forEach(refuseEqual);
  const suppliers: Supplier[] = [];
  for (const entry of entries) suppliers.push(await createSupplier(entry, file, given));
  const codes = await createCodes(yaml, given);
  return { suppliers, ...(await createCardServices(yaml, given)), ...(codes && { codes }) };
}

/** Opens providers.yaml. Throws a StartError if it cannot be read, or is not YAML. */
export function openSuppliersFile(file: string, { environment, log }: SuppliersGiven): CheckedYaml {
  return openCheckedYaml(file, { environment, warn: (text) => log.warn(text) });
}

/** Refuses two suppliers that would both handle a venue for keys of the same mode. */
function refuseSharedVenues(entries: readonly SupplierEntry[]): void {
  const prefixed = entries.filter(({ type }) => supplierTypes[type]?.schema.properties['venue_prefix']);
  for (const mode of ['live', 'test'] as const) {
    const taken: { readonly name: string; readonly prefix: string }[] = [];
    for (const { name, ...sides } of prefixed) {
      const side = sides[mode] === 'simulate' ? sides.live : sides[mode];
      if (!side) continue;
      const prefix = venuePrefixOf(name, side.fields);
      const other = taken.find((earlier) => prefix.startsWith(earlier.prefix) || earlier.prefix.startsWith(prefix));
      if (other) {
        const both = `${prefix} and ${other.prefix}`;
        const reason = `${name} and ${other.name} would handle the same venues: ${both} overlap. Set venue_prefix`;
        throw side.refuse(reason, 'venue_prefix');
      }
      taken.push({ name, prefix });
    }
  }
}

/** Refuses a test side that is the live system. */
function refuseEqual({ name, type, live, test }: SupplierEntry): void {
  if (!live || !test || test === 'simulate') return;
  refuseEqualSides({ live, test }, { separatedBy: supplierTypes[type]?.separatedBy, name, effect: 'book' });
}

/** Creates both sides of an entry. Throws a StartError with the line of the fault. */
async function createSupplier(entry: SupplierEntry, file: string, given: SuppliersGiven): Promise<Supplier> {
  const { live, test } = entry;
  const create = (side: SupplierSide, livemode: boolean) => createProvider({ ...entry, side, livemode }, file, given);
  return {
    ...(live && { live: await create(live, true) }),
    ...(test && { test: test === 'simulate' ? test : await create(test, false) }),
  };
}

/** One side of a supplier. */
export interface SideToCreate extends Pick<SupplierEntry, 'name' | 'type'> {
  readonly side: SupplierSide;
  readonly livemode: boolean;
}

/** Creates the provider of a side. Throws a StartError with its line. */
export async function createProvider(
  { name, type, side, livemode }: SideToCreate,
  file: string,
  { clock, log }: SuppliersGiven,
): Promise<Provider> {
  const given = { name, livemode, folder: dirname(resolve(file)), clock, log };
  return createTyped({ type, ...side }, { types: supplierTypes, given, integration: name, what: name });
}
