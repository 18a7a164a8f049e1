/** The entry for @booking-service/cli: its command that starts a sandbox. */
import { runProgram, type CommandResult } from './run-command-line.ts';
import { sandbox } from './serve.ts';
import type { Environment } from './settings/read-settings.ts';

export type { CommandResult } from './run-command-line.ts';

/**
 * Runs a line that begins with `sandbox`. It never rejects. The sandbox still runs when it resolves, until a signal stops it. `name` is
 * the program, as the user types it in front of the line.
 */
export async function runSandboxLine(
  args: readonly string[],
  { name, environment }: { readonly name: string; readonly environment?: Environment },
): Promise<CommandResult> {
  return runProgram(args, environment, { name, commands: [['sandbox', sandbox]] });
}
