/**
 * Installs the packed webhooks and client packages into an empty project, like a user. TypeScript 5.4, 5.9 and 7 compile code that
 * uses them. Node 20, 22 and 24, Bun, workerd and Chromium run their checks: each golden vector must have its verdict, and the
 * client makes a booking at a sandbox.
 *
 * Reads   the built packages (npm run build), scripts/tools/pinned.ts (installs the runtimes), /usr/bin/chromium
 * Run     npm run verify -- runtimes
 * Prints  one line for each compiler, and one for each package on each runtime. Exits 1 if one fails. Needs Linux on x64.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '../sandbox/start-sandbox.ts';
import { installNpmTools } from '../tools/install-tools.ts';
import { checkTypes } from './check-types.ts';
import { runInChromium, runInWorkerd, runProgram, type Check } from './runners.ts';

const packages = ['webhooks', 'client'] as const;
const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = installNpmTools('runtimes');

const compilers = { 'TypeScript 5.4': 'typescript54', 'TypeScript 5.9': 'typescript59', 'TypeScript 7': 'typescript7' };

const runners: Readonly<Record<string, (check: Check) => Promise<string> | string>> = {
  'Node 20': (check) => runProgram(join(modules, 'node20/bin/node'), check),
  'Node 22': (check) => runProgram(join(modules, 'node22/bin/node'), check),
  'Node 24': (check) => runProgram(join(modules, 'node24/bin/node'), check),
  Bun: (check) => runProgram(join(installNpmTools('bun'), '@oven/bun-linux-x64/bin/bun'), check),
  workerd: (check) => runInWorkerd(join(modules, '@cloudflare/workerd-linux-64/bin/workerd'), check),
  Chromium: runInChromium,
};

await using opened = new AsyncDisposableStack();
const folder = opened.use(mkdtempDisposableSync(join(tmpdir(), 'runtimes-'))).path;
installPacked();
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

/** Packs each package, installs the tarballs into the empty project, and copies the checks there: `<package>/check.mjs`. */
function installPacked(): void {
  const npm = (args: readonly string[], cwd: string) =>
    execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
  const tarballs = packages.map((name) =>
    join(folder, npm(['pack', '--silent', '--pack-destination', folder], join(root, 'packages', name))),
  );
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs], folder);
  for (const each of [...packages, 'same.mjs']) {
    cpSync(join(import.meta.dirname, each), join(folder, each), { recursive: true });
  }
}
