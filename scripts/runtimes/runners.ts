import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

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
