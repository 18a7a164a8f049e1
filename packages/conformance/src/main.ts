import { readFlags, usage } from './flags.ts';
import { toLegible } from './reports.ts';
import { runConformance } from './run-conformance.ts';

/** Runs the command line `booking-conformance …`, prints its report and sets the exit code: 0 kept, 1 broken, 2 the check cannot begin. */
export async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return console.log(usage);
  try {
    const { text, exitCode } = await runConformance(readFlags(args), process.env);
    console.log(text);
    process.exitCode = exitCode;
  } catch (error) {
    console.error(toLegible(error instanceof Error ? error.message : String(error)));
    process.exitCode = 2;
  }
}
