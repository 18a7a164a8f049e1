import { dirname, resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Integrations } from '../../index.ts';
import { contain } from '../../log/containment.ts';
import type { Provider } from '../../providers/provider.ts';
import type { Clock } from '../../time/clock.ts';
import type { Environment } from '../settings/read-settings.ts';
import { readSuppliersFile, type SupplierEntry } from './suppliers-file.ts';
import { supplierTypes } from './supplier-types.ts';
import { venuePrefixOf } from './venue-prefix.ts';

/** What the suppliers of a file are created with. */
export interface SuppliersGiven {
  readonly clock: Clock;
  readonly log: Logger;
  readonly environment: Environment;
}

/** Creates the providers of providers.yaml, in its order. Throws a StartError with the line of the fault. */
export async function loadSuppliers(file: string, given: SuppliersGiven): Promise<Integrations> {
  const { environment, log } = given;
  const entries = readSuppliersFile(file, { types: supplierTypes, environment, warn: (text) => log.warn(text) });
  refuseSharedVenues(entries);
  const providers: Provider[] = [];
  for (const entry of entries) providers.push(await createSupplier(entry, file, given));
  return { providers };
}

/** Refuses two suppliers that would both handle a venue. */
function refuseSharedVenues(entries: readonly SupplierEntry[]): void {
  const prefixed = entries.filter(({ type }) => supplierTypes[type]?.schema.properties['venue_prefix']);
  for (const [index, { name, fields, refuse }] of prefixed.entries()) {
    const prefix = venuePrefixOf(name, fields);
    const other = prefixed.slice(0, index).find((earlier) => {
      const taken = venuePrefixOf(earlier.name, earlier.fields);
      return prefix.startsWith(taken) || taken.startsWith(prefix);
    });
    if (!other) continue;
    const taken = venuePrefixOf(other.name, other.fields);
    throw refuse(
      `${name} and ${other.name} would handle the same venues: ${prefix} and ${taken} overlap. Set venue_prefix`,
      'venue_prefix',
    );
  }
}

/** Creates the provider of an entry. Throws a StartError with the line of the entry. */
export async function createSupplier(
  entry: SupplierEntry,
  file: string,
  { clock, log }: SuppliersGiven,
): Promise<Provider> {
  const { name, type, fields, refuse } = entry;
  const given = { name, folder: dirname(resolve(file)), clock, log };
  // The schema of the file has checked the type.
  const supplierType = supplierTypes[type];
  if (!supplierType) throw refuse(`${type} is not a type`);
  try {
    return await contain({ work: 'integration', integration: name }, () => supplierType.create(fields, given));
  } catch (cause) {
    const [reason = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
    throw refuse(`cannot create ${name}: ${reason.replace(/\.$/, '')}`, undefined, cause);
  }
}
