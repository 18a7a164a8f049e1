import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, globSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { build, transformSync } from 'esbuild';
import { chromium } from 'playwright-core';
import type { RuleResult } from '@booking-service/conformance';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../packages/server/test/support/processes/free-ports.ts';
import { pageBlocks } from '../pages/page-blocks.ts';

const browserProgram = '/usr/bin/chromium';
const mark = 'checked: ';

/** A check of one package, in the project where it is installed. It runs on every runtime. */
export interface Check {
  /** The project's folder. */
  readonly folder: string;
  /** The package name without its scope. The folder of the same name has its checks. */
  readonly name: string;
  /** The service that the check uses. */
  readonly service: { readonly url: string; readonly key: string };
}

/** Runs the check as a program in Node or Bun, then as a CommonJS program. Returns the output of both. */
export async function runProgram(binary: string, check: Check): Promise<string> {
  const folder = join(check.folder, check.name);
  writeFileSync(
    join(folder, 'program.cjs'),
    `${await bundleCheck(check, 'cjs')}\nmodule.exports.run().then(console.log);`,
  );
  const env = { ...process.env, NODE_NO_WARNINGS: '1' };
  const run = (file: string) =>
    execFileSync(binary, [join(folder, file), JSON.stringify(check.service)], { encoding: 'utf8', env }).trim();
  return `${run('program.mjs')}; with require: ${run('program.cjs')}`;
}

/** Runs the check as a test of a worker, in a workerd with access to this computer. Returns the result of the check. */
export async function runInWorkerd(binary: string, check: Check): Promise<string> {
  const test = `export default { async test() { console.log(${JSON.stringify(mark)} + (await run())); } };`;
  writeFileSync(join(check.folder, 'worker.js'), `${await bundleCheck(check, 'esm')}\n${test}`);
  const worker =
    '(modules = [(name = "worker", esModule = embed "worker.js")], compatibilityDate = "2026-01-01", globalOutbound = "here")';
  const config = `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (services = [
      (name = "main", worker = ${worker}),
      (name = "here", network = (allow = ["private"])),
    ]);`;
  writeFileSync(join(check.folder, 'worker.capnp'), config);
  const { status, stdout, stderr } = spawnSync(binary, ['test', 'worker.capnp'], {
    cwd: check.folder,
    encoding: 'utf8',
  });
  const line = (stdout + stderr).split('\n').find((each) => each.includes(mark));
  if (status !== 0 || line === undefined) throw new Error(`workerd ended with ${status}: ${stdout}${stderr}`);
  return line.slice(line.indexOf(mark) + mark.length);
}

/**
 * Runs the check in a page and returns its result. The service does not allow requests from other origins, so the server of the
 * page forwards them.
 */
export async function runInChromium(check: Check): Promise<string> {
  if (!existsSync(browserProgram))
    throw new Error(`${browserProgram} is missing. Install it: apt-get install chromium.`);
  let script = '';
  const server = createServer((request, response) => {
    if (request.url === '/') respond(response, 'text/html', '<!doctype html><script src="/check.js"></script>');
    else if (request.url === '/check.js') respond(response, 'text/javascript', script);
    else forward(check.service.url, request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an address of this form. Without TLS, only a page on this computer gets WebCrypto.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  script = await bundleCheck({ ...check, service: { ...check.service, url } }, 'iife');
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
  const browser = await chromium.launch({
    executablePath: browserProgram,
    args: [...args, '--disable-component-update', '--disable-sync'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(url);
    return String(await page.evaluate('checked.run()'));
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
}

/**
 * Bundles the check with the installed package, for a runtime without Node's modules. The result is a module that exports `run`,
 * or a script that sets the global `checked` with the function `run`. `run` resolves with the result of the check. A CommonJS module
 * requires the package instead of containing it.
 */
async function bundleCheck({ folder, name, service }: Check, format: 'cjs' | 'esm' | 'iife'): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { check } from './${name}/check.mjs';
        export const run = () => check(${JSON.stringify(service)});`,
      resolveDir: folder,
    },
    bundle: true,
    format,
    globalName: 'checked',
    ...(format === 'cjs' ? { platform: 'node', packages: 'external' } : { platform: 'browser' }),
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

function respond(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { 'Content-Type': type });
  response.end(text);
}

function forward(to: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = request;
  const onward = send(new URL(request.url ?? '/', to), { method, headers }, (received) => {
    // A received response always has a status.
    response.writeHead(received.statusCode ?? 502, received.headers);
    received.pipe(response);
  });
  onward.on('error', (error) => response.destroy(error));
  request.pipe(onward);
}

/** Checks of the packages that run on Node only, in the project where they are installed. Each returns what it has checked. */
export interface NodeCheck {
  /** The program of Node. */
  readonly binary: string;
  /** The project's folder. */
  readonly folder: string;
}

const scoped = (folder: string, ...path: string[]) => join(folder, 'node_modules/@booking-service', ...path);
const environment = { ...process.env, NODE_NO_WARNINGS: '1', NO_COLOR: '1' };

/** Starts the service as a sandbox, and checks every rule of its interface. */
export async function checkServer({ binary, folder }: NodeCheck): Promise<string> {
  using data = mkdtempDisposableSync(join(tmpdir(), 'runtimes-'));
  const [port, receiver, admin, dashboard] = await freePorts();
  const flags = ['--port', port, '--receiver-port', receiver, '--admin-port', admin, '--dashboard-port', dashboard];
  const program = scoped(folder, 'server/bin/booking-service.js');
  const service = spawn(
    binary,
    [program, 'serve', '--sandbox', '--data', data.path, '--tick', '1', '--log-level', 'error', ...flags],
    {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const closed = once(service, 'close');
  try {
    let printed = '';
    service.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    while (!printed.includes('Stop: Ctrl-C')) {
      await Promise.race([once(service.stdout, 'data'), closed]);
      if (service.exitCode !== null) throw new Error(`The sandbox ended with ${service.exitCode}: ${printed}`);
    }
    const addresses = ['--url', `http://127.0.0.1:${port}`, '--admin-url', `http://127.0.0.1:${admin}`];
    const conformance = scoped(folder, 'conformance/bin/booking-conformance.js');
    const { stdout } = await promisify(execFile)(binary, [conformance, ...addresses, '--format', 'json'], {
      env: environment,
      maxBuffer: 2 ** 24,
    });
    const { pass, rules } = JSON.parse(stdout) as { readonly pass: number; readonly rules: readonly RuleResult[] };
    return `${pass} of ${rules.length} rules pass, the others cannot be seen from outside`;
  } finally {
    service.kill('SIGTERM');
    await closed;
  }
}

/** Runs the programs of both READMEs, and the presets in a project of Vitest and in two of Jest: one of ES modules and one of CommonJS. */
export function checkTesting({ binary, folder }: NodeCheck): string {
  const readme = readFileSync(scoped(folder, 'testing/README.md'), 'utf8');
  const program = pageBlocks(readme).find(({ file }) => file !== undefined);
  if (program?.file === undefined) throw new Error('The README shows no program.');
  writeFileSync(join(folder, program.file), program.body);
  const run = (args: readonly string[], cwd: string) => {
    try {
      return execFileSync(binary, args, { cwd, env: environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    } catch (error) {
      // execFileSync throws what the program printed.
      const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
      throw new Error(`${args.join(' ')}: ${stdout}${stderr}`, { cause: error });
    }
  };
  const modules = join(folder, 'node_modules');
  run([program.file], folder);
  const page = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const first = pageBlocks(page).find(({ body }) => body.includes('startSandbox('));
  writeFileSync(join(folder, 'readme.mjs'), transformSync(first?.body ?? '', { loader: 'ts' }).code);
  if (!run(['readme.mjs'], folder).includes('booking.confirmed')) throw new Error('The first program books nothing.');
  run([join(modules, 'vitest/vitest.mjs'), 'run'], join(folder, 'testing/vitest'));
  const jest = join(modules, 'jest/bin/jest.js');
  run(['--experimental-vm-modules', jest], join(folder, 'testing/jest'));
  run([jest], join(folder, 'testing/jest-commonjs'));
  return `${program.file}, the first program, a project of Vitest, one of Jest and one of Jest in CommonJS`;
}

/** Sends the first message of the Model Context Protocol to the tools for agents, and reads its response. */
export function checkMcp({ binary, folder }: NodeCheck): string {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'check', version: '1' } };
  const printed = execFileSync(binary, [scoped(folder, 'mcp/bin/booking-mcp.js')], {
    env: { ...environment, BOOKING_API_KEY: 'sk_test_check', BOOKING_BASE_URL: 'http://127.0.0.1:1' },
    input: `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`,
    encoding: 'utf8',
  });
  if (!printed.includes('"serverInfo":{"name":"booking-service"')) throw new Error(`It printed ${printed}`);
  return 'responds to initialize';
}

/** Runs a command that loads the packages it calls the service with, and one that loads the server. */
export function checkCli({ binary, folder }: NodeCheck): string {
  const run = (...args: readonly string[]) =>
    execFileSync(binary, [scoped(folder, 'cli/bin/booking.js'), ...args], { env: environment, encoding: 'utf8' });
  for (const [printed, shown] of [
    [run('trigger'), 'booking.modified'],
    [run('sandbox', '--help'), '--receiver-port'],
  ])
    if (!printed?.includes(shown ?? '')) throw new Error(`It printed ${printed}`);
  return 'lists the events, and loads the sandbox';
}

const inNode = { lib: ['es2022'], types: ['node'], files: ['*/consumer.ts', '*/node-consumer.ts'] };
/** The same code as CommonJS: the project is one of ES modules. */
const inCommonJs = { ...inNode, files: ['*/consumer.cts', '*/node-consumer.cts'] };

/**
 * Kinds of projects: each resolves packages in its own way. `commonjs` has the resolution that the compiler chooses for it, which reads
 * no `exports` before TypeScript 7. A page has the types of the browser and not those of Node.
 */
const projects = {
  commonjs: { module: 'commonjs', ...inCommonJs },
  node16: { module: 'node16', ...inCommonJs },
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext', ...inNode },
  bundler: { module: 'esnext', moduleResolution: 'bundler', ...inNode },
  page: {
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    files: ['*/consumer.ts'],
  },
};

interface TypesCheck {
  /** The project where the packages are installed. */
  readonly folder: string;
  /** The folder with the compilers, the types of Node and the API of OpenTelemetry. */
  readonly modules: string;
  /** The package name of the compiler. */
  readonly compiler: string;
}

/** Compiles the consumer files with the declarations of the packages. Returns the settings that were checked. */
export function checkTypes({ folder, modules, compiler }: TypesCheck): string {
  for (const file of globSync(inNode.files, { cwd: folder })) {
    copyFileSync(join(folder, file), join(folder, file.replace(/ts$/, 'cts')));
  }
  for (const [name, { files, ...settings }] of Object.entries(projects)) {
    const compilerOptions = {
      ...settings,
      target: 'es2022',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
      typeRoots: [join(modules, '@types')],
      // A traced application installs the API itself; this project does not.
      paths: { '@opentelemetry/api': [join(modules, '@opentelemetry/api/build/src/index.d.ts')] },
    };
    const config = join(folder, `tsconfig.${name}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions, files: globSync(files, { cwd: folder }) }));
    const program = join(modules, compiler, 'bin/tsc');
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, '-p', config], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name}: ${stdout}${stderr}`);
  }
  return `strict, in ${Object.keys(projects).join(', ')}`;
}
