export { createOctoSupplier, type OctoSupplierOptions } from './create-octo-supplier.ts';
