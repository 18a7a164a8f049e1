import type { Logger } from 'pino';
import type { CallCheck } from '../../providers/billing.ts';
import type { Clock } from '../../time/clock.ts';
import type { Integrations } from '../../index.ts';
import type { CardService, CardSessions } from '../../providers/card-service.ts';
import { StartError } from '../start-error.ts';
import { importDefault } from './import-default.ts';
import { findMissingMethod, findProviderFault, isObject, type Methods } from './find-provider-fault.ts';

const cardServiceMethods: Methods<CardService> = { openPayment: true, settlePayment: true };
const sessionMethods: Methods<CardSessions> = { start: true, checkCode: true, readCard: true };
const checkMethods: Methods<CallCheck> = { check: true };

/** The ports that integrations may contain. Each function returns a fault in words, or undefined. */
const ports: { readonly [K in keyof Required<Integrations>]: (value: unknown) => string | undefined } = {
  providers(value) {
    if (!Array.isArray(value) || value.length === 0) return 'providers is not a list of one or more providers';
    return value
      .map((each: unknown, index) => findProviderFault(`providers[${index}]`, each))
      .find((fault) => fault !== undefined);
  },
  cardService(value) {
    if (value === undefined) return undefined;
    const fault = findMissingMethod('cardService', value, cardServiceMethods);
    const sessions = isObject(value) ? value['sessions'] : undefined;
    if (fault !== undefined || sessions === undefined) return fault;
    return findMissingMethod('cardService.sessions', sessions, sessionMethods);
  },
  billing: (value) => (value === undefined ? undefined : findMissingMethod('billing', value, checkMethods)),
  entitlements: (value) => (value === undefined ? undefined : findMissingMethod('entitlements', value, checkMethods)),
};

/** Loads the module of --providers. Throws a StartError that explains a fault in it. */
export async function loadIntegrations(file: string, given: { clock: Clock; log: Logger }): Promise<Integrations> {
  const made = await loadDefaultExport(file, given);
  const fault = findFault(made);
  // findFault has checked every port of Integrations.
  if (fault === undefined) return made as Integrations;
  const form =
    'Its default export must be { providers, cardService?, billing?, entitlements? }, or a function of ({ clock, log }) that returns it.';
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
  return Object.entries(ports)
    .map(([name, check]) => check(made[name]))
    .find((fault) => fault !== undefined);
}
