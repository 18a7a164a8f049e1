/**
 * Follows the guide on mounting from the packed packages, in an empty project: writes its programs, starts each in its host, makes a
 * booking through it, and sends what a host could change on the way to the service. Next.js builds the project first.
 *
 * Reads   docs/guides/mounting.md, the built packages (npm run build), scripts/tools/pinned.ts (installs the hosts)
 * Run     npm run verify -- hosts
 *         npm run verify -- hosts Bun Deno    the hosts of these names only
 * Prints  one line for each host. Exits 1 if one fails. Needs Linux on x64.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageBlocks } from '../pages/page-blocks.ts';
import { npm } from '../programs/npm.ts';
import { installNpmTools } from '../tools/install-tools.ts';
import { checkHost, type Host } from './check-host.ts';
import { sendHttp1, sendHttp2 } from './send.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The server and the packages that it needs. */
const packages = ['contract', 'webhooks', 'conformance', 'kernel', 'server'];
const tools = installNpmTools('hosts');
const node = process.execPath;
const bun = join(installNpmTools('bun'), '@oven/bun-linux-x64/bin/bun');

const hosts: Readonly<Record<string, Host>> = {
  Express: { command: [node, 'express.ts'], send: sendHttp1 },
  Hono: { command: [node, 'hono.ts'], send: sendHttp1 },
  'Next.js': { command: [node, 'node_modules/next/dist/bin/next', 'start'], send: sendHttp1, hasHome: false },
  Bun: { command: [bun, 'bun.js'], send: sendHttp1 },
  Deno: { command: [join(tools, '@deno/linux-x64-glibc/deno'), 'run', '--allow-all', 'deno.js'], send: sendHttp1 },
  Fastify: { command: [node, 'fastify.ts'], send: sendHttp1 },
  Koa: { command: [node, 'koa.js'], send: sendHttp1 },
  'HTTP/2': { command: [node, 'http2.ts'], send: sendHttp2 },
};
const asked = process.argv.slice(2);
const isAsked = (name: string) => asked.length === 0 || asked.includes(name);

using temporary = mkdtempDisposableSync(join(tmpdir(), 'hosts-'));
const folder = temporary.path;
install();
writePrograms();
if (isAsked('Next.js')) run(node, ['node_modules/next/dist/bin/next', 'build']);

for (const [name, host] of Object.entries(hosts)) {
  if (!isAsked(name)) continue;
  try {
    console.log(`${name}: ${await checkHost(host, folder)}`);
  } catch (error) {
    console.error(`${name}: failed. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    process.exitCode = 1;
  }
}

function run(program: string, args: readonly string[], cwd = folder): string {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
  const { status, stdout } = spawnSync(program, args, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}. It printed:\n${stdout}`);
  return stdout.trim();
}

/** Installs the tarballs into the empty project, beside the hosts. */
function install(): void {
  const flags = ['--workspaces=false', '--silent', '--pack-destination', folder];
  const tarballs = packages.map((name) => join(folder, run(...npm('pack', ...flags), join(root, 'packages', name))));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  run(...npm('install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--silent', ...tarballs));
  cpSync(tools, join(folder, 'node_modules'), { recursive: true, force: false });
}

/** Writes the programs of the guide. The other hosts name a file with its extension, which the types of Next.js allow with this option only. */
function writePrograms(): void {
  const compilerOptions = { allowImportingTsExtensions: true };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  for (const { file, body } of pageBlocks(readFileSync(join(root, 'docs/guides/mounting.md'), 'utf8'))) {
    if (file === undefined) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), body);
  }
}
