/** The provider contract: what the service requests from a provider over HTTP. */
import type { providerRoutes } from './generated/provider-routes.ts';
import type { operations } from './generated/provider.ts';
import type { RequestOf, ResultOf } from './operation-types.ts';

export type * from './generated/provider.ts';
export { providerRoutes } from './generated/provider-routes.ts';

/** The operationId of every operation of the provider contract. */
export type ProviderOperationId = keyof operations & keyof typeof providerRoutes;

/** The body of a request. */
export type ProviderRequest<K extends ProviderOperationId> = RequestOf<operations[K]>['body'];

/** The body of a success; undefined if it has none. */
export type ProviderResult<K extends ProviderOperationId> = ResultOf<operations[K]>;
