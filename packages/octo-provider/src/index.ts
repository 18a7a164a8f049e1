/** A provider of the booking service that books at a supplier that speaks OCTO. */
export { createOctoProvider, type OctoProviderOptions } from './create-octo-provider.ts';
export { OctoError, octoErrorTable, type OctoErrorCode, type OctoErrorRow } from './http/octo-error.ts';
export { certificationSteps, type CertificationStep } from './certify-reseller.ts';
