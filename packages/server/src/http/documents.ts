/** The files of the service: the bundled contracts with the validators of the public one, and the docs. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { operationTable } from '@booking-service/contract';
import { openDocsSite, type DocsSite } from '@booking-service/kernel/http/docs/docs-site';
import type { ContractDocument } from '@booking-service/kernel/http/validation/contract-document';
import { createValidators, type Validators } from '@booking-service/kernel/http/validation/validate';

const load = createRequire(import.meta.url);

/** Loads the bundled public contract. */
export function loadContractDocument(): ContractDocument {
  return load('@booking-service/contract/openapi.json') as ContractDocument;
}

/** Loads the bundled admin contract. */
export function loadAdminDocument(): ContractDocument {
  return load('@booking-service/contract/admin.json') as ContractDocument;
}

/** The validators of the public contract. All services of a process share them. */
export const contractValidators: Validators<string> = createValidators<string>(loadContractDocument, operationTable);

/** The place of the site in a checkout, written by `npm run docs`, and in the published package. */
const builtSite = fileURLToPath(new URL('../../docs/site', import.meta.url));

/** Returns the site of this package; undefined in a checkout without a built site. */
export async function findDocsSite(): Promise<DocsSite | undefined> {
  return openDocsSite(builtSite);
}
