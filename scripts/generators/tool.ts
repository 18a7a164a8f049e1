/** A generator of clients, and what is done with it. Each step throws with what the tool printed where it fails. */
export interface Tool {
  /** As the table names it. */
  readonly name: string;
  readonly version: string;
  /** The programs that have to be on the computer. A tool without its runtime is skipped by name. */
  readonly needs: readonly string[];
  /** Installs the tool, once for each version. */
  install(): Promise<void>;
  /** Generates code from the contract into a folder, with no option but where from and where to. */
  generate(work: Work): Promise<void>;
  /** Adds the program, and compiles it with what was generated. */
  compile(work: Work): Promise<void>;
  /** The command that runs the program. */
  command(work: Work): readonly [program: string, ...args: string[]];
}

export interface Work {
  /** The bundled contract. */
  readonly contract: string;
  /** The tool's own folder, empty before it generates. */
  readonly folder: string;
}
