/**
 * Generates clients from the contracts with third-party tools, and compiles them. From the public contract it also compiles a
 * program for some, which makes and reads a booking on a sandbox, and reads what a later version of the service may send: a new field,
 * a new status, a new code, a new type of action. Tools whose code checks values read a later version of every example.
 *
 * Reads   packages/contract/src/generated/*.json, scripts/generators; on the first run Maven Central, PyPI, the Go
 *         module proxy, crates.io and the npm registry, into node_modules/.cache/generators
 * Run     npm run verify -- generators
 *         npm run verify -- generators --only TEXT    the tools whose names contain TEXT
 *         npm run verify -- generators --quick    the tools that need only Node and Python; none may be skipped
 *         npm run verify -- generators --contract FILE    another public document
 * Prints  the table of docs/build/generated-clients.md. Exits 1 if a row is not in that page, or one of another tool is. If the
 *         runtime of a tool is missing, prints its name and skips it.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { laterValues, readLater, startLaterService } from './later-service.ts';
import { oapiCodegen, openapiGenerators, pythonTools, typeScriptTools } from './language-tools.ts';
import { cache, run, type Tool, type Work } from './tool.ts';
import { readFlags } from '../programs/run-program.ts';
import { startSandbox } from '../sandbox/start-sandbox.ts';

const generated = (name: string) =>
  fileURLToPath(new URL(`../../packages/contract/src/generated/${name}.json`, import.meta.url));
const { values: options } = readFlags({
  options: {
    only: { type: 'string', default: '' },
    quick: { type: 'boolean', default: false },
    contract: { type: 'string', default: generated('openapi') },
  },
});
const documents = {
  public: resolve(options.contract),
  admin: generated('admin'),
  provider: generated('provider'),
  'card service': generated('card-service'),
};

const tools = [...openapiGenerators, ...pythonTools, oapiCodegen, ...typeScriptTools];
const everywhere = ({ needs }: Tool) => needs.every((program) => program === 'python3');
const tried = tools.filter((tool) => tool.name.includes(options.only) && (!options.quick || everywhere(tool)));
if (tried.length === 0) throw new Error(`No tool has ${options.only} in its name.`);

await mkdir(cache, { recursive: true });
const folder = await mkdtemp(join(tmpdir(), 'generators-'));
await using opened = new AsyncDisposableStack();
opened.defer(() => rm(folder, { recursive: true, force: true }));
const sandbox = opened.use(await startSandbox(join(folder, 'data')));
const later = opened.use(await startLaterService());
const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
const args = [sandbox.url, sandbox.key, later.url, `slt_harbour_table_${day}T1900`];

const page = await readFile(new URL('../../docs/build/generated-clients.md', import.meta.url), 'utf8');
const documented = page.split('\n').flatMap((line) => (line.startsWith('|') ? [line.replaceAll(/ +/g, ' ')] : []));
const head = rowOf('tool', ...Object.keys(documents));
const rows: string[] = [];
for (const tool of tried) {
  const missing = tool.needs.filter((program) => !isInstalled(program));
  if (missing.length > 0) {
    console.log(`${tool.name}: skipped, ${missing.join(' and ')} is not on this computer.`);
    if (options.quick) process.exitCode = 1;
    continue;
  }
  const began = Date.now();
  const { cells, faults } = await tryTool(tool);
  const row = rowOf(`${tool.name}@${tool.version}`, ...cells);
  rows.push(row);
  const passed = documented.includes(row);
  if (!passed) process.exitCode = 1;
  const verdict = passed
    ? 'as documented'
    : ['another row than in the docs.', ...faults].join('\n').replaceAll('\n', '\n  ');
  console.log(`${tool.name}: ${verdict} (${Math.round((Date.now() - began) / 1000)} s)`);
}
console.log([head, rowOf(...head.split(' | ').map(() => '---')), ...rows].join('\n'));
const known = [head, ...tools.map(({ name, version }) => `| ${name}@${version} |`)];
const stale = documented.filter((row, index) => index !== 1 && known.every((each) => !row.startsWith(each)));
if (stale.length > 0) {
  console.log(`The docs have rows of no tool:\n${stale.join('\n')}`);
  process.exitCode = 1;
}

function rowOf(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Tries a tool on each document. Returns the cells of its row, and the errors. */
async function tryTool(tool: Tool): Promise<{ cells: readonly string[]; faults: readonly string[] }> {
  const cells: string[] = [];
  const faults: string[] = [];
  for (const [document, contract] of Object.entries(documents)) {
    let reached = 'no';
    try {
      await tool.install();
      const made = join(folder, `${tool.name}-${document}`.replaceAll(/\W+/g, '-'));
      await mkdir(made);
      const work = { contract, folder: made, hasProgram: document === 'public' && tool.command !== undefined };
      await tool.generate(work);
      reached = 'generates';
      await tool.compile(work);
      reached = 'compiles';
      if (!work.hasProgram) continue;
      await runPrograms(tool, work);
      reached = 'books';
    } catch (error) {
      faults.push(`${document}: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      cells.push(reached);
    }
  }
  return { cells, faults };
}

/**
 * Runs the programs on the public contract.
 *
 * @throws with their output if they did not read all.
 */
async function runPrograms({ command, readValues }: Tool, work: Work): Promise<void> {
  const [program = '', ...first] = command?.(work) ?? [];
  const printed = await run(program, [...first, ...args]);
  const [, made] = /^made (bkg_\w+)$/m.exec(printed) ?? [];
  const lines = printed.split('\n');
  const missing = [`read ${made}`, ...readLater].filter((line) => !lines.includes(line));
  if (missing.length > 0) throw new Error(`The program did not print ${missing.join(', ')}, but:\n${printed}`);
  if (!readValues) return;
  const values = laterValues(work.contract);
  const file = join(work.folder, 'later.json');
  await writeFile(file, JSON.stringify(values));
  const [reader, ...rest] = await readValues(work);
  const read = await run(reader, [...rest, file]);
  if (values.length === 0 || read.trim().split('\n').length !== values.length) throw new Error(`It read:\n${read}`);
}

function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((each) => existsSync(join(each, program)));
}
