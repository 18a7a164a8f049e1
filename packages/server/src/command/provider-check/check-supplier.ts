import { contain } from '../../log/containment.ts';
import { loadIntegrations } from '../service/load-integrations.ts';
import { StartError } from '../start-error.ts';
import { isSuppliersFile } from '../suppliers/is-suppliers-file.ts';
import { createSupplier, type SuppliersGiven } from '../suppliers/load-suppliers.ts';
import { readSuppliersFile, type SupplierEntry } from '../suppliers/suppliers-file.ts';
import { supplierTypes } from '../suppliers/supplier-types.ts';
import { checkProvider } from './check-provider.ts';
import type { CheckResult } from './check-result.ts';
import { startRelay } from './relay.ts';

export interface SupplierToCheck extends SuppliersGiven {
  /** The file of --providers: a list of suppliers, or a module. */
  readonly file: string;
  readonly name: string;
  /** Whether its bookings are those of a live key. */
  readonly livemode: boolean;
}

/** Checks the supplier with this name. Throws a StartError if the file has no such supplier. */
export async function checkSupplier(given: SupplierToCheck): Promise<CheckResult[]> {
  const { file, name, clock, log, environment, livemode } = given;
  if (!isSuppliersFile(file)) {
    const module = { work: 'integration', integration: 'module' } as const;
    const { providers } = await contain(module, () => loadIntegrations(file, { clock, log }));
    const provider = providers.find((each) => each.name === name);
    if (!provider) throw unknownName(given, providers);
    return checkProvider({ provider, clock, livemode });
  }
  const entries = readSuppliersFile(file, { types: supplierTypes, environment, warn: (text) => log.warn(text) });
  const entry = entries.find((each) => each.name === name);
  if (!entry) throw unknownName(given, entries);
  return checkEntry(entry, given);
}

async function checkEntry(entry: SupplierEntry, given: SupplierToCheck): Promise<CheckResult[]> {
  const { file, clock, livemode } = given;
  const provider = await createSupplier(entry, file, given);
  const { url, secret } = entry.fields;
  if (typeof url !== 'string') return checkProvider({ provider, clock, livemode });
  await using relay = await startRelay(url);
  const relayed = {
    relay,
    provider: await createSupplier({ ...entry, fields: { ...entry.fields, url: relay.url } }, file, given),
  };
  const http = entry.type === 'http' && typeof secret === 'string' ? { url, secret } : undefined;
  return await checkProvider({ provider, clock, livemode, relayed, http });
}

function unknownName({ file, name }: SupplierToCheck, known: readonly { readonly name: string }[]): StartError {
  const names = known.map((each) => each.name).join(', ');
  return new StartError(`${file} has no provider named ${name}. It has ${names}.`, { exitCode: 2 });
}
