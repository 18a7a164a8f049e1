/** The admin contract: the operations for the people who run the service, on the admin port. */
import type { adminErrors, adminRoles } from './generated/admin-behavior.ts';
import type { adminRoutes } from './generated/admin-routes.ts';
import type { operations } from './generated/admin.ts';
import type { ContentOf, RequestOf } from './operation-types.ts';

export type * from './generated/admin.ts';
export { adminErrors, adminLimits, adminRoles } from './generated/admin-behavior.ts';
export { adminCommandGroups, adminCommands } from './generated/admin-commands.ts';
export { adminFilters } from './generated/admin-filters.ts';
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
  readonly [K in keyof typeof adminRoutes]: (
    request: AdminRequest<K>,
    ...context: Context
  ) => Promise<AdminResponse<K>>;
};

/** A command of the command line that calls an operation of the admin contract: an x-command block with its flags. */
export interface AdminCommand<Setting extends string = string> {
  readonly operation: AdminOperationId;
  /** The operation that it calls instead if --org is given. */
  readonly with_organization?: AdminOperationId;
  readonly summary: string;
  readonly details?: string;
  readonly example: string;
  /** The parameter of the path that comes without a flag, and its name in the help. */
  readonly argument?: { readonly name: string; readonly value: string };
  readonly flags: readonly AdminCommandFlag[];
  /** Fields of the body that the command itself sets. */
  readonly body?: Readonly<Record<string, string>>;
  /** True if the body must have at least one field. */
  readonly needs_field?: true;
  readonly settings?: readonly Setting[];
  readonly pages?: 'all';
  readonly rows?: string;
  readonly columns?: Readonly<Record<string, string>>;
  readonly empty?: string;
  readonly note?: string;
  readonly facts?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly printer?: true;
}

/** A flag for a parameter, or for a field of the body. */
export interface AdminCommandFlag {
  readonly in: 'path' | 'query' | 'body';
  readonly name: string;
  /** For example `--status-class <CLASS>`. */
  readonly flag: string;
  readonly meaning: string;
  /** A `switch` takes no value: it is true if it is given. */
  readonly kind: 'text' | 'word' | 'list' | 'integer' | 'time' | 'switch';
  readonly required?: true;
  readonly default?: string;
  /** The words that it takes. */
  readonly values?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** True if the word none is null. */
  readonly nullable?: true;
}
