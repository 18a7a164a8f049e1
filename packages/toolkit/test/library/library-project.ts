import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The folder of the contract: an example outside the workspace. */
export const library: string = fileURLToPath(new URL('../../../../examples/toolkit-library', import.meta.url));
const program = fileURLToPath(new URL('../../bin/contract.js', import.meta.url));

/** The rules that report a changed contract. */
export async function lint(change: (text: string) => string): Promise<string[]> {
  return inProject(async (project) => {
    const file = join(project, 'library.yaml');
    await writeFile(file, change(await readFile(file, 'utf8')));
    const { stdout } = await contractCommand(['lint', '--format', 'json'], project);
    const report: { readonly problems: readonly { readonly ruleId: string }[] } = JSON.parse(stdout);
    return [...new Set(report.problems.map(({ ruleId }) => ruleId))];
  });
}

/** Calls a function with a folder that has only the contract and toolkit.config.ts. */
export async function inProject<T>(use: (project: string) => Promise<T>): Promise<T> {
  const project = await mkdtemp(join(tmpdir(), 'library-'));
  try {
    await cp(join(library, 'library.yaml'), join(project, 'library.yaml'));
    await cp(fileURLToPath(new URL('toolkit.config.ts', import.meta.url)), join(project, 'toolkit.config.ts'));
    return await use(project);
  } finally {
    await rm(project, { recursive: true, force: true });
  }
}

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export function contractCommand(
  args: readonly string[],
  cwd: string,
  nodeFlags: readonly string[] = [],
): Promise<CommandResult> {
  const options = ['--conditions=@booking-service/source', ...nodeFlags, program, ...args];
  return promisify(execFile)(process.execPath, options, { cwd }).then(
    (output) => ({ code: 0, ...output }),
    ({ code, stdout, stderr }: CommandResult) => ({ code, stdout, stderr }),
  );
}
