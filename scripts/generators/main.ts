/**
 * Generates clients from the contract with third-party tools, compiles them, and runs a program on each. The program makes and
 * reads a booking on a sandbox. It also reads what a later version of the service may send: a new field, a new code, a new type
 * of action.
 *
 * Reads   packages/contract/src/generated/openapi.json, scripts/generators; on the first run Maven Central, PyPI, the Go
 *         module proxy, crates.io and the npm registry, into node_modules/.cache/generators
 * Run     npm run verify -- generators
 *         npm run verify -- generators --only TEXT    the tools whose names contain TEXT
 *         npm run verify -- generators --quick    the tools that need only Node and Python, as in CI; none may be skipped
 *         npm run verify -- generators --contract FILE    another document
 * Prints  the table of docs/generators.md, one row per tool. Exits 1 if a tool fails. If the runtime of a tool is missing, prints
 *         its name and skips it.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { readLater, startLaterService } from './later-service.ts';
import { oapiCodegen } from './oapi-codegen.ts';
import { openapiGenerators } from './openapi-generator.ts';
import { pythonTools } from './python-tools.ts';
import { cache, run } from './run.ts';
import type { Tool } from './tool.ts';
import { typeScriptTools } from './typescript-tools.ts';
import { readFlags } from '../programs/read-flags.ts';
import { startSandbox } from '../sandbox/start-sandbox.ts';

const published = fileURLToPath(new URL('../../packages/contract/src/generated/openapi.json', import.meta.url));
const { values: options } = readFlags({
  options: {
    only: { type: 'string', default: '' },
    quick: { type: 'boolean', default: false },
    contract: { type: 'string', default: published },
  },
});
const contract = resolve(options.contract);

const steps = ['install', 'generate', 'compile', 'book', 'field', 'code', 'action', 'destination', 'refused'] as const;
const titles = [
  'generates',
  'compiles',
  'books',
  'new field',
  'new code',
  'new action',
  "today's action",
  'new refusal',
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
  const cells = steps.slice(1).map((step) => (done.has(step) ? 'yes' : 'no'));
  rows.push(`| ${[tool.name, tool.version, ...cells].join(' | ')} |`);
}
const head = ['tool', 'version', ...titles];
console.log([`| ${head.join(' | ')} |`, `| ${head.map(() => '---').join(' | ')} |`, ...rows].join('\n'));

/** Tries a tool and returns the steps that passed. `fault` is the error of the first step that failed. */
async function tryTool(tool: Tool): Promise<{ done: ReadonlySet<Step>; fault?: string }> {
  const done = new Set<Step>();
  const work = { contract, folder: join(folder, tool.name.replaceAll(/\W+/g, '-')) };
  await mkdir(work.folder);
  try {
    await tool.install();
    done.add('install');
    await tool.generate(work);
    done.add('generate');
    await tool.compile(work);
    done.add('compile');
    const [program, ...first] = tool.command(work);
    const { printed, error } = await output(program, [...first, ...args]);
    const [, made] = /^made (bkg_\w+)$/m.exec(printed) ?? [];
    if (made !== undefined && printed.includes(`read ${made}\n`)) done.add('book');
    for (const line of readLater) {
      const step = steps.find((each) => line.startsWith(`${each} `));
      if (step !== undefined && printed.split('\n').includes(line)) done.add(step);
    }
    const all = steps.every((step) => done.has(step));
    return all ? { done } : { done, fault: `It printed:\n  ${printed.trim().replaceAll('\n', '\n  ')}\n  ${error}` };
  } catch (error) {
    return { done, fault: error instanceof Error ? error.message : String(error) };
  }
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
