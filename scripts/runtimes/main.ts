/**
 * Installs the packed webhooks and client packages into an empty project, like a user. TypeScript 5.4, 5.9 and 7 compile code that
 * uses them. Node 20, 22 and 24, Bun, workerd and Chromium run their checks: each golden vector must have its verdict, and the
 * client makes a booking at a sandbox.
 *
 * Reads   the built packages (npm run build), scripts/runtimes (installs its packages), /usr/bin/chromium
 * Run     npm run verify -- runtimes
 * Prints  one line for each compiler, and one for each package on each runtime. Exits 1 if one fails. Needs Linux on x64.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkTypes } from './check-types.ts';
import type { Check } from './check.ts';
import { openProject } from './open-project.ts';
import { runInChromium } from './run-in-chromium.ts';
import { runInWorkerd } from './run-in-workerd.ts';
import { runProgram } from './run-program.ts';
import { startSandbox } from '../sandbox/start-sandbox.ts';

const packages = ['webhooks', 'client'] as const;
const runtimes = fileURLToPath(new URL('.', import.meta.url));
const modules = join(runtimes, 'node_modules');

const compilers = { 'TypeScript 5.4': 'typescript54', 'TypeScript 5.9': 'typescript59', 'TypeScript 7': 'typescript7' };

const runners: Readonly<Record<string, (check: Check) => Promise<string> | string>> = {
  'Node 20': (check) => runProgram(join(modules, 'node20/bin/node'), check),
  'Node 22': (check) => runProgram(join(modules, 'node22/bin/node'), check),
  'Node 24': (check) => runProgram(join(modules, 'node24/bin/node'), check),
  Bun: (check) => runProgram(join(modules, '@oven/bun-linux-x64/bin/bun'), check),
  workerd: (check) => runInWorkerd(join(modules, '@cloudflare/workerd-linux-64/bin/workerd'), check),
  Chromium: runInChromium,
};

execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: runtimes, stdio: ['ignore', 'ignore', 'inherit'] });
await using opened = new AsyncDisposableStack();
const { folder } = opened.use(openProject(packages));
const service = opened.use(await startSandbox(join(folder, 'data')));

for (const [name, compiler] of Object.entries(compilers)) {
  await report(name, () => checkTypes({ folder, modules, compiler }));
}
for (const [runtime, run] of Object.entries(runners)) {
  for (const name of packages) await report(`${runtime}, ${name}`, () => run({ folder, name, service }));
}

async function report(name: string, check: () => Promise<string> | string): Promise<void> {
  try {
    console.log(`${name}: ${await check()}`);
  } catch (error) {
    console.error(`${name}: failed. ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
