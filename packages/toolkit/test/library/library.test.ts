/** The toolkit compiles a contract of another kind: a library that lends books. Nothing in it is about this repository's service. */
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite } from '../../src/docs/site/create-site.ts';
import { blockGroup } from '../../src/docs/reference/block-pages.ts';
import { contractGroups } from '../../src/docs/reference/contract-pages.ts';
import { bundle } from '../../src/document/bundle.ts';
import type { BundledContract } from '../../src/document/bundled-contract.ts';
import { findBreakingChanges } from '../../src/gate/find-breaking-changes.ts';
import { clientResources } from '../../src/generate/client-resources.ts';
import { withSamples } from '../../src/generate/code-samples.ts';
import { behaviorTables, eventMap, operationTable } from '../../src/generate/generated-tables.ts';
import { wireTypes } from '../../src/generate/wire-types.ts';
import config from './toolkit.config.ts';

/** The folder of the contract: an example that is no part of the workspace. */
const folder = fileURLToPath(new URL('../../../../examples/toolkit-library', import.meta.url));
const sources = fileURLToPath(new URL('../../src', import.meta.url));
const program = fileURLToPath(new URL('../../bin/contract.js', import.meta.url));
const { product } = config;

let json: string;
let contract: BundledContract;

beforeAll(async () => {
  json = await bundle({ document: 'library.yaml' }, folder);
  contract = withSamples<BundledContract>(JSON.parse(json), { product, written: () => undefined });
});

it('writes types, operations, errors, states and events', async () => {
  const types = await wireTypes(json);
  expect(types).toContain('createLoan: {');
  expect(types).toContain('status: components["schemas"]["LoanStatus"]');
  expect(operationTable(contract)).toMatch(
    /"returnLoan": \{\s+"method": "post",\s+"path": "\/v1\/loans\/\{id\}\/return"/,
  );
  const tables = new Map(behaviorTables(contract).map(({ name, text }) => [name, text]));
  expect([...tables.keys()]).toEqual([
    'errors.ts',
    'loan-states.ts',
    'access.ts',
    'delivery.ts',
    'idempotency.ts',
    'limits.ts',
  ]);
  expect(tables.get('loan-states.ts')).toContain('export const loanStates = ');
  expect(eventMap(contract)).toContain(`readonly 'loan.overdue': components['schemas']['LoanOverdueEvent'];`);
});

it('writes a client with a method for each operation, and samples with the names of the product', () => {
  const resources = clientResources(contract, { ownTypes: '' });
  for (const method of ['list(', 'create(', 'get(', 'return(']) expect(resources).toContain(`  ${method}`);
  expect(resources).toContain('ListCall<');
  const [curl, client] = contract.paths['/v1/loans/{id}']?.['get']?.['x-codeSamples'] ?? [];
  expect(curl?.source).toContain('"$LIBRARY_BASE_URL/v1/loans/$LOAN_ID"');
  expect(client?.source).toContain(`import { createLibraryClient } from '@library/client';`);
});

it('accepts the contract, and reports a misspelt block, an ill-typed one and a state that nothing leaves', async () => {
  expect(await lint((text) => text)).toEqual([]);
  expect(await lint((text) => text.replace('window_seconds:', 'window_second:'))).toContain('contract/behavior-schema');
  expect(await lint((text) => text.replace('max_attempts: 4', 'max_attempts: four'))).toContain(
    'contract/behavior-schema',
  );
  expect(await lint((text) => text.replace('x-limits:', 'x-limit:'))).toContain('contract/behavior-schema');
  expect(await lint((text) => text.replace(/ {6}- \{ trigger: return, from: overdue.*\n/, ''))).toEqual([
    'contract/state-table',
  ]);
});

it('builds the docs', () => {
  const files = createSite({
    name: product.name,
    contract,
    groups: [
      { title: 'Start', summary: 'The library.', pages: [{ path: 'index', markdown: '# Library\n\nLends books.\n' }] },
      ...contractGroups(contract, { product }),
    ],
    shownBy: {},
    files: {},
  });
  expect(files.get('operations/create-loan.html')).toContain('Borrow a book');
  expect(files.get('reference/states.html')).toContain('The states of a loan');
  expect(files.get('webhooks/loan.overdue.html')).toContain('A loan is overdue');
  expect(files.get('llms.txt')).toMatch(/^# Library\n/);
  const named = [...files].filter(([, text]) => /booking/i.test(text)).map(([name]) => name);
  expect(named).toEqual([]);
});

it('has a page for each block, with the fields of its JSON Schema', () => {
  const { pages } = blockGroup();
  expect(pages.map(({ path }) => path)).toEqual(
    ['access', 'command', 'delivery', 'errors', 'idempotency', 'limits', 'behavior', 'states'].map(
      (name) => `blocks/x-${name}`,
    ),
  );
  const states = pages.find(({ path }) => path === 'blocks/x-states')?.markdown;
  expect(states).toContain('| `*.states.*.expires_after_seconds` optional | integer, at least 1 |');
  expect(states).toContain('| `*.transitions[].trigger` |');
});

it('shows on the page of a block the block of a contract', () => {
  const pages = new Map(blockGroup([contract]).pages.map(({ path, markdown }) => [path, markdown]));
  expect(pages.get('blocks/x-states')).toMatch(/```yaml\nx-states:\n {2}loan:\n/);
  expect(pages.get('blocks/x-behavior')).toContain('  scope: loans:read\n');
  expect(pages.get('blocks/x-delivery')).toMatch(/^ {2}max_attempts: \d+$/m);
  expect(pages.get('blocks/x-command')).not.toContain('```yaml');
});

it('describes each field of a block, with the default of each optional field and the unit of each number', () => {
  const rows = blockGroup().pages.flatMap(({ path, markdown }) =>
    [...markdown.matchAll(/^\| (`.+?`)( optional)? \| (.+?) \| (.*) \|$/gm)].map(
      ([, field = '', isOptional, type = '', meaning = '']) => ({
        field: `${path} ${field}`,
        isOptional,
        type,
        meaning,
      }),
    ),
  );
  expect(rows.length).toBeGreaterThan(90);
  const unit = /second|byte|day|attempt|request|character|entries|fault|response|status/i;
  const wrong = rows.filter(({ isOptional, type, meaning }) => {
    const hasDefault = isOptional === undefined || /Default:|Absent|Required with/.test(meaning);
    return !/^[A-Z`].+\.$/.test(meaning) || !hasDefault || (type.startsWith('integer') && !unit.test(meaning));
  });
  expect(wrong.map(({ field, meaning }) => `${field}: ${meaning}`)).toEqual([]);
});

it('refuses a change that breaks callers, and accepts an addition', () => {
  const changed = structuredClone(contract) as unknown as {
    'x-limits': { default_limit: number };
    'x-states': { [name: string]: { transitions: object[] } };
  };
  changed['x-limits'].default_limit = 50;
  changed['x-states']['loan']?.transitions.pop();
  const rules = findBreakingChanges(contract, changed as unknown as BundledContract, { implementedBy: 'service' }).map(
    ({ rule, pointer }) => `${rule} ${pointer}`,
  );
  expect(rules).toEqual([
    'limits/lowered #/x-limits/default_limit',
    'states/transition-removed #/x-states/loan/transitions/return:overdue-returned',
  ]);
  changed['x-limits'].default_limit = 500;
  expect(
    findBreakingChanges(contract, { ...contract, 'x-limits': changed['x-limits'] }, { implementedBy: 'service' }),
  ).toEqual([]);
});

it('names this repository in three sources only', () => {
  const files = globSync('**/*.{ts,json,css}', { cwd: sources });
  expect(files.length).toBeGreaterThan(80);
  const named = files.filter((file) =>
    /booking/i.test(readFileSync(join(sources, file), 'utf8').replaceAll('@booking-service/', '')),
  );
  // The law of an open list, the names that a copied runtime replaces, and the lists whose pages the limits bound.
  expect(named.toSorted()).toEqual(['gate/behavior-laws.ts', 'generate/client-package.ts', 'lint/rules/limits.ts']);
});

describe('contract generate', () => {
  it('writes every file of a contract with a configuration of one line, and finds what is out of date', async () => {
    await inProject(async (project) => {
      expect(await contractCommand(['generate'], project)).toMatchObject({ code: 0, stderr: '' });
      expect((await readdir(join(project, 'generated'))).toSorted()).toEqual([
        'access.ts',
        'contract.ts',
        'delivery.ts',
        'errors.ts',
        'events.ts',
        'idempotency.ts',
        'library.json',
        'library.ts',
        'limits.ts',
        'loan-states.ts',
        'operations.ts',
        'request-id.ts',
      ]);
      expect(await readFile(join(project, 'generated/operations.ts'), 'utf8')).toMatch(
        /^\/\/ Written from library\.yaml\. Edit that, then run: npx contract generate\n/,
      );
      expect(await contractCommand(['generate', '--check'], project)).toMatchObject({ code: 0 });
      await writeFile(join(project, 'generated/limits.ts'), '');
      await writeFile(join(project, 'generated/extra.ts'), '');
      expect(await contractCommand(['generate', '--check'], project)).toEqual({
        code: 1,
        stdout: '',
        stderr: 'Out of date: generated/limits.ts, generated/extra.ts. Run: npx contract generate\n',
      });
    });
  });

  it('exits with 2 and the reason if the document is missing or broken', async () => {
    await inProject(async (project) => {
      await writeFile(join(project, 'library.yaml'), 'openapi: 3.1.1\npaths: { $ref: gone.yaml }\n');
      const broken = await contractCommand(['generate'], project);
      expect(broken).toMatchObject({ code: 2, stdout: '' });
      expect(broken.stderr).toContain('Redocly cannot bundle library.yaml.');
      await rm(join(project, 'library.yaml'));
      expect(await contractCommand(['generate'], project)).toEqual({
        code: 2,
        stdout: '',
        stderr: 'The document library.yaml of the contract public does not exist. Correct it in toolkit.config.ts.\n',
      });
    });
  });
});

describe('contract docs', () => {
  it('writes a site with the addresses of the contract, and replaces it', async () => {
    await inProject(async (project) => {
      const built = await contractCommand(['docs'], project);
      expect(built).toEqual({ code: 0, stdout: expect.stringMatching(/^Wrote \d+ files to docs-site\./), stderr: '' });
      const read = (file: string) => readFile(join(project, 'docs-site', file), 'utf8');
      expect(await read('index.html')).toContain('A loan is overdue 14 days after it was made.');
      expect(await read('operations/create-loan.md')).toContain('LIBRARY_BASE_URL=http://127.0.0.1:7430');
      await writeFile(join(project, 'docs-site/old.html'), '');
      expect(await contractCommand(['docs', '--base-url', 'https://library.test'], project)).toMatchObject({ code: 0 });
      expect(await read('llms.txt')).toContain('(https://library.test/docs/operations/create-loan.md)');
      await expect(read('old.html')).rejects.toThrow('ENOENT');
    });
  });

  it('removes no folder with other files', async () => {
    await inProject(async (project) => {
      await mkdir(join(project, 'docs-site'));
      await writeFile(join(project, 'docs-site/notes.md'), '');
      const { code, stderr } = await contractCommand(['docs'], project);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('files that are no site') });
      expect(await readdir(join(project, 'docs-site'))).toEqual(['notes.md']);
    });
  });
});

describe('contract', () => {
  it('lists its commands, and explains each', async () => {
    const { stdout } = await contractCommand(['--help'], folder);
    const names = [...stdout.matchAll(/^ {2}(\w+) {2,}/gm)].map(([, name = '']) => name);
    expect(names).toContain('generate');
    for (const name of names) {
      const help = await contractCommand([name, '--help'], folder);
      expect(help).toMatchObject({ code: 0, stderr: '' });
      expect(help.stdout).toMatch(new RegExp(`^Usage: contract ${name}\\b`));
    }
  });

  it.each([
    { args: ['nothing'], reason: 'There is no command nothing.' },
    { args: ['lint', '--colour'], reason: "Unknown option '--colour'" },
    { args: ['lint', '--contract', 'private'], reason: 'There is no contract private. Use one of these: public.' },
  ])('exits with 2 for $args', async ({ args, reason }) => {
    await inProject(async (project) => {
      const { code, stderr } = await contractCommand(args, project);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(reason) });
    });
  });
});

/** The rules that report a changed contract. */
async function lint(change: (text: string) => string): Promise<string[]> {
  return inProject(async (project) => {
    const file = join(project, 'library.yaml');
    await writeFile(file, change(await readFile(file, 'utf8')));
    const { stdout } = await contractCommand(['lint', '--format', 'json'], project);
    const report: { readonly problems: readonly { readonly ruleId: string }[] } = JSON.parse(stdout);
    return [...new Set(report.problems.map(({ ruleId }) => ruleId))];
  });
}

/** Calls a function with a folder that has only the contract and toolkit.config.ts. */
async function inProject<T>(use: (project: string) => Promise<T>): Promise<T> {
  const project = await mkdtemp(join(tmpdir(), 'library-'));
  try {
    await cp(join(folder, 'library.yaml'), join(project, 'library.yaml'));
    await cp(fileURLToPath(new URL('toolkit.config.ts', import.meta.url)), join(project, 'toolkit.config.ts'));
    return await use(project);
  } finally {
    await rm(project, { recursive: true, force: true });
  }
}

interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function contractCommand(args: readonly string[], cwd: string): Promise<CommandResult> {
  const options = ['--conditions=@booking-service/source', program, ...args];
  return promisify(execFile)(process.execPath, options, { cwd }).then(
    (output) => ({ code: 0, ...output }),
    ({ code, stdout, stderr }: CommandResult) => ({ code, stdout, stderr }),
  );
}
