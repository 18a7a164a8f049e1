/** What a test breaks in a copy of the contract, and what must be said of it. */
export interface Fault {
  /** What is wrong; the end of the test's name. */
  readonly fault: string;
  /** A file of the contract, and what to set at JSON pointers in it; undefined takes out what stands there. */
  readonly file: string;
  readonly set: Readonly<Record<string, unknown>>;
  /** Files that the fault adds to the folder of that file, by their path. */
  readonly adds?: Readonly<Record<string, unknown>>;
  /** The place that must be reported: a file and a JSON pointer. */
  readonly at: string;
  /** A part of the message there. */
  readonly says: string;
  /** Other rules, ours and Redocly's, that cannot but report the same fault. */
  readonly also?: readonly string[];
}
