import { execFile } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LintConfig } from '../config.ts';
import { redoclyConfig } from '../lint/profile.ts';

const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));

/** Output of a run of Redocly. */
export interface RedoclyRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line of Redocly in a folder. */
export async function runRedocly(args: readonly string[], { cwd }: { readonly cwd: string }): Promise<RedoclyRun> {
  try {
    const options = { cwd, maxBuffer: 2 ** 28 };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [redocly, ...args], options);
    return { code: 0, stdout, stderr };
  } catch (error) {
    // A failed execFile has these fields; code is a text if the program did not start.
    const { code, stdout = '', stderr = '' } = error as Partial<RedoclyRun>;
    if (typeof code !== 'number') throw error;
    return { code, stdout, stderr };
  }
}

/** Calls a function with the configuration file of a contract: the project's own one, or a temporary one for its profile. */
export async function withRedoclyConfig<T>(
  lint: LintConfig,
  root: string,
  use: (file: string) => Promise<T>,
): Promise<T> {
  if (lint.config !== undefined) return use(lint.config);
  await using folder = await mkdtempDisposable(join(tmpdir(), 'contract-lint-'));
  const file = join(folder.path, 'redocly.yaml');
  await writeFile(file, redoclyConfig(lint, { root }));
  // The folder must exist until the work is done.
  return await use(file);
}
