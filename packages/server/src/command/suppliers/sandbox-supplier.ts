import { sandbox } from '@booking-service/contract';
import { createSandboxProvider } from '../../providers/sandbox/sandbox-provider.ts';
import type { SupplierType } from './supplier-type.ts';

/** `type: sandbox`: the simulated provider of the sandbox, to try a configuration. It books nothing. */
export const sandboxSupplier: SupplierType = {
  schema: { required: [], properties: {} },
  create(_fields, { name, clock }) {
    if (name !== sandbox.provider) throw new Error(`a supplier of the type sandbox must be named ${sandbox.provider}`);
    return createSandboxProvider({ clock });
  },
};
