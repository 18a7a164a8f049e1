/**
 * Runs both validations of the standards body, https://github.com/octotravel/validator: that of suppliers against the tests' supplier, and
 * that of resellers with every request of `booking-service provider certify`. Its code is bundled as it is; only its web server and its
 * database are left out.
 *
 * Reads   a clone of octotravel/validator whose backend folder has its dependencies (npm install --ignore-scripts), and with --core a
 *         clone of octotravel/octo-core, whose sources then stand for the package @octocloud/core
 * Run     npm run octo:validate -- --validator FOLDER [--core FOLDER]
 * Prints  a row for each scenario and each step; exits with 1 if one fails, or if a request violates the standard
 */
import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { readFlags, refuse } from '../programs/run-program.ts';
// @boundaries-ignore the steps and the supplier are checked together
import { certificationSteps } from '../../packages/octo-provider/src/index.ts';
// @boundaries-ignore the supplier is a part of the provider's tests
import { openOctoSupplier } from '../../packages/octo-provider/test/supplier/octo-supplier.ts';
// @boundaries-ignore the supplier is a part of the provider's tests
import { standardProducts } from '../../packages/octo-provider/test/supplier/products.ts';

/** The exports of entry.txt, which is bundled with the code of the validator. */
interface Validator {
  /** Runs the scenarios of suppliers. */
  validateSupplier(
    endpoint: string,
    token: string,
  ): Promise<readonly { name: string; success: boolean; errors: unknown[] }[]>;
  /** Returns the step that a request belongs to, and its violations. Returns undefined for a request outside the validation. */
  validateRequest(request: {
    method: string;
    path: string;
    body: object | null;
    headers: Headers;
  }): Promise<{ step: string; faults: readonly unknown[] } | undefined>;
}

const { values } = readFlags({ options: { validator: { type: 'string' }, core: { type: 'string' } } });
if (values.validator === undefined) refuse('--validator is missing. Name a clone of octotravel/validator.');
const validator = await loadValidator(values.validator, values.core);
const clock = { now: () => new Date() };
let failures = 0;

{
  await using supplier = await openOctoSupplier({ clock, products: standardProducts });
  const scenarios = await validator.validateSupplier(supplier.url, supplier.token);
  for (const { name, success, errors } of scenarios) {
    report(name, success ? [] : errors);
    for (const warning of success ? errors : []) console.log(`        a warning: ${JSON.stringify(warning)}`);
  }
  const passed = scenarios.filter(({ success }) => success).length;
  console.log(`\nsuppliers: ${passed} of ${scenarios.length} scenarios\n`);
}

await using supplier = await openOctoSupplier({ clock, products: standardProducts });
const seen = new Map<string, readonly unknown[]>();
/** Judges each request, and passes it on to the tests' supplier. */
const server = createServer((req, res) => void judge(req, res));
async function judge(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const [method = '', path] = [req.method, (req.url ?? '').replace('/octo', '').replace(/\/$/, '')];
  const text = await readText(req);
  const headers = new Headers(Object.entries(req.headers).map(([name, value]) => [name, String(value)]));
  const judged = await validator.validateRequest({
    method,
    path,
    body: text === '' ? null : JSON.parse(text),
    headers,
  });
  if (judged) seen.set(judged.step, [...(seen.get(judged.step) ?? []), ...judged.faults]);
  for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) headers.delete(name);
  const response = await fetch(`${supplier.url}${path}`, { method, headers, ...(text !== '' && { body: text }) });
  res.writeHead(response.status, { 'Content-Type': 'application/json' }).end(await response.text());
}
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
// A server that listens on a port has an address of this form.
const { port } = server.address() as AddressInfo;
const { token } = supplier;
for (const { run } of certificationSteps({ name: 'tours', baseUrl: `http://127.0.0.1:${port}/octo`, token, clock }))
  await run();
server.close();
server.closeAllConnections();
for (const [step, faults] of seen) report(step, faults);
const held = [...seen.values()].filter((faults) => faults.length === 0).length;
console.log(`\nresellers: ${held} of ${seen.size} steps`);
process.exitCode = failures > 0 || seen.size !== 8 ? 1 : 0;

function report(name: string, faults: readonly unknown[]): void {
  if (faults.length > 0) failures += 1;
  console.log(`${faults.length === 0 ? 'held  ' : 'FAILED'}  ${name}`);
  for (const fault of faults) console.log(`        ${JSON.stringify(fault)}`);
}

async function loadValidator(clone: string, core: string | undefined): Promise<Validator> {
  const backend = resolve(clone, 'backend');
  using folder = mkdtempDisposableSync(join(tmpdir(), 'octo-validator-'));
  const outfile = join(folder.path, 'validator.mjs');
  await build({
    stdin: { contents: readFileSync(new URL('entry.txt', import.meta.url), 'utf8'), resolveDir: backend },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'error',
    // Its decorators need the older form.
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
    alias: {
      validator: join(backend, 'src/common'),
      ...(core !== undefined && { '@octocloud/core': resolve(core, 'src/index.ts') }),
    },
    banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);` },
  });
  return (await import(pathToFileURL(outfile).href)) as Validator;
}
