/**
 * Compares the toolkit and the kernel with packages that many use, on documents that packages of npm publish and on our contracts.
 *
 * - Types and client: each generator writes them from each document, and the compiler reads them in strict mode.
 * - Checks: each server gets the requests of `contract test`. A valid one must pass, and an invalid one must get a status of 4xx.
 *
 * Reads   packages/contract/src/generated/*.json; on the first run the npm registry, into node_modules/.cache/tools
 * Run     npm run verify -- peers
 *         npm run verify -- peers --only TEXT    the documents whose names contain TEXT
 * Prints  each difference, in the words of the package, and the tables of docs/build/your-own-contract.md. Exits 1 if a row is not in that
 *         page, apart from the seconds of the processor and the sizes.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundle, type JsonObject } from '@booking-service/toolkit';
// @boundaries-ignore the requests are those of contract test
import * as requests from '../../packages/toolkit/src/test-server/requests.ts';
import { readFlags } from '../programs/run-program.ts';
import { installNpmTools } from '../tools/pinned.ts';
import { type CheckingServer, checkingServers } from './servers.ts';

/** A program that failed. */
interface Failure extends Error {
  readonly stdout: string;
  readonly stderr: string;
}

const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'ES2024',
  module: 'preserve',
  lib: ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
  types: ['node'],
  allowImportingTsExtensions: true,
  skipLibCheck: true,
};

const { values: options } = readFlags({ options: { only: { type: 'string', default: '' } } });
const modules = installNpmTools('peers');
const root = fileURLToPath(new URL('../..', import.meta.url));
const examples = (version: string, names: string) =>
  names.split(' ').map((name) => join(modules, '@readme/oas-examples', version, 'json', `${name}.json`));
const files = [
  ...examples('3.0', 'petstore star-trek polymorphism file-uploads form-data parameters-common parameters-cookies'),
  ...examples('3.0', 'schema-validation http-status-codes complex-nesting request-examples'),
  ...examples('3.1', 'train-travel petstore parameters-style schema-types security'),
  ...['@blockfrost/openapi/openapi.yaml', '@ideal-postcodes/openapi/dist/openapi.json'].map((file) =>
    join(modules, file),
  ),
  ...['openapi', 'admin', 'provider', 'card-service'].map((name) =>
    join(root, 'packages/contract/src/generated', `${name}.json`),
  ),
].filter((file) => file.includes(options.only));

const folder = await mkdtemp(join(tmpdir(), 'peers-'));
await using opened = new AsyncDisposableStack();
opened.defer(() => rm(folder, { recursive: true, force: true }));
const execute = promisify(execFile);
const named: { readonly name: string; readonly document: JsonObject }[] = [];
for (const file of files) {
  const text = await bundle({ document: basename(file) }, dirname(file));
  named.push({ name: relative(file.startsWith(modules) ? modules : root, file), document: JSON.parse(text) });
}
const published = named.filter((_each, index) => files[index]?.startsWith(modules));
const toolkit = [
  '--conditions=@booking-service/source',
  join(root, 'packages/toolkit/bin/contract.js'),
  'generate',
] as const;
const bin = (name: string) => [join(modules, '.bin', name)] as const;
const generators: Readonly<Record<string, readonly string[]>> = {
  '@booking-service/toolkit': [process.execPath, ...toolkit],
  'openapi-typescript': [...bin('openapi-typescript'), 'api.json', '-o', 'client.ts'],
  '@hey-api/openapi-ts': [...bin('openapi-ts'), '-i', 'api.json', '-o', 'client'],
  orval: [...bin('orval'), '--input', 'api.json', '--output', 'client.ts'],
};
const page = await readFile(join(root, 'docs/build/your-own-contract.md'), 'utf8');
const documented = page.split('\n').map((line) => line.replaceAll(/ +/g, ' '));

const written = [];
for (const [name, command] of Object.entries(generators)) written.push(await tryGenerator(name, command));
show(`of ${published.length} documents | compile | seconds | kB`, written, 2);
const sent = new Map(
  named.map(({ name, document: given }) => {
    const tested = requests.testedDocument(withoutServers(given));
    const all = tested.views.flatMap((view) => {
      const right = requests.validRequests(view, tested);
      return right[0] ? [...right, ...requests.invalidRequests(right[0], tested)] : [];
    });
    return [name, all];
  }),
);
const checked = [];
for (const [name, open] of Object.entries(checkingServers(modules))) checked.push(await tryServer(name, open));
const [valid = 0, invalid = 0] = ['success', 'refusal'].map(
  (kind) => [...sent.values()].flat().filter(({ expected }) => expected === kind).length,
);
show(`of ${named.length} documents | taken | of ${valid} valid | of ${invalid} invalid`, checked, 4);

/** Prints a table. If the page has not the first cells of a row, the check fails. */
function show(head: string, rows: readonly string[], compared: number): void {
  const columns = head.split(' | ').map(() => '---');
  console.log([head, columns.join(' | '), ...rows].map((row) => `| ${row} |`).join('\n'));
  const starts = rows.map((row) => `| ${row.split(' | ').slice(0, compared).join(' | ')} |`);
  const missing = starts.filter((start) => documented.every((row) => !row.startsWith(start)));
  if (missing.length === 0 || options.only !== '') return;
  console.log(`docs/build/your-own-contract.md has no\n${missing.join('\n')}`);
  process.exitCode = 1;
}

/** Writes and compiles the code of each published document. */
async function tryGenerator(name: string, [program = '', ...args]: readonly string[]): Promise<string> {
  const home = join(folder, name.replaceAll('/', '-'));
  const times = join(folder, 'times');
  await writeFile(times, '');
  // Each process of Node adds its seconds when it ends, also those that the tool starts.
  const hook = join(folder, 'hook.mjs');
  await writeFile(
    hook,
    `import { appendFileSync } from 'node:fs';
process.on('exit', () => appendFileSync(process.env.PEERS_TIMES, \`\${process.cpuUsage().user + process.cpuUsage().system} \`));`,
  );
  const env = { ...process.env, PEERS_TIMES: times, NODE_OPTIONS: `--import=${hook}` };
  const failed = new Set<string>();
  for (const [index, { name: title, document }] of published.entries()) {
    const cwd = join(home, String(index));
    await mkdir(cwd, { recursive: true });
    await writeFile(join(cwd, 'api.json'), JSON.stringify(document));
    await writeFile(join(cwd, 'package.json'), '{ "type": "module" }');
    const contracts = { public: { document: 'api.json', outputs: { client: 'client' } } };
    await writeFile(join(cwd, 'toolkit.config.ts'), `export default ${JSON.stringify({ contracts })};`);
    await execute(program, args, { cwd, env, timeout: 600_000, maxBuffer: 2 ** 26 }).catch((error: Failure) => {
      failed.add(String(index));
      difference(name, `does not read ${title}: ${lastLines(error.stderr || error.stdout || error.message)}`);
    });
  }
  const seconds = (await readFile(times, 'utf8')).split(' ').reduce((sum, each) => sum + Number(each) / 1e6, 0);
  const size = await sizeOf(home);
  await symlink(modules, join(home, 'node_modules'));
  await writeFile(join(home, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  const compiler = [join(modules, 'typescript/bin/tsc'), '--project', home, '--pretty', 'false'];
  const { stdout } = await execute(process.execPath, compiler, { cwd: home, maxBuffer: 2 ** 26 }).catch(
    (error: Failure) => error,
  );
  const errors = Map.groupBy(stdout.match(/^\d+\/.*$/gm) ?? [], (line) => line.split('/')[0] ?? '');
  for (const [index, lines] of errors) {
    failed.add(index);
    difference(name, `does not compile from ${published[Number(index)]?.name}: ${lines.length} errors, ${lines[0]}`);
  }
  return [name, published.length - failed.size, Math.round(seconds), Math.round(size / 1000)].join(' | ');
}

/** Sends the requests of each document to a server of it. */
async function tryServer(name: string, open: (document: JsonObject) => Promise<CheckingServer>): Promise<string> {
  const right = { success: 0, refusal: 0 };
  let taken = 0;
  const reasons = new Map<string, string[]>();
  for (const { name: title, document: given } of named) {
    const document = withoutServers(given);
    const tested = requests.testedDocument(document);
    try {
      await using server = await open(structuredClone(document));
      const verdicts = [];
      for (const request of sent.get(title) ?? []) {
        const response = await server.send(await requests.toWire(request, tested, { url: server.url, key: '' }));
        verdicts.push({ request, status: response.status, text: await response.text() });
      }
      const failed = verdicts.filter(({ status }) => status >= 500);
      if (failed.length > verdicts.length / 2) throw new Error(failed[0]?.text);
      taken += 1;
      for (const { request, status, text } of verdicts) {
        const kind = request.expected === 'success' ? 'success' : 'refusal';
        if (kind === 'success' ? status < 400 : status >= 400 && status < 500) right[kind] += 1;
        else {
          const reason = `${kind === 'success' ? 'refuses valid' : 'accepts invalid'} requests: ${status} ${text.slice(0, 300).replaceAll(/\/[^ "]*|'[^']*'/g, '…')}`;
          reasons.set(reason, [...(reasons.get(reason) ?? []), `${title} ${request.view.route} (${request.title})`]);
        }
      }
    } catch (error) {
      difference(name, `does not take ${title}: ${lastLines(String(error))}`);
    }
  }
  for (const [reason, [first, ...more]] of reasons)
    difference(name, `${reason}\n    ${first}${more.length > 0 ? ` and ${more.length} more` : ''}`);
  return [name, taken, right.success, right.refusal].join(' | ');
}

/** The document at `/`. The packages leave the check of credentials to the service. */
function withoutServers(document: JsonObject): JsonObject {
  const text = JSON.stringify(document, (key, value: unknown) =>
    (key === 'servers' || key === 'security') && Array.isArray(value) ? undefined : value,
  );
  return { ...JSON.parse(text), servers: [{ url: '/' }] };
}

async function sizeOf(home: string): Promise<number> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const code = entries.filter(
    (entry) => entry.isFile() && entry.name.endsWith('.ts') && entry.name !== 'toolkit.config.ts',
  );
  const sizes = await Promise.all(code.map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function difference(name: string, text: string): void {
  console.log(`${name} ${text}`);
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(0, 3).join(' ').slice(0, 300);
}
