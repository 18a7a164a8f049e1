import { contain } from '@booking-service/kernel/log';
import { supplierName, type Supplier } from '../../providers/integrations.ts';
import { isSuppliersFile, loadIntegrations } from '../service/load-integrations.ts';
import { StartError } from '../start-error.ts';
import { readSuppliersFile, type SupplierEntry, type SupplierSide } from '../suppliers/suppliers-file.ts';
import { createProvider, openSuppliersFile, type SuppliersGiven } from '../suppliers/load-suppliers.ts';
import { supplierTypes } from '../suppliers/supplier-types.ts';
import { type CheckResult, runScenario } from '../checks/run-scenario.ts';
import { checkProvider } from './check-provider.ts';
import { startRelay } from '../checks/relay.ts';

export interface SupplierToCheck extends SuppliersGiven {
  /** The file of --providers: a list of suppliers, or a module. */
  readonly file: string;
  readonly name: string;
  /** True if the scenarios run on the live side. */
  readonly livemode: boolean;
  /** True if the live availability is read, too, to show that bookings on the test side do not change it. */
  readonly both: boolean;
}

/** Checks a side of the supplier with this name. Throws a StartError if the file has no such supplier, or the supplier no such side. */
export async function checkSupplier(given: SupplierToCheck): Promise<CheckResult[]> {
  const { file, name, clock, log } = given;
  if (!isSuppliersFile(file)) {
    const module = { work: 'integration', integration: 'module' } as const;
    const { suppliers } = await contain(module, () => loadIntegrations(file, { clock, log }));
    const supplier = suppliers.find((each) => supplierName(each) === name);
    if (!supplier) throw unknownName(given, suppliers.map(supplierName));
    return checkLoaded(supplier, given);
  }
  return checkEntry(findEntry(file, given), given);
}

/**
 * Runs the certification of the standard that the supplier speaks, at the side of the keys of this mode. Throws a StartError if the file
 * has no such supplier, or its type has no certification.
 */
export async function certifyAt(given: Omit<SupplierToCheck, 'both'>): Promise<CheckResult[]> {
  const { file, name, clock } = given;
  const entry = isSuppliersFile(file) ? findEntry(file, given) : undefined;
  const certify = entry && supplierTypes[entry.type]?.certify;
  if (!certify)
    throw new StartError(`${name} speaks no standard with a certification. type: octo has one.`, { exitCode: 2 });
  const { side } = sidesToCheck<SupplierSide>(entry, { ...given, both: false });
  const results: CheckResult[] = [];
  for (const step of await certify(side.fields, { name, clock }))
    results.push(await runScenario(step.name, () => step.run()));
  return results;
}

function findEntry(file: string, given: Omit<SupplierToCheck, 'both'>): SupplierEntry {
  const entries = readSuppliersFile(openSuppliersFile(file, given), supplierTypes);
  const entry = entries.find((each) => each.name === given.name);
  if (!entry) {
    const names = entries.map((each) => each.name);
    throw unknownName(given, names);
  }
  return entry;
}

function checkLoaded(supplier: Supplier, given: SupplierToCheck): Promise<CheckResult[]> {
  const { clock, livemode } = given;
  const { side: provider, live } = sidesToCheck(supplier, given);
  return checkProvider({ provider, clock, livemode, live });
}

async function checkEntry(entry: SupplierEntry, given: SupplierToCheck): Promise<CheckResult[]> {
  const { file, clock, livemode } = given;
  const sides = sidesToCheck<SupplierSide>(entry, given);
  const create = (side: SupplierSide, mode: boolean) => createProvider({ ...entry, side, livemode: mode }, file, given);
  const { side } = sides;
  const live = sides.live && (await create(sides.live, true));
  const provider = await create(side, livemode);
  const { url, secret } = side.fields;
  if (typeof url !== 'string') return checkProvider({ provider, clock, livemode, live });
  await using relay = await startRelay(url);
  const relayed = { relay, provider: await create({ ...side, fields: { ...side.fields, url: relay.url } }, livemode) };
  const http = entry.type === 'http' && typeof secret === 'string' ? { url, secret } : undefined;
  return await checkProvider({ provider, clock, livemode, live, relayed, http });
}

/** Returns the side that the scenarios run on, and the live side if its availability is read, too. */
function sidesToCheck<Side extends object>(
  { live, test }: { readonly live?: Side | undefined; readonly test?: Side | 'simulate' | undefined },
  { name, livemode, both }: SupplierToCheck,
): { readonly side: Side; readonly live: Side | undefined } {
  const refuse = (reason: string) => new StartError(`${name} ${reason}`, { exitCode: 2 });
  if ((livemode || both) && !live) throw refuse('has no live side. Check its test side without --live and --both.');
  const side = livemode ? live : test;
  if (side === 'simulate') {
    throw refuse(
      'simulates the bookings of test keys, so its test side has nothing to check. Add --live, which books.',
    );
  }
  if (!side) {
    throw refuse(
      'has no test side, so test keys do not see it. Add its test settings, or check its live side with --live, which books.',
    );
  }
  return { side, live: both ? live : undefined };
}

function unknownName({ file, name }: Pick<SupplierToCheck, 'file' | 'name'>, known: readonly string[]): StartError {
  return new StartError(`${file} has no supplier named ${name}. It has ${known.join(', ')}.`, { exitCode: 2 });
}
