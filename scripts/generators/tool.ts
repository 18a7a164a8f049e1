/** A tool that generates clients, and its steps. A step that fails throws with the output of the tool. */
export interface Tool {
  /** The name in the table. */
  readonly name: string;
  readonly version: string;
  /** The programs that the tool needs. If one is missing, the tool is skipped and named. */
  readonly needs: readonly string[];
  /** Installs the tool, once for each version. */
  install(): unknown;
  /** Generates code from the contract into a folder, with as few options as possible. */
  generate(work: Work): Promise<void>;
  /** Adds the program and compiles it with the generated code. */
  compile(work: Work): Promise<void>;
  /** The command that runs the program. */
  command(work: Work): readonly [program: string, ...args: string[]];
}

export interface Work {
  /** The bundled contract. */
  readonly contract: string;
  /** The folder of this tool, empty before `generate`. */
  readonly folder: string;
}
