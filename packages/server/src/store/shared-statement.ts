/**
 * Statements whose text is the same on both engines. Their parameters are $1, $2, … An engine passes its own `prepare` to the functions
 * that use them, so that each statement is written once.
 */

/** A named statement. */
export interface SharedStatement {
  readonly name: string;
  readonly text: string;
}

/** A prepared statement. Returns its rows. */
export type RunStatement<Row> = (...values: readonly (string | number | null)[]) => Promise<Row[]>;

/** Prepares a statement on an engine. Each statement is defined next to its Row type. */
export type PrepareShared = <Row>(statement: SharedStatement) => RunStatement<Row>;

/** Follows every id with this prefix: where a list begins that is sorted by id, newest first. */
export function afterEvery(prefix: string): string {
  // An id continues with a hexadecimal digit, or in a sandbox with a name.
  return `${prefix}_z`;
}
