/** One line of the table: what was tried how often, and how often it got through. */
export interface AttackLine {
  readonly attack: string;
  readonly tried: number;
  /** Everything above 0 is a hole. */
  readonly through: number;
  /** What was measured beside it. */
  readonly note?: string;
}

/** What every file beside main.ts exports. */
export interface Attack {
  /** What it does and what counts as got through, in one sentence. */
  readonly about: string;
  /** Starts what it attacks, attacks it, and ends it. `args` is what stands behind the name on the command line. */
  run(args: readonly string[]): Promise<readonly AttackLine[]>;
}
