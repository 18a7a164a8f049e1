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

/** Returns the expression of a column. */
export type ColumnOf = (column: string) => string;

/** Returns the column as an expression that no index has, so that the planner of PostgreSQL uses the index of the other conditions. */
export const notFromIndex: ColumnOf = (column) => `${column} || ''`;

/** Follows every id with this prefix: where a list begins that is sorted by id, newest first. */
export function afterEvery(prefix: string): string {
  // An id continues with a hexadecimal digit, or in a sandbox with a name.
  return `${prefix}_z`;
}

/** The name of a row. Every statement names its organization, and never reads by the id alone (decision 012). */
export interface Owned {
  readonly organization_id: string;
  readonly id: string;
}

/** Methods of the port, divided by what they do to the database. The embedded engine makes the calls of `writes` on its write thread. */
export interface Part<Reads, Writes> {
  readonly reads: Reads;
  readonly writes: Writes;
}

/** The methods on one side of all these parts. */
type Joined<Parts extends Part<object, object>, Side extends 'reads' | 'writes'> = (
  Parts extends unknown ? (methods: Parts[Side]) => void : never
) extends (methods: infer All) => void
  ? All
  : never;

/** Joins parts into one. No two parts have a method of the same name. */
export function joinParts<const Parts extends readonly Part<object, object>[]>(
  ...parts: Parts
): Part<Joined<Parts[number], 'reads'>, Joined<Parts[number], 'writes'>> {
  const reads: object = Object.assign({}, ...parts.map((part) => part.reads));
  const writes: object = Object.assign({}, ...parts.map((part) => part.writes));
  // Both have the methods of every part.
  return { reads, writes } as Part<Joined<Parts[number], 'reads'>, Joined<Parts[number], 'writes'>>;
}
