import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageBlocks, patternOf } from '../pages/page-blocks.ts';
import { runUntilShown } from './run-until-shown.ts';

/**
 * Runs the programs in the README of an installed package, in the project's folder: each block that begins with the name of a file.
 * It must print the `text` block that follows it. A program that continues then is stopped. Returns the names of the programs.
 */
export async function runSamples(
  name: string,
  { project, environment }: { readonly project: string; readonly environment: NodeJS.ProcessEnv },
): Promise<string[]> {
  const readme = join(project, 'node_modules', name, 'README.md');
  if (!existsSync(readme)) throw new Error(`${name} has no README.`);
  const ran: string[] = [];
  const blocks = pageBlocks(readFileSync(readme, 'utf8'));
  for (const [index, { file, body }] of blocks.entries()) {
    if (file === undefined) continue;
    const shown = blocks[index + 1];
    if (shown?.language !== 'text') throw new Error(`The README of ${name} does not show what ${file} prints.`);
    writeFileSync(join(project, file), body);
    await runSample(file, { shown: patternOf(shown.body), project, environment });
    ran.push(file);
  }
  return ran;
}

async function runSample(
  file: string,
  { shown, project, environment }: { shown: RegExp; project: string; environment: NodeJS.ProcessEnv },
): Promise<void> {
  const { code, signal, printed } = await runUntilShown([process.execPath, file], {
    cwd: project,
    env: environment,
    shown,
  });
  if (code !== 0 && signal !== 'SIGTERM') throw new Error(`${file} ended with ${code ?? signal}: ${printed}`);
}
