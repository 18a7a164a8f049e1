import { resolve } from 'node:path';
import type { Provider } from '../../providers/provider.ts';
import { findProviderFault } from '../service/find-provider-fault.ts';
import { importDefault } from '../service/import-default.ts';
import type { SupplierType } from './supplier-type.ts';

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
