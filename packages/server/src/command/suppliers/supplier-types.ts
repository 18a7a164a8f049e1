import { resolve } from 'node:path';
import { limits, sandbox } from '@booking-service/contract';
import type { Clock } from '@booking-service/kernel/time';
import type { Provider } from '../../providers/provider.ts';
import {
  loadPackage,
  secretSchema,
  sweepSchema,
  sweepSecondsOf,
  timeoutSchema,
  toHttpFields,
  urlSchema,
} from './integration-type.ts';
import {
  type CertificationStep,
  type SupplierGiven,
  type SupplierType,
  venuePrefixOf,
  venuePrefixSchema,
} from './suppliers-file.ts';
import { createSandboxProvider } from '../../providers/sandbox/sandbox-provider.ts';
import { findProviderFault, importDefault } from '../service/import-module.ts';
import { createHttpProvider } from '../../providers/http/http-provider.ts';

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
const text = (maxLength: number) => ({
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
      unit: text(200),
      city: text(100),
      country,
      contact: {
        type: 'object',
        additionalProperties: false,
        description: 'an object with country, postal_code, notes and locales',
        properties: {
          country,
          postal_code: text(20),
          notes: text(500),
          locales: {
            type: 'array',
            minItems: 1,
            maxItems: 10,
            items: text(35),
            description: 'a list of 1 to 10 language tags',
          },
        },
      },
      headers: {
        type: 'object',
        maxProperties: 20,
        propertyNames: { pattern: '^[A-Za-z0-9-]{1,100}$' },
        additionalProperties: { anyOf: [text(1000), secretSchema] },
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
