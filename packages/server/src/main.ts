import { runCommandLine } from './command/run-command-line.ts';

/** Runs the command line, prints its result and sets the exit code of the process. */
export async function main(args: readonly string[]): Promise<void> {
  const { exitCode, text, isReport, warnings = [] } = await runCommandLine(args);
  for (const warning of warnings) console.error(`Warning: ${warning}`);
  if (exitCode === 0) {
    console.log(text);
    return;
  }
  const output = isReport ? process.stdout : process.stderr;
  await new Promise((written) => output.write(`${text}\n`, written));
  // An explicit exit: providers that were created before the failure can keep the process alive.
  process.exit(exitCode);
}
