import { dirname, resolve } from 'node:path';
import { limits, sandbox } from '@booking-service/contract';
import type { Clock } from '@booking-service/kernel/time';
import type { Logger } from 'pino';
import type { Provider } from '../../providers/provider.ts';
import {
  createTyped,
  loadPackage,
  refuseEqualSides,
  secretSchema,
  sweepSchema,
  sweepSecondsOf,
  timeoutSchema,
  toHttpFields,
  urlSchema,
} from './integration-type.ts';
import {
  type CertificationStep,
  readSuppliersFile,
  type SupplierEntry,
  type SupplierGiven,
  type SupplierSide,
  type SupplierType,
  venuePrefixOf,
  venuePrefixSchema,
} from './suppliers-file.ts';
import { createSandboxProvider } from '../../providers/sandbox/sandbox-provider.ts';
import { findProviderFault, importDefault } from '../service/import-module.ts';
import { createHttpProvider } from '../../providers/http/http-provider.ts';
import type { Integrations, Supplier } from '../../index.ts';
import type { Environment } from '../settings/read-settings.ts';
import { type CheckedYaml, openCheckedYaml } from './checked-yaml.ts';
import { createCardServices, createCodes } from './service-types.ts';

const packageName = '@booking-service/octo-provider';

/** The part of the package that is used here. */
interface OctoPackage {
  readonly createOctoProvider: (options: OctoOptions) => Provider;
  readonly certificationSteps: (options: OctoOptions) => readonly CertificationStep[];
}

type OctoOptions = Readonly<Record<string, unknown>> & { readonly clock: Pick<Clock, 'now'> };

/** The fields that the schema admits. */
interface OctoFields {
  readonly url: string;
  readonly token: string;
  readonly venue_prefix?: string;
  readonly unit?: string;
  readonly city?: string;
  readonly country?: string;
  readonly contact?: { country?: string; postal_code?: string; notes?: string; locales?: readonly string[] };
  readonly headers?: Readonly<Record<string, string>>;
  readonly products_max_age_seconds?: number;
  readonly timeout_seconds?: number;
  readonly allow_http?: boolean;
}

const country = { type: 'string', pattern: '^[A-Z]{2}$', description: 'a country code of two capital letters' };
const textSchema = (maxLength: number) => ({
  type: 'string',
  minLength: 1,
  maxLength,
  description: `a text of 1 to ${maxLength} characters`,
});

/** `type: octo`: a supplier that speaks OCTO. The README of the package describes the fields. */
const octoSupplier: SupplierType = {
  schema: {
    required: ['url', 'token'],
    properties: {
      url: urlSchema,
      token: secretSchema,
      venue_prefix: venuePrefixSchema,
      unit: textSchema(200),
      city: textSchema(100),
      country,
      contact: {
        type: 'object',
        additionalProperties: false,
        description: 'an object with country, postal_code, notes and locales',
        properties: {
          country,
          postal_code: textSchema(20),
          notes: textSchema(500),
          locales: {
            type: 'array',
            minItems: 1,
            maxItems: 10,
            items: textSchema(35),
            description: 'a list of 1 to 10 language tags',
          },
        },
      },
      headers: {
        type: 'object',
        maxProperties: 20,
        propertyNames: { pattern: '^[A-Za-z0-9-]{1,100}$' },
        additionalProperties: { anyOf: [textSchema(1000), secretSchema] },
        description: 'an object of at most 20 headers',
      },
      products_max_age_seconds: {
        type: 'integer',
        minimum: 1,
        maximum: 86_400,
        description: 'a whole number from 1 to 86400',
      },
      timeout_seconds: timeoutSchema(limits.provider_timeout_seconds - 1),
      read_bookings_every_minutes: sweepSchema,
      allow_http: { type: 'boolean', description: 'true or false' },
    },
  },
  separatedBy: ['url', 'token', 'headers'],
  async create(fields, given) {
    const { createOctoProvider } = await loadPackage<OctoPackage>(packageName);
    return createOctoProvider(optionsOf(fields, given));
  },
  async certify(fields, given) {
    const { certificationSteps } = await loadPackage<OctoPackage>(packageName);
    return certificationSteps(optionsOf(fields, given));
  },
};

function optionsOf(
  fields: Readonly<Record<string, unknown>>,
  { name, clock }: Pick<SupplierGiven, 'name' | 'clock'>,
): OctoOptions {
  // The schema has checked the fields.
  const { url, contact, products_max_age_seconds, timeout_seconds, allow_http, ...rest } =
    fields as unknown as OctoFields;
  return {
    name,
    baseUrl: url,
    token: rest.token,
    venuePrefix: venuePrefixOf(name, fields),
    unit: rest.unit,
    city: rest.city,
    country: rest.country,
    contact: contact && { ...contact, postalCode: contact.postal_code },
    headers: rest.headers,
    productsMaxAgeSeconds: products_max_age_seconds,
    timeoutSeconds: timeout_seconds,
    readAfterSeconds: sweepSecondsOf(fields),
    allowHttp: allow_http,
    clock,
  };
}

/** `type: sandbox`: the simulated provider of the sandbox, to try a configuration. It books nothing. */
const sandboxSupplier: SupplierType = {
  schema: { required: [], properties: {} },
  create(_fields, { name, clock }) {
    if (name !== sandbox.provider) throw new Error(`a supplier of the type sandbox must be named ${sandbox.provider}`);
    return createSandboxProvider({ clock });
  },
};

/** `type: module`: a JavaScript or TypeScript module whose default export is the provider, or a function that creates it. */
const moduleSupplier: SupplierType = {
  schema: {
    required: ['module'],
    properties: {
      module: { type: 'string', minLength: 1, maxLength: 4096, description: 'the path of a module' },
      options: { type: 'object', description: 'an object, which the function of the module receives' },
    },
  },
  async create({ module, options = {} }, { name, livemode, folder, clock, log }) {
    const exported = await importDefault(resolve(folder, String(module)));
    const provider: unknown =
      typeof exported === 'function'
        ? await (exported as (given: object) => unknown)({ name, livemode, options, clock, log })
        : exported;
    const fault = findProviderFault(`the default export of ${String(module)}`, provider);
    if (fault !== undefined) throw new Error(fault);
    // Checked above.
    const made = provider as Provider;
    if (made.name !== name) throw new Error(`the provider of ${String(module)} is named ${made.name}, not ${name}`);
    return made;
  },
};

/** `type: http`: a provider behind HTTP (openapi/provider.yaml). */
const httpSupplier: SupplierType = {
  schema: {
    required: ['url', 'secret'],
    properties: {
      url: urlSchema,
      secret: secretSchema,
      venue_prefix: venuePrefixSchema,
      timeout_seconds: timeoutSchema(),
      takes_parties: { type: 'boolean', description: 'true or false' },
      sends_events: { type: 'boolean', description: 'true or false' },
      read_bookings_every_minutes: sweepSchema,
    },
  },
  separatedBy: ['url'],
  create(fields, { name, clock }) {
    const venue_prefix = venuePrefixOf(name, fields);
    const given = {
      takes_parties: fields['takes_parties'] === true,
      sends_events: fields['sends_events'] === true,
      read_after_seconds: sweepSecondsOf(fields),
    };
    return createHttpProvider({ name, ...toHttpFields(fields), venue_prefix, ...given, clock });
  },
};

/** Every `type` that providers.yaml may name. */
export const supplierTypes: Readonly<Record<string, SupplierType>> = {
  http: httpSupplier,
  module: moduleSupplier,
  octo: octoSupplier,
  sandbox: sandboxSupplier,
};

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
