import { createRequire } from 'node:module';
import { closeResponses } from '@booking-service/contract/close-responses';

const require = createRequire(import.meta.url);
// A bundled document is an object.
const read = (name: string) => require(`@booking-service/contract/${name}.json`) as object;

export const contract: object = read('openapi');

/** The contract for responses of the service itself: an undocumented field is a violation. */
export const closedContract: object = closeResponses(contract);

/** The same of the admin contract. */
export const closedAdminContract: object = closeResponses(read('admin'));

/** The same of the provider contract: what the service sends to a provider, and what it may send back. */
export const closedProviderContract: object = closeResponses(read('provider'));

/** The same of the card service contract. */
export const closedCardServiceContract: object = closeResponses(read('card-service'));
