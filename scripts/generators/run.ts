import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Keeps the tools, their downloads and their build output between runs. */
export const cache: string = fileURLToPath(new URL('../../node_modules/.cache/generators', import.meta.url));
export const programs: string = fileURLToPath(new URL('programs', import.meta.url));

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program and returns its output. Throws with the last lines if it fails or takes longer than ten minutes. */
export async function run(program: string, args: readonly string[], { cwd, env }: RunOptions = {}): Promise<string> {
  try {
    const options = { cwd, env: { ...process.env, ...env }, timeout: 600_000, maxBuffer: 2 ** 26 };
    return (await execute(program, args, options)).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    const lines = `${stdout}\n${stderr}`.trim().split('\n').slice(-12).join('\n  ');
    throw new Error(`${program} ${args.slice(0, 3).join(' ')}: ${lines || String(error)}`, { cause: error });
  }
}
