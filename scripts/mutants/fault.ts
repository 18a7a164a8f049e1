/** A small fault of the service: it replaces the text `find` of a file with `plant`. */
export interface Fault {
  readonly name: string;
  /** The rules of openapi/rules.yaml that the fault breaks, and what the service then does wrong. */
  readonly breaks: string;
  /** The name of the file, with as many of its folders as make it unique. */
  readonly file: string;
  readonly find: string;
  readonly plant: string;
  /** The number of occurrences of `find` in the file. Each is replaced. Default: 1. */
  readonly times?: number;
  /** The test files of which one must fail, named like `file`. Default: none. */
  readonly tests?: readonly string[];
  /** True if the conformance check must find the fault, or the reason why it cannot. Default: it is not run. */
  readonly conformance?: true | string;
}
