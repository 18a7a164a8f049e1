/**
 * The migration before and after, and whether the tables are distributed over the nodes of a cluster. In a file of its own, because users
 * import it: the other file needs the types of pg, which they need not have.
 */
export interface Migrated {
  readonly from: number;
  readonly to: number;
  readonly distributed: { readonly before: boolean; readonly after: boolean };
}
