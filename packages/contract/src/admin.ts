/** The admin contract: the operations for the people who run the service, on the admin port. */
import type { adminErrors, adminRoles } from './generated/admin-behavior.ts';
import type { adminRoutes } from './generated/admin-routes.ts';
import type { operations } from './generated/admin.ts';
import type { ContentOf, RequestOf } from './operation-types.ts';

export type * from './generated/admin.ts';
export { adminErrors, adminRoles } from './generated/admin-behavior.ts';
export { adminRoutes } from './generated/admin-routes.ts';

/** The operationId of every operation of the admin contract. */
export type AdminOperationId = keyof operations & keyof typeof adminRoutes;

/** One row of the table of admin operations. */
export type AdminRoute = (typeof adminRoutes)[AdminOperationId];

/** A role of callers. */
export type AdminRole = keyof typeof adminRoles;

/** A code of the admin contract's error catalogue. */
export type AdminErrorCode = keyof typeof adminErrors;

/** The validated request of an operation. */
export type AdminRequest<K extends AdminOperationId> = RequestOf<operations[K]>;

/** The possible responses of an operation: one of its documented statuses with that status's body. */
export type AdminResponse<K extends AdminOperationId> = {
  [S in keyof operations[K]['responses']]: {
    readonly status: S;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body: ContentOf<operations[K]['responses'][S]>;
  };
}[keyof operations[K]['responses']];

/**
 * Operations of the admin contract, as functions. `Context` is what the implementation receives in addition to the request: the
 * caller.
 */
export type AdminOperations<Context extends unknown[] = []> = {
  readonly [K in AdminOperationId]: (request: AdminRequest<K>, ...context: Context) => Promise<AdminResponse<K>>;
};
