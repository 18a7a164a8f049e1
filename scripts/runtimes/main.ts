/**
 * Installs the packed packages into an empty project, like a user. TypeScript 5.4, 5.9 and 7 compile code that uses webhooks and client.
 * Node 20, 22 and 24, Bun, workerd and Chromium run their checks: each golden vector must have its verdict, and the
 * client makes a booking at a sandbox. Node and Bun run them with require, too. The oldest Node of the server, Node 22 and Node 24 run the packages that need Node: the server
 * must pass the conformance check, and the tests of an integration must pass in three test runners.
 *
 * Reads   the built packages (npm run build), scripts/tools/pinned.ts (installs the runtimes), /usr/bin/chromium
 * Run     npm run verify -- runtimes
 *         npm run verify -- runtimes "Node 22"    the runtimes of these names only
 * Prints  one line for each compiler, and one for each package on each runtime. Exits 1 if one fails. Needs Linux on x64.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from '../programs/run-program.ts';
import { startSandbox } from '../sandbox/start-sandbox.ts';
import { installNpmTools } from '../tools/pinned.ts';
import {
  type Check,
  checkCli,
  checkMcp,
  checkServer,
  checkTesting,
  checkTypes,
  type NodeCheck,
  runInChromium,
  runInWorkerd,
  runProgram,
} from './runners.ts';

const packages = ['webhooks', 'client'] as const;
/** The packages that run on Node only, and those that they need. */
const forNode = ['contract', 'kernel', 'conformance', 'server', 'mcp', 'testing', 'cli'];
/** The packages in the project of a user of testing. */
const testRunners = ['express@5.3.0', 'jest@30.5.2', 'vitest@5.1.0'];
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

const onNode: Readonly<Record<string, Readonly<Record<string, (check: NodeCheck) => Promise<string> | string>>>> = {
  'Node 20': { mcp: checkMcp },
  'Node 22.16': { server: checkServer, testing: checkTesting, cli: checkCli },
  'Node 22': { server: checkServer, testing: checkTesting, cli: checkCli },
  'Node 24': { server: checkServer, testing: checkTesting, cli: checkCli },
};
const asked = process.argv.slice(2);
const isAsked = (name: string) => asked.length === 0 || asked.includes(name);

await using opened = new AsyncDisposableStack();
const folder = opened.use(mkdtempDisposableSync(join(tmpdir(), 'runtimes-'))).path;
installPacked();
const service = opened.use(await startSandbox(join(folder, 'data')));

for (const [name, compiler] of Object.entries(compilers)) {
  if (!isAsked(name)) continue;
  await report(name, () => checkTypes({ folder, modules, compiler }));
}
for (const [runtime, run] of Object.entries(runners)) {
  if (!isAsked(runtime)) continue;
  for (const name of packages) await report(`${runtime}, ${name}`, () => run({ folder, name, service }));
}

for (const [runtime, checks] of Object.entries(onNode)) {
  if (!isAsked(runtime)) continue;
  const binary = join(modules, runtime.toLowerCase().replaceAll(/[ .]/g, ''), 'bin/node');
  for (const [name, check] of Object.entries(checks)) {
    await report(`${runtime}, ${name}`, () => check({ binary, folder }));
  }
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
  const run = (args: readonly string[], cwd: string) =>
    execFileSync(...npm(...args), { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
  const tarballs = [...packages, ...forNode].map((name) =>
    join(folder, run(['pack', '--silent', '--pack-destination', folder], join(root, 'packages', name))),
  );
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  run(
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs, ...testRunners],
    folder,
  );
  for (const each of [...packages, 'testing', 'same.mjs']) {
    cpSync(join(import.meta.dirname, each), join(folder, each), { recursive: true });
  }
}
