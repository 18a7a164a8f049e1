import { resolve } from 'node:path';
import { sandbox } from '@booking-service/contract';
import { octoSupplier } from './octo-supplier.ts';
import { secretSchema, sweepSchema, sweepSecondsOf, timeoutSchema, toHttpFields, urlSchema } from './field-schemas.ts';
import { type SupplierType, venuePrefixOf, venuePrefixSchema } from './suppliers-file.ts';
import { createSandboxProvider } from '../../providers/sandbox/sandbox-provider.ts';
import type { Provider } from '../../providers/provider.ts';
import { findProviderFault, importDefault } from '../service/import-module.ts';
import { createHttpProvider } from '../../providers/http/http-provider.ts';

/** `type: sandbox`: the simulated provider of the sandbox, to try a configuration. It books nothing. */
export const sandboxSupplier: SupplierType = {
  schema: { required: [], properties: {} },
  create(_fields, { name, clock }) {
    if (name !== sandbox.provider) throw new Error(`a supplier of the type sandbox must be named ${sandbox.provider}`);
    return createSandboxProvider({ clock });
  },
};

/** `type: module`: a JavaScript or TypeScript module whose default export is the provider, or a function that creates it. */
export const moduleSupplier: SupplierType = {
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
export const httpSupplier: SupplierType = {
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
