/**
 * The conformance check of a provider: scenarios against a real one, through the port that the service uses.
 *
 * The scenarios run one after the other. Later ones use what earlier ones found: a venue, its slots, a booking. Every booking that
 * a scenario makes is released at the end, also after a failure, so that a check leaves nothing reserved.
 * A provider with an address is also reached through a relay that loses, holds back and replaces its responses.
 */
import { Broken, Unchecked } from '@booking-service/conformance/verdict';
import type { Booking } from '@booking-service/contract';
import { randomId } from '@booking-service/kernel/contract';
import { contain } from '@booking-service/kernel/log';
import { openBooking } from '../../domain/booking.ts';
import { Refusal } from '../../domain/contract.ts';
import { providerWithDeadline } from '../../providers/ports.ts';
import { type CheckResult, runScenario } from './run-scenario.ts';
import { type ProviderCheck, type ProviderCheckOptions, requestFor } from './provider-check.ts';
import { scenariosOf } from './provider-scenarios.ts';
import { type Supplier, supplierName } from '../../providers/integrations.ts';
import { isSuppliersFile, loadIntegrations } from '../service/load-integrations.ts';
import { StartError } from '../start-error.ts';
import { readSuppliersFile, type SupplierEntry, type SupplierSide } from '../suppliers/suppliers-file.ts';
import { createProvider, openSuppliersFile, type SuppliersGiven, supplierTypes } from '../suppliers/load-suppliers.ts';
import { startRelay } from './request-scenarios.ts';

const maxAttempts = 20;
const maxPause_seconds = 60;
/** The organization that the calls of a check name. */
const checkingOrganization = 'org_provider_check';

/** Runs every scenario. Never rejects because of the provider. */
export async function checkProvider(options: ProviderCheckOptions): Promise<CheckResult[]> {
  const made: Booking[] = [];
  const check = createCheck(options, made);
  const results: CheckResult[] = [];
  for (const [scenario, run] of Object.entries(scenariosOf(options.provider)))
    results.push(await runScenario(scenario, () => run(check)));
  results.push(await runScenario('clean up', () => releaseAll(check, made)));
  return results;
}

/** `made` receives every booking that a scenario may make. */
function createCheck(
  { provider, clock, livemode = false, live, ...given }: ProviderCheckOptions,
  made: Booking[],
): ProviderCheck {
  const guarded = providerWithDeadline(provider, clock);
  const relayed = given.relayed && { ...given.relayed, provider: providerWithDeadline(given.relayed.provider, clock) };
  const { pause = (seconds) => new Promise<void>((done) => void clock.after(seconds * 1000, done)) } = given;
  const slots: ProviderCheck['slots'] = [];

  const context = { organization_id: checkingOrganization, livemode };
  const liveSide = live && { provider: providerWithDeadline(live, clock), context: { ...context, livemode: true } };

  const book: ProviderCheck['book'] = (booking, { attempt = 1, through = guarded } = {}) =>
    through.book({ booking, reference: `${booking.id}/1`, step: 1, attempt, answer: undefined }, context);

  const confirm: ProviderCheck['confirm'] = async (booking, through = guarded) => {
    let paused = 0;
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const outcome = await book(booking, { attempt, through });
      switch (outcome.outcome) {
        case 'confirmed':
          return outcome;
        case 'failed':
          throw new Broken(`the booking failed with ${outcome.error_code}`);
        case 'requires_action':
          throw new Unchecked(`it needs an input: ${outcome.next_action.type}`);
        case 'pending': {
          const seconds = Math.max(1, outcome.retry_after_seconds);
          paused += seconds;
          if (paused > maxPause_seconds) throw new Broken(`it is pending for longer than ${maxPause_seconds} s`);
          await pause(seconds);
        }
      }
    }
    throw new Broken(`it is still pending after ${maxAttempts} requests`);
  };

  return {
    ...given,
    context,
    live: liveSide,
    provider: guarded,
    relayed,
    clock,
    slots,
    book,
    confirm,
    newBooking() {
      const slot = slots.shift();
      if (!slot) throw new Unchecked('no slot is left to book');
      const opening = { id: randomId('bkg'), provider: provider.name, livemode, request: requestFor(slot) };
      const { booking } = openBooking(opening, clock.now());
      made.push(booking);
      return booking;
    },
    async refusalOf(call) {
      try {
        await call;
        return undefined;
      } catch (error) {
        if (error instanceof Refusal) return error;
        throw error;
      }
    },
  };
}

async function releaseAll(
  { provider, context }: Pick<ProviderCheck, 'provider' | 'context'>,
  bookings: readonly Booking[],
): Promise<string> {
  for (const booking of bookings) await provider.release({ ...booking, status: 'cancelled' }, context);
  return `${bookings.length} bookings released`;
}

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
