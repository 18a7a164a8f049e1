import type { Logger } from 'pino';
import type { Clock } from '@booking-service/kernel/time';
import { contain } from '@booking-service/kernel/log';
import type { CallCheck, CardVault, CodeSender, PaymentService } from '../../providers/integrations.ts';
import type { Integrations } from '../../index.ts';
import { StartError } from '../start-error.ts';
import { findMissingMethod, findProviderFault, importDefault, isObject, type Methods } from './import-module.ts';
import type { Environment } from '../settings/read-settings.ts';

const paymentMethods: Methods<Omit<PaymentService, 'readEvent'>> = {
  open: true,
  read: true,
  capture: true,
  void: true,
  refund: true,
};
const cardMethods: Methods<CardVault> = { findCard: true, readCard: true };
const codeMethods: Methods<CodeSender> = { send: true };
const checkMethods: Methods<CallCheck> = { check: true };

/** The ports that integrations may contain. Each function returns a fault in words, or undefined. */
const ports: { readonly [K in keyof Required<Integrations>]: (value: unknown) => string | undefined } = {
  suppliers(value) {
    if (!Array.isArray(value) || value.length === 0) return 'suppliers is not a list of one or more suppliers';
    return findFirst(value.map((each: unknown, index) => findSupplierFault(`suppliers[${index}]`, each)));
  },
  payments: (value) => findSidesFault('payments', value, lacking(paymentMethods)),
  cards: (value) => findSidesFault('cards', value, lacking(cardMethods)),
  codes: (value) => findSidesFault('codes', value, lacking(codeMethods)),
  billing: (value) => findSidesFault('billing', value, lacking(checkMethods)),
  entitlements: (value) => findSidesFault('entitlements', value, lacking(checkMethods)),
};

type FindFault = (what: string, port: unknown) => string | undefined;

function findSupplierFault(what: string, value: unknown): string | undefined {
  const simulates = isObject(value) && value['test'] === 'simulate';
  if (!simulates) return findSidesFault(what, value ?? {}, findProviderFault);
  if (value['live'] === undefined) return `${what} has the test side simulate, but no live side`;
  return findSidesFault(what, { ...value, test: undefined }, findProviderFault);
}

/** A port may be left out. A given one has at least one side, and each of its sides is a port. */
function findSidesFault(what: string, value: unknown, findPortFault: FindFault): string | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) return `${what} is not an object with the sides live and test`;
  const unknown = Object.keys(value).find((name) => name !== 'live' && name !== 'test');
  if (unknown !== undefined) return `${what} has ${unknown}, which is neither of its sides live and test`;
  const sides = Object.entries(value).filter(([, port]) => port !== undefined);
  if (sides.length === 0) return `${what} has neither a live nor a test side`;
  return findFirst(sides.map(([side, port]) => findPortFault(`${what}.${side}`, port)));
}

function lacking(methods: Readonly<Record<string, true>>): FindFault {
  return (what, port) => findMissingMethod(what, port, methods);
}

function findFirst(faults: readonly (string | undefined)[]): string | undefined {
  return faults.find((fault) => fault !== undefined);
}

/** Loads the module of --providers. Throws a StartError that explains a fault in it. */
export async function loadIntegrations(file: string, given: { clock: Clock; log: Logger }): Promise<Integrations> {
  const made = await loadDefaultExport(file, given);
  const fault = findFault(made);
  // findFault has checked every port of Integrations.
  if (fault === undefined) return made as Integrations;
  const form =
    'Its default export must be { suppliers, payments?, cards?, codes?, billing?, entitlements? }, each with the sides live and test, or a function of ({ clock, log }) that returns it.';
  throw new StartError(`${file} has no valid integrations: ${fault}. ${form}`);
}

async function loadDefaultExport(file: string, given: { clock: Clock; log: Logger }): Promise<unknown> {
  try {
    const integrations = await importDefault(file);
    return typeof integrations === 'function'
      ? await (integrations as (with_: typeof given) => unknown)(given)
      : integrations;
  } catch (cause) {
    const [reason = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
    throw new StartError(`Cannot load ${file}: ${reason}. Fix it, or name another module with --providers.`, {
      cause,
    });
  }
}

function findFault(made: unknown): string | undefined {
  if (made === undefined) return 'it has no default export, or its function returns nothing';
  if (!isObject(made)) return `its integrations are ${JSON.stringify(made) ?? typeof made}, not an object`;
  const unknown = Object.keys(made).find((name) => !Object.hasOwn(ports, name));
  if (unknown !== undefined) return `${unknown} is not one of ${Object.keys(ports).join(', ')}`;
  return findFirst(Object.entries(ports).map(([name, check]) => check(made[name])));
}

/** Returns whether --providers names a list of suppliers, and not a module. */
export function isSuppliersFile(file: string): boolean {
  return /\.ya?ml$/i.test(file);
}

/** Creates the integrations of --providers: of a list of suppliers, or of a module. Throws a StartError with the fault. */
export async function loadProviders(
  file: string,
  given: { readonly clock: Clock; readonly log: Logger; readonly environment: Environment },
): Promise<Integrations> {
  const { clock, log } = given;
  // A module of providers does not load what reads a list of suppliers.
  if (!isSuppliersFile(file)) {
    return contain({ work: 'integration', integration: 'module' }, () => loadIntegrations(file, { clock, log }));
  }
  const { loadSuppliers } = await import('../suppliers/load-suppliers.ts');
  return loadSuppliers(file, given);
}
