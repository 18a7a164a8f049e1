import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));

/**
 * Runs the command line of Redocly in a folder.
 *
 * @throws if it exits with another code than 0. The error has its output.
 */
export async function runRedocly(args: readonly string[], { cwd }: { readonly cwd: string }): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [redocly, ...args], { cwd, maxBuffer: 2 ** 28 });
  return stdout;
}
