/**
 * The toolkit compiles a contract of another kind: a library that lends books. Nothing in it is about this repository's service.
 *
 * @module-tag slow
 */
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { productOf } from '../../src/config.ts';
import { createSite } from '../../src/docs/site/create-site.ts';
import { blockGroup } from '../../src/docs/reference/block-pages.ts';
import { contractGroups } from '../../src/docs/reference/contract-pages.ts';
import { attemptCauses } from '../../src/document/attempt-causes.ts';
import { bundle } from '../../src/document/bundle.ts';
import type { BundledContract } from '../../src/document/bundled-contract.ts';
import { findBreakingChanges } from '../../src/gate/diff.ts';
import { clientResources } from '../../src/generate/client-resources.ts';
import { withSamples } from '../../src/generate/samples/code-samples.ts';
import { behaviorTables, eventMap, operationTable } from '../../src/generate/generated-tables.ts';
import { wireTypes } from '../../src/generate/typed-document.ts';
import { library, lint } from './library-project.ts';
import config from './toolkit.config.ts';

const sources = fileURLToPath(new URL('../../src', import.meta.url));
const product = productOf(config, {});

let json: string;
let contract: BundledContract;

beforeAll(async () => {
  json = await bundle({ document: 'library.yaml' }, library);
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
  const [curl, client, python, go] = contract.paths['/v1/loans/{id}']?.['get']?.['x-codeSamples'] ?? [];
  expect(python?.source).toContain(`f"{os.environ['LIBRARY_BASE_URL']}/v1/loans/{os.environ['LOAN_ID']}"`);
  expect(go?.source).toContain(`os.Getenv("LIBRARY_BASE_URL")+"/v1/loans/"+os.Getenv("LOAN_ID")`);
  expect(curl?.source).toContain('"$LIBRARY_BASE_URL/v1/loans/$LOAN_ID"');
  expect(client?.source).toContain(`import { createLibraryClient } from '@library/client';`);
});

it('writes a receiver of webhooks that needs no package and refuses a wrong signature', async () => {
  const [sample] = contract.webhooks['loan.created']?.post['x-codeSamples'] ?? [];
  expect([...(sample?.source ?? '').matchAll(/from '(.+)'/g)].map(([, name]) => name)).toEqual([
    'node:crypto',
    'node:http',
  ]);
  const socket = createServer().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  // A server that listens on a port has an address of this form.
  const { port } = socket.address() as AddressInfo;
  await new Promise((resolve) => socket.close(resolve));
  const listening = `${sample?.source}console.log('listening');\n`;
  const receiver = spawn(process.execPath, ['--input-type=module-typescript', '--eval', listening], {
    env: { LIBRARY_WEBHOOK_SECRET: 'secret', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const lines = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe('listening');
    const body = JSON.stringify({ type: 'loan.created', data: { object: { id: 'loan_1' } } });
    const now = Math.floor(Date.now() / 1000);
    const send = async (time: number, secret: string) => {
      const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
      const headers = { 'Service-Signature': `t=${time},v1=${signature}` };
      return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })).status;
    };
    expect([await send(now, 'other'), await send(now - 301, 'secret'), await send(now, 'secret')]).toEqual([
      400, 400, 204,
    ]);
    expect((await lines.next()).value).toBe("loan.created { id: 'loan_1' }");
  } finally {
    receiver.kill();
  }
});

it('completes x-delivery with the causes of the kernel', () => {
  expect(contract['x-delivery'].attempt_causes).toEqual(attemptCauses);
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

it('accepts a component of responses that only x-unrouted refers to, and reports one that nothing does', async () => {
  const moved = (text: string) => {
    const [before = '', unrouted = ''] = text.split("x-unrouted:\n  '404':\n");
    const [notFound = '', rest = ''] = unrouted.split("  '405':\n");
    const component = `    NoSuchPath:\n${notFound.replaceAll(/^(?=.)/gm, '  ')}`;
    const index = before.lastIndexOf('  schemas:\n');
    return `${before.slice(0, index)}${component}${before.slice(index)}x-unrouted:
  '404': { $ref: '#/components/responses/NoSuchPath' }\n  '405':\n${rest}`;
  };
  expect(await lint(moved)).toEqual([]);
  const unused = (text: string) =>
    text.replace('  schemas:\n', '  schemas:\n    Unused: { type: boolean, description: None. }\n');
  expect(await lint(unused)).toContain('no-unused-components');
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
    [
      'access',
      'command',
      'delivery',
      'deprecation-policy',
      'errors',
      'idempotency',
      'limits',
      'behavior',
      'states',
    ].map((name) => `blocks/x-${name}`),
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

it('names nothing of the service of this repository', () => {
  const files = globSync('**/*.{ts,json,css}', { cwd: sources }).map((file) => file.replaceAll('\\', '/'));
  expect(files.length).toBeGreaterThan(80);
  const named = files.filter((file) =>
    /booking|venue|guest|diner|bkg_|sk_(?:live|test)_/i.test(
      readFileSync(join(sources, file), 'utf8').replaceAll('@booking-service/', ''),
    ),
  );
  expect(named).toEqual([]);
});
