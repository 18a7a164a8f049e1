import { parseArgs } from 'node:util';
import { loadConfig, type ToolkitConfig } from '../config.ts';

/** A wrong use of the command line. The program prints the message and exits with 2. */
export class UsageError extends Error {}

/** One command of `contract`. */
export interface Command {
  /** One line of the overview. */
  readonly summary: string;
  /** The text of --help. */
  readonly usage: string;
  /** Runs the command and returns the exit code. */
  readonly run: (args: readonly string[]) => Promise<number>;
}

type Flags = Readonly<Record<string, { readonly type: 'string' | 'boolean'; readonly short?: string }>>;

/** The values of flags. A flag that is not given has none. */
type Values<F extends Flags> = {
  readonly [K in keyof F]?: (F[K]['type'] extends 'boolean' ? boolean : string) | undefined;
};

/**
 * Parses the arguments of a command.
 *
 * @throws UsageError if there is an unknown flag, or another number of words than `words`.
 */
export function readArgs<const F extends Flags>(
  args: readonly string[],
  { flags, words = 0, usage }: { readonly flags: F; readonly words?: number; readonly usage: string },
): { readonly values: Values<F>; readonly positionals: readonly string[] } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: flags, allowPositionals: true });
    if (positionals.length === words) return { values, positionals };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
  throw new UsageError(usage);
}

/** The configuration of the project in the current folder. */
export async function currentProject(): Promise<{ readonly root: string; readonly config: ToolkitConfig }> {
  const root = process.cwd();
  return { root, config: await loadConfig(root) };
}

/** Prints a line. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a line to the error output. */
export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}
