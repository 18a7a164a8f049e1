/** The files of the service: the bundled public contract and the docs. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type DocsSite, openDocsSite } from '@booking-service/kernel/http';
import type { ContractDocument } from '@booking-service/kernel/http';

const load = createRequire(import.meta.url);

/** Loads the bundled public contract. */
export function loadContractDocument(): ContractDocument {
  return load('@booking-service/contract/openapi.json') as ContractDocument;
}

/** The place of the site in a checkout, written by `npm run docs`, and in the published package. */
const builtSite = fileURLToPath(new URL('../../docs/site', import.meta.url));

/** Returns the site of this package; undefined in a checkout without a built site. */
export async function findDocsSite(): Promise<DocsSite | undefined> {
  return openDocsSite(builtSite);
}
