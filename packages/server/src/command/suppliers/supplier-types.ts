import { httpSupplier } from './http-supplier.ts';
import { moduleSupplier } from './module-supplier.ts';
import { octoSupplier } from './octo-supplier.ts';
import { sandboxSupplier } from './sandbox-supplier.ts';
import type { SupplierType } from './supplier-type.ts';

/** Every `type` that providers.yaml may name. */
export const supplierTypes: Readonly<Record<string, SupplierType>> = {
  http: httpSupplier,
  module: moduleSupplier,
  octo: octoSupplier,
  sandbox: sandboxSupplier,
};
