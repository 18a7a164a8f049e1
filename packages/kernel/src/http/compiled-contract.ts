/**
 * The compiled form of a contract: what a server needs to read and to check the requests of each operation. compile-contract.ts makes it,
 * as values at start or as the text of a module before.
 */

/** A fault that a check found. */
export interface Fault {
  /** A JSON pointer into the checked data. */
  readonly instancePath: string;
  /** A JSON pointer to the keyword in the schema. */
  readonly schemaPath?: string | undefined;
  readonly keyword: string;
  readonly message?: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Returns whether the data keeps to a schema. If not, `errors` has the faults until the next call. */
export interface Check {
  (data: unknown): unknown;
  readonly errors?: readonly Fault[] | null | undefined;
}

/** The place and the form of a parameter. */
export interface CompiledParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly style?: string | undefined;
  readonly explode?: boolean | undefined;
  readonly isList?: boolean | undefined;
  /** True if each value is an integer. */
  readonly isInteger?: boolean | undefined;
}

/**
 * The check of a body. If the body is one of several schemas, the value of one field, usually `type`, selects the check.
 */
export type BodyCheck<C = Check> =
  | { readonly field?: undefined; readonly check: C }
  | { readonly field: string; readonly checks: Readonly<Record<string, C>> };

export interface CompiledOperation<C = Check> {
  readonly body: 'required' | 'optional' | 'none';
  readonly parameters: readonly CompiledParameter[];
  /** The check of `{ query, headers, params }`, which converts their values in place, from text to the types of the contract. */
  readonly checkParameters?: C | undefined;
  readonly checkBody?: BodyCheck<C> | undefined;
}

/** The operations of a contract by their operationIds. */
export type CompiledContract<C = Check> = Readonly<Record<string, CompiledOperation<C>>>;
