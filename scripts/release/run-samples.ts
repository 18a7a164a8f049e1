import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageBlocks, patternOf } from '../pages/page-blocks.ts';

/** A text that a sample has not printed after this time is missing. */
const longest_ms = 240_000;

/**
 * Runs the programs in the README of an installed package, in the project's folder: each block that begins with the name of a file.
 * It must print the `text` block that follows it. A program that then goes on is stopped. Returns the names of the programs.
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
  const program = spawn(process.execPath, [file], { cwd: project, env: environment, timeout: longest_ms });
  let printed = '';
  const closed = once(program, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  for (const stream of [program.stdout, program.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      // The samples of servers go on.
      if (shown.test(printed)) program.kill('SIGTERM');
    });
  }
  const [code, signal] = await closed;
  if (!shown.test(printed))
    throw new Error(`${file} ended with ${code ?? signal} and did not print ${shown}: ${printed}`);
  if (code !== 0 && signal !== 'SIGTERM') throw new Error(`${file} ended with ${code ?? signal}: ${printed}`);
}
