/**
 * Runs the packed webhooks package where its users run it: Node 20, 22 and 24, Bun, workerd and Chromium. Everywhere each golden
 * vector must have its verdict.
 *
 * Reads   the built package (npm run build), scripts/runtimes (installed here, by its lock), /usr/bin/chromium
 * Run     npm run test:runtimes
 * Prints  one line for each runtime; exits 1 if one fails. Needs Linux on x64.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const runtimes = join(root, 'scripts/runtimes');
const modules = join(runtimes, 'node_modules');
const chromium = '/usr/bin/chromium';
const folder = mkdtempSync(join(tmpdir(), 'webhooks-runtimes-'));

const checkSource = `import { checkVectors } from './check-vectors.mjs';
  import { vectors } from '@booking-service/webhooks/vectors/signatures.json';`;

/** The part of playwright-core that is used. */
interface Playwright {
  readonly chromium: {
    launch(options: object): Promise<{
      newPage(): Promise<{
        goto(url: string): Promise<unknown>;
        evaluate(expression: string): Promise<unknown>;
      }>;
      close(): Promise<void>;
    }>;
  };
}

const checks: Readonly<Record<string, () => Promise<string> | string>> = {
  'Node 20': () => runProgram(join(modules, 'node20/bin/node')),
  'Node 22': () => runProgram(join(modules, 'node22/bin/node')),
  'Node 24': () => runProgram(join(modules, 'node24/bin/node')),
  Bun: () => runProgram(join(modules, '@oven/bun-linux-x64/bin/bun')),
  workerd: runInWorkerd,
  Chromium: runInChromium,
};

try {
  execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: runtimes, stdio: ['ignore', 'ignore', 'inherit'] });
  installPackage();
  for (const [name, check] of Object.entries(checks)) await report(name, check);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function report(name: string, check: () => Promise<string> | string): Promise<void> {
  try {
    console.log(`${name}: ${await check()}`);
  } catch (error) {
    console.error(`${name}: failed. ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

/** Packs the package as it is published and installs the tarball alone: it needs no other. */
function installPackage(): void {
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: join(root, 'packages/webhooks'),
    encoding: 'utf8',
  });
  const target = join(folder, 'node_modules/@booking-service/webhooks');
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, packed.trim()), '--strip-components=1', '-C', target]);
  for (const file of ['check-program.mjs', 'check-vectors.mjs']) {
    writeFileSync(join(folder, file), readFileSync(join(runtimes, file)));
  }
}

function runProgram(binary: string): string {
  return execFileSync(binary, [join(folder, 'check-program.mjs')], { encoding: 'utf8', cwd: folder }).trim();
}

/** What a bundler makes of the check and of the installed package, for a runtime without node:crypto. */
async function bundle(contents: string, format: 'esm' | 'iife'): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    format,
    platform: 'browser',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

async function runInWorkerd(): Promise<string> {
  const test = 'export default { async test() { console.log(await checkVectors(vectors)); } };';
  writeFileSync(join(folder, 'worker.js'), await bundle(`${checkSource} ${test}`, 'esm'));
  const worker = '(modules = [(name = "worker", esModule = embed "worker.js")], compatibilityDate = "2026-01-01")';
  const config = `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (services = [(name = "main", worker = ${worker})]);`;
  writeFileSync(join(folder, 'worker.capnp'), config);
  const binary = join(modules, '@cloudflare/workerd-linux-64/bin/workerd');
  const { status, stdout, stderr } = spawnSync(binary, ['test', 'worker.capnp'], { cwd: folder, encoding: 'utf8' });
  const said = /\d+ vectors awaited.*/.exec(stdout + stderr)?.[0];
  if (status !== 0 || said === undefined) throw new Error(`It ended with ${status}: ${stdout}${stderr}`);
  return said;
}

async function runInChromium(): Promise<string> {
  if (!existsSync(chromium)) throw new Error(`There is no ${chromium}: apt-get install chromium.`);
  const script = await bundle(`${checkSource} globalThis.checked = checkVectors(vectors);`, 'iife');
  const server = createServer((request, response) => {
    const isScript = request.url === '/check.js';
    response.writeHead(200, { 'Content-Type': isScript ? 'text/javascript' : 'text/html' });
    response.end(isScript ? script : '<!doctype html><script src="/check.js"></script>');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // It is installed apart, so that it is loaded from there; it has this form.
  const playwright = createRequire(join(runtimes, 'package.json'))('playwright-core') as Playwright;
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
  const browser = await playwright.chromium.launch({
    executablePath: chromium,
    args: [...args, '--disable-component-update', '--disable-sync'],
  });
  try {
    const page = await browser.newPage();
    // A server that listens on a port has an address of this form. Only a page of the own machine gets WebCrypto without TLS.
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return String(await page.evaluate('checked'));
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
}
