import { runCommandLine } from './command/run-command-line.ts';

/** The process: runs the command line, prints what came of it, and leaves its exit code. */
export async function main(args: readonly string[]): Promise<void> {
  const { exitCode, text } = await runCommandLine(args);
  if (exitCode === 0) console.log(text);
  else {
    console.error(text);
    // Not left to end by itself: providers that were made before the failure may hold it.
    process.exit(exitCode);
  }
}
