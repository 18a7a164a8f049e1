/** One line of the table. */
export interface AttackLine {
  readonly attack: string;
  /** The number of attempts. */
  readonly tried: number;
  /** The number of attempts that succeeded. Above 0, the service has a hole. */
  readonly through: number;
  /** Other measurements. */
  readonly note?: string;
}

/** The exports of every file beside main.ts. */
export interface Attack {
  /** What the attack does and what it counts, in a sentence or two. */
  readonly about: string;
  /** Starts a service, attacks it, and stops it. `args` are the command line arguments after the name. */
  run(args: readonly string[]): Promise<readonly AttackLine[]>;
}
