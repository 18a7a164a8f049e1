import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { faults } from './faults.ts';
import type { Fault } from './faults.ts';

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  /** File and JSON pointer. */
  readonly at: string;
}

/** What Redocly prints with --format=json, as far as the tests read it. */
interface Report {
  readonly problems: readonly {
    readonly ruleId: string;
    readonly message: string;
    readonly location: readonly { readonly source: { readonly ref: string }; readonly pointer: string }[];
  }[];
}

const contract = fileURLToPath(new URL('..', import.meta.url));
const redocly = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));

/** What the linter says of the contract as it is, and then of one copy for each fault. */
let untouched: readonly Problem[];
let reports: ReadonlyMap<Fault, readonly Problem[]>;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contract-lint-'));
  const copies = await Promise.all(faults.map((fault, index) => copyWithFault(fault, join(folder, String(index)))));
  const [first = [], ...rest] = await lint([contract, ...copies]);
  untouched = first;
  reports = new Map(faults.map((fault, index) => [fault, rest[index] ?? []]));
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

it('reports nothing of the contract as it is', () => {
  expect(untouched).toEqual([]);
});

it('has a fault for every rule', async () => {
  const files = await readdir(new URL('rules/', import.meta.url));
  const proven = new Set(faults.map(({ rule }) => `${rule}.ts`));
  expect(files.filter((file) => !proven.has(file))).toEqual([]);
});

it.each(faults)('$rule reports $fault', (fault) => {
  const { rule, at, says, also = [] } = fault;
  const problems = reports.get(fault) ?? [];
  expect(problems).toContainEqual({ ruleId: `contract/${rule}`, at, message: expect.stringContaining(says) });
  expect(new Set(problems.map(({ ruleId }) => ruleId))).toEqual(new Set([`contract/${rule}`, ...also]));
});

async function copyWithFault({ file, set }: Fault, copy: string): Promise<string> {
  await cp(contract, copy, { recursive: true, filter: (path) => !path.startsWith(join(contract, 'lint')) });
  const document = parseDocument(await readFile(join(copy, file), 'utf8'));
  for (const [pointer, value] of Object.entries(set)) {
    const keys = pointer
      .split('/')
      .slice(1)
      .map((key) => key.replaceAll('~1', '/'));
    if (value !== undefined) document.setIn(keys, document.createNode(value));
    else if (!document.deleteIn(keys)) throw new Error(`Nothing stands at ${pointer} in ${file}: mend the fault.`);
  }
  await writeFile(join(copy, file), String(document));
  return copy;
}

/** The problems of each contract, from one run of the real linter with the real configuration. */
async function lint(contracts: readonly string[]): Promise<Problem[][]> {
  const files = contracts.map((each) => join(each, 'openapi.yaml'));
  const options = [`--config=${join(contract, 'redocly.yaml')}`, '--format=json', '--max-problems=1000'];
  const output = await run([redocly, 'lint', ...files, ...options]);
  // One JSON document after another, one for each contract.
  const reported: Report[] = JSON.parse(`[${output.replaceAll('\n}{\n', '\n},{\n')}]`);
  return reported.map(({ problems }, index) =>
    problems.map(({ ruleId, message, location: [location] }) => {
      const file = location ? relative(contracts[index] ?? '', resolve(contract, location.source.ref)) : '';
      return { ruleId, message, at: `${file.replaceAll(sep, '/')}${location?.pointer}` };
    }),
  );
}

function run(args: readonly string[]): Promise<string> {
  return new Promise((succeed, fail) => {
    execFile(process.execPath, args, { cwd: contract, maxBuffer: Infinity }, (error, stdout, stderr) => {
      // 1 says that there are problems; they are in the output.
      if (error && error.code !== 1) fail(new Error(`The linter did not run: ${stderr}`, { cause: error }));
      else succeed(stdout);
    });
  });
}
