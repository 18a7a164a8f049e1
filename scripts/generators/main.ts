/**
 * Generates clients from the contracts with third-party tools, and compiles them. From the public contract it also compiles a
 * program, which makes and reads a booking on a sandbox, and reads what a later version of the service may send: a new field, a new
 * status, a new code, a new type of action. Tools whose code checks values read a later version of every example.
 *
 * Reads   packages/contract/src/generated/*.json, scripts/generators; on the first run Maven Central, PyPI, the Go
 *         module proxy, crates.io and the npm registry, into node_modules/.cache/generators
 * Run     npm run verify -- generators
 *         npm run verify -- generators --only TEXT    the tools whose names contain TEXT
 *         npm run verify -- generators --quick    the tools that need only Node and Python; none may be skipped
 *         npm run verify -- generators --contract FILE    another public document
 * Prints  a table with one row per tool. Exits 1 if a tool fails. If the runtime of a tool is missing, prints
 *         its name and skips it.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { laterValues, readLater, startLaterService } from './later-service.ts';
import { oapiCodegen, openapiGenerators, pythonTools, typeScriptTools } from './language-tools.ts';
import { cache, type DocumentName, run, type Tool, type Work } from './tool.ts';
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
const documents: Readonly<Record<DocumentName, string>> = {
  public: resolve(options.contract),
  admin: generated('admin'),
  provider: generated('provider'),
  'card-service': generated('card-service'),
};

/** The documents whose code is only compiled. */
const compiledOnly = ['admin', 'provider', 'card-service'] as const;
const steps = [
  'install',
  'generate',
  'compile',
  'book',
  'field',
  'code',
  'action',
  'destination',
  'refused',
  'values',
  ...compiledOnly,
] as const;
const titles = [
  'generates',
  'compiles',
  'books',
  'new field, new status',
  'new code',
  'new action',
  "today's action",
  'new refusal',
  'later values',
  'admin',
  'provider',
  'card service',
];
type Step = (typeof steps)[number];

const tools = [...openapiGenerators, ...pythonTools, oapiCodegen, ...typeScriptTools];
const everywhere = ({ needs }: Tool) => needs.every((program) => program === 'python3');
const tried = tools.filter((tool) => tool.name.includes(options.only) && (!options.quick || everywhere(tool)));

await mkdir(cache, { recursive: true });
const folder = await mkdtemp(join(tmpdir(), 'generators-'));
await using opened = new AsyncDisposableStack();
opened.defer(() => rm(folder, { recursive: true, force: true }));
const sandbox = opened.use(await startSandbox(join(folder, 'data')));
const later = opened.use(await startLaterService());
const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
const args = [sandbox.url, sandbox.key, later.url, `slt_harbour_table_${day}T1900`];

const rows: string[] = [];
for (const tool of tried) {
  const missing = tool.needs.filter((program) => !isInstalled(program));
  if (missing.length > 0) {
    console.log(`${tool.name}: skipped, ${missing.join(' and ')} is not on this computer.`);
    if (options.quick) process.exitCode = 1;
    continue;
  }
  const began = Date.now();
  const { done, fault } = await tryTool(tool);
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(`${tool.name}: ${fault === undefined ? 'passed' : `failed.\n  ${fault}`} (${seconds} s)`);
  if (fault !== undefined) process.exitCode = 1;
  const absent = (step: Step) => (step === 'values' && !tool.readValues ? '–' : 'no');
  const cells = steps.slice(1).map((step) => (done.has(step) ? 'yes' : absent(step)));
  rows.push(`| ${[tool.name, tool.version, ...cells].join(' | ')} |`);
}
const head = ['tool', 'version', ...titles];
console.log([`| ${head.join(' | ')} |`, `| ${head.map(() => '---').join(' | ')} |`, ...rows].join('\n'));

/** Tries a tool and returns the steps that passed. `fault` is the error of the first step that failed. */
async function tryTool(tool: Tool): Promise<{ done: ReadonlySet<Step>; fault?: string }> {
  const done = new Set<Step>();
  try {
    await tool.install();
    done.add('install');
    const work = await workFor(tool, 'public');
    await tool.generate(work);
    done.add('generate');
    await tool.compile(work);
    done.add('compile');
    const printed = await runPrograms(tool, work, done);
    for (const document of compiledOnly) {
      if (await compiles(tool, document)) done.add(document);
    }
    const isKnown = (step: Step) => compiledOnly.some((each) => each === step && tool.limits?.[each] !== undefined);
    const all = steps.every((step) => done.has(step) || isKnown(step) || (step === 'values' && !tool.readValues));
    return all ? { done } : { done, fault: `It printed:\n  ${printed.trim().replaceAll('\n', '\n  ')}` };
  } catch (error) {
    return { done, fault: error instanceof Error ? error.message : String(error) };
  }
}

async function workFor(tool: Tool, document: DocumentName): Promise<Work> {
  const made = join(folder, `${tool.name.replaceAll(/\W+/g, '-')}-${document}`);
  await mkdir(made);
  return { document, contract: documents[document], folder: made, hasProgram: document === 'public' };
}

/** Runs the programs on the public contract, and returns what they printed. */
async function runPrograms(tool: Tool, work: Work, done: Set<Step>): Promise<string> {
  const [program, ...first] = tool.command(work);
  const { printed, error } = await output(program, [...first, ...args]);
  const [, made] = /^made (bkg_\w+)$/m.exec(printed) ?? [];
  if (made !== undefined && printed.includes(`read ${made}\n`)) done.add('book');
  for (const line of readLater) {
    const step = steps.find((each) => line.startsWith(`${each} `));
    if (step !== undefined && printed.split('\n').includes(line)) done.add(step);
  }
  if (!tool.readValues) return printed + error;
  const values = laterValues(work.contract);
  const file = join(work.folder, 'later.json');
  await writeFile(file, JSON.stringify(values));
  const [reader, ...rest] = await tool.readValues(work);
  const read = await output(reader, [...rest, file]);
  if (values.length > 0 && read.printed.trim().split('\n').length === values.length) done.add('values');
  return printed + error + read.printed + read.error;
}

/**
 * Returns whether the code of another document compiles.
 *
 * @throws if it does not although the tool has no known limit there, or if it does although it has one.
 */
async function compiles(tool: Tool, document: (typeof compiledOnly)[number]): Promise<boolean> {
  const work = await workFor(tool, document);
  const limit = tool.limits?.[document];
  try {
    await tool.generate(work);
    await tool.compile(work);
  } catch (error) {
    if (limit !== undefined) return false;
    throw error;
  }
  if (limit !== undefined) throw new Error(`The ${document} contract compiles now. Remove the limit: ${limit}`);
  return true;
}

async function output(program: string, given: readonly string[]): Promise<{ printed: string; error: string }> {
  try {
    return { printed: await run(program, given), error: '' };
  } catch (error) {
    const { cause } = error as { readonly cause?: { readonly stdout?: string } };
    return { printed: cause?.stdout ?? '', error: error instanceof Error ? error.message : String(error) };
  }
}

function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((each) => existsSync(join(each, program)));
}
