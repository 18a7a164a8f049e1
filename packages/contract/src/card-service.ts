/** The card service contract: what the service requests from a card service over HTTP. */
import type { cardServiceRoutes } from './generated/card-service-routes.ts';
import type { operations } from './generated/card-service.ts';
import type { RequestOf, ResultOf } from './operation-types.ts';

export type * from './generated/card-service.ts';
export { cardServiceRoutes } from './generated/card-service-routes.ts';

/** The operationId of every operation of the card service contract. */
export type CardServiceOperationId = keyof operations & keyof typeof cardServiceRoutes;

/** The body of a request. */
export type CardServiceRequest<K extends CardServiceOperationId> = RequestOf<operations[K]>['body'];

/** The body of a success. */
export type CardServiceResult<K extends CardServiceOperationId> = ResultOf<operations[K]>;
