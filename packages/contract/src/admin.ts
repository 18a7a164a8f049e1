/** The admin contract: what whoever runs the service asks it, on the admin port. */
import type { adminRoutes } from './generated/admin-routes.ts';
import type { operations } from './generated/admin.ts';

export type * from './generated/admin.ts';
export { adminRoutes } from './generated/admin-routes.ts';

/** The operationId of every operation of the admin contract. */
export type AdminOperationId = keyof operations & keyof typeof adminRoutes;

type Body<T> = T extends { content: infer Content } ? Content[keyof Content] : undefined;

/** What an operation is called with, after validation: its body, where it takes one. */
export interface AdminCall<K extends AdminOperationId> {
  readonly body: operations[K] extends { requestBody: infer Request } ? Body<Request> : undefined;
}

/** What an operation may answer: one of its documented statuses with that status's body. */
export type AdminReply<K extends AdminOperationId> = {
  [S in keyof operations[K]['responses']]: {
    readonly status: S;
    readonly body: Body<operations[K]['responses'][S]>;
  };
}[keyof operations[K]['responses']];

/** Operations of the admin contract, as functions. */
export type AdminOperations = {
  readonly [K in AdminOperationId]: (call: AdminCall<K>) => Promise<AdminReply<K>>;
};
