/** A fault that a test plants in a copy of the contract, and the expected problem. */
export interface Fault {
  /** The fault in words, for the title of the test. */
  readonly fault: string;
  /** The root file of the contract. Default: openapi.yaml. */
  readonly root?: 'admin.yaml' | 'provider.yaml';
  /** A file of the contract, and new values by JSON pointers in it; undefined removes a value. */
  readonly file: string;
  readonly set: Readonly<Record<string, unknown>>;
  /** The expected location of the problem: a JSON pointer in `file`, after the name of another file there. Default: the first place of `set`. */
  readonly at?: string;
  /** A part of the expected message. */
  readonly message: string;
  /** Other rules, ours or Redocly's, that also report this fault. */
  readonly also?: readonly string[];
}
