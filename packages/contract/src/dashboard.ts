/** The private contract: what whoever runs the service asks it, on the operations port. */
import type { dashboardRoutes } from './generated/dashboard-routes.ts';
import type { operations } from './generated/dashboard.ts';

export type * from './generated/dashboard.ts';
export { dashboardRoutes } from './generated/dashboard-routes.ts';

/** The operationId of every operation of the private contract. */
export type DashboardOperationId = keyof operations & keyof typeof dashboardRoutes;

type Body<T> = T extends { content: infer Content } ? Content[keyof Content] : undefined;

/** What an operation is called with, after validation: its body, where it takes one. */
export interface DashboardCall<K extends DashboardOperationId> {
  readonly body: operations[K] extends { requestBody: infer Request } ? Body<Request> : undefined;
}

/** What an operation may answer: one of its documented statuses with that status's body. */
export type DashboardReply<K extends DashboardOperationId> = {
  [S in keyof operations[K]['responses']]: {
    readonly status: S;
    readonly body: Body<operations[K]['responses'][S]>;
  };
}[keyof operations[K]['responses']];

/** Operations of the private contract, as functions. */
export type DashboardOperations = {
  readonly [K in DashboardOperationId]: (call: DashboardCall<K>) => Promise<DashboardReply<K>>;
};
