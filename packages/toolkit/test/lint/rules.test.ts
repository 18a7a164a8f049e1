/**
 * Each rule of the linter, on copies of the contracts with faults.
 *
 * @module-tag slow
 * @module-tag nightly
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import contractPlugin from '../../src/lint/plugin.ts';
import { accessFaults } from './access-faults.ts';
import { adminFaults } from './admin-faults.ts';
import { documentFaults } from './document-faults.ts';
import type { Fault } from './fault.ts';
import { limitFaults } from './limit-faults.ts';
import { proseFaults } from './prose-faults.ts';
import { refusalFaults } from './refusal-faults.ts';

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  /** A file and a JSON pointer. */
  readonly at: string;
}

/** The part of Redocly's output with --format=json that the tests read. */
interface Report {
  readonly problems: readonly {
    readonly ruleId: string;
    readonly message: string;
    readonly location: readonly { readonly source: { readonly ref: string }; readonly pointer: string }[];
  }[];
}

const contract = fileURLToPath(new URL('../../../../openapi', import.meta.url));
const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
const everyFault = {
  ...accessFaults,
  ...adminFaults,
  ...documentFaults,
  ...limitFaults,
  ...proseFaults,
  ...refusalFaults,
};
const faults = Object.entries(everyFault).flatMap(([rule, each]) => each.map((fault) => ({ rule, ...fault })));

/** The problems of the unchanged contracts. */
let unchanged: readonly Problem[] | undefined;
/** The problems of each copy with a fault. */
let reports: ReadonlyMap<Fault | undefined, readonly Problem[] | undefined>;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contract-lint-'));
  const copies = await Promise.all(faults.map((fault, index) => copyWithFault(fault, join(folder, `${index}`))));
  const byRoot = (root: Fault['root']) => faults.flatMap((fault, index) => (fault.root === root ? [index] : []));
  const copiesOf = (indexes: readonly number[]) => indexes.flatMap((index) => copies[index] ?? []);
  const [ofPublic, ofAdmin, ofProvider] = [byRoot(undefined), byRoot('admin.yaml'), byRoot('provider.yaml')];
  // The linters run in parallel to use two processors. The public contract has most of the copies.
  const half = Math.ceil(ofPublic.length / 2);
  const [first, second, admin, provider] = await Promise.all([
    lint([contract, ...copiesOf(ofPublic.slice(0, half))]),
    lint(copiesOf(ofPublic.slice(half))),
    lint([contract, ...copiesOf(ofAdmin)], 'admin.yaml'),
    lint([contract, ...copiesOf(ofProvider)], 'provider.yaml'),
  ]);
  unchanged = [...(first[0] ?? []), ...(admin[0] ?? []), ...(provider[0] ?? [])];
  const found = [...first.slice(1), ...second, ...admin.slice(1), ...provider.slice(1)];
  reports = new Map([...ofPublic, ...ofAdmin, ...ofProvider].map((index, place) => [faults[index], found[place]]));
}, 900_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

it('reports no problem in the contracts', () => {
  expect(unchanged).toEqual([]);
});

it('has faults for every rule', () => {
  expect(new Set(faults.map(({ rule }) => rule))).toEqual(new Set(Object.keys(contractPlugin().rules.oas3)));
});

it.each(faults)('$rule reports $fault', (fault) => {
  const { rule, file, set, at = `#${Object.keys(set)[0]}`, message, also = [] } = fault;
  const place = at.startsWith('#') ? `${file}${at}` : at;
  const problems = reports.get(fault);
  expect(problems).toContainEqual({ ruleId: `contract/${rule}`, at: place, message: expect.stringContaining(message) });
  expect(new Set(problems?.map(({ ruleId }) => ruleId))).toEqual(new Set([`contract/${rule}`, ...also]));
});

async function copyWithFault({ file, set }: Fault, copy: string): Promise<string> {
  await copyAround({ source: contract, copy }, file.split('/').slice(0, -1));
  const document = parseDocument(await readFile(join(copy, file), 'utf8'));
  for (const [pointer, value] of Object.entries(set)) {
    const keys = pointer.split('/').slice(1);
    const path = keys.map((key) => key.replaceAll('~1', '/'));
    if (value !== undefined) document.setIn(path, document.createNode(value));
    else if (!document.deleteIn(path)) throw new Error(`${file} has nothing at ${pointer}. Fix the fault.`);
  }
  await writeFile(join(copy, file), document.toString());
  return copy;
}

/** Copies the files along a path of folders and links every other folder. A hundred complete copies would take longer. */
async function copyAround(way: { source: string; copy: string }, [next, ...rest]: readonly string[]): Promise<void> {
  await mkdir(way.copy);
  for (const entry of await readdir(way.source, { withFileTypes: true })) {
    const [source, copy] = [join(way.source, entry.name), join(way.copy, entry.name)];
    if (entry.name === next) await copyAround({ source, copy }, rest);
    else if (entry.isDirectory()) await symlink(source, copy, 'junction');
    else await copyFile(source, copy);
  }
}

/** The problems of each contract, from one run of the real linter with the real configuration. */
async function lint(contracts: readonly string[], root = 'openapi.yaml'): Promise<Problem[][]> {
  const files = contracts.map((each) => join(each, root));
  const config = root === 'openapi.yaml' ? 'redocly.yaml' : root.replace('.yaml', '.redocly.yaml');
  const options = [`--config=${join(contract, config)}`, '--format=json', '--max-problems=1000'];
  const output = await run([redocly, 'lint', ...files, ...options]);
  // The output has one JSON document per contract.
  const printed: Report[] = JSON.parse(`[${output.replaceAll('\n}{\n', '\n},{\n')}]`);
  return printed.map(({ problems }, index) =>
    problems.map(({ ruleId, message, location: [location] }) => {
      const file = location && relative(contracts[index] ?? '', resolve(contract, location.source.ref));
      return { ruleId, message, at: `${file?.replaceAll(sep, '/')}${location?.pointer}` };
    }),
  );
}

function run(args: readonly string[]): Promise<string> {
  return new Promise((succeed, fail) => {
    execFile(process.execPath, args, { cwd: contract, maxBuffer: Infinity }, (error, stdout, stderr) => {
      // Exit code 1 means problems, which are in the output.
      if (error && error.code !== 1) fail(new Error(`The linter did not run: ${stderr}`, { cause: error }));
      else succeed(stdout);
    });
  });
}
