/**
 * The generated client of the library stands alone: in a folder without packages, it compiles, and it calls a server over
 * HTTP.
 *
 * @module-tag slow
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generate } from '../../src/project/generate.ts';
import config from './toolkit.config.ts';

const contract = fileURLToPath(new URL('../../../../examples/toolkit-library/library.yaml', import.meta.url));
const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
const run = promisify(execFile);

/** The kernel takes the generated tables: a missing or misnamed one does not compile. */
const service = `import type { ServiceContract } from '@booking-service/kernel/contract';
import { contract } from './generated/contract.ts';

export const taken: ServiceContract = contract;
export const event: 'loan.created' | 'loan.overdue' = contract.events[0];
`;

/** Calls every kind of operation. A wrong type does not compile. */
const program = `import { createLibraryClient, matchError, RefusedError, type CallError, type Loan } from './client/index.ts';

const client = createLibraryClient({ appInfo: 'reader/1' });
const loans: Loan[] = [];
for await (const loan of client.loans.list({ status: ['lent', 'overdue'] })) loans.push(loan);
const created = await client.loans.create({ book: 'Dune', reader: 'r1' }).withResponse();
const named = await client.loans.create({ book: 'Emma', reader: 'r1' }, { idempotencyKey: 'emma' }).withResponse();
const returned = await client.loans.return('l 1', { headers: { Branch: 'north' } });
const removed: undefined = await client.loans.delete('l1');
const { error } = await client.loans.get('gone').result();
const refused: CallError<'getLoan'> | undefined = error;
const reason = refused && matchError(refused, { unauthorized: ({ status }) => status, rest: () => 'other' });
const thrown = await client.loans.get('gone').catch((caught: unknown) => caught);
// @ts-expect-error the header is required
() => client.loans.return('l1');
// @ts-expect-error a state that the contract does not list
() => client.loans.list({ status: ['lost'] });
// @ts-expect-error a body of another form
() => client.loans.create({ title: 'Dune', reader: 'r1' });
// @ts-expect-error no code of this operation
() => refused && matchError(refused, { payload_too_large: () => 1, rest: () => 2 });
console.log(
  JSON.stringify({
    loans: loans.map(({ id }) => id),
    created: { id: created.data.id, attempts: created.attempts.length, limit: created.rateLimit?.remaining },
    named: { id: named.data.id, key: named.idempotencyKey },
    returned: returned.status,
    hasNoBody: removed === undefined,
    reason,
    isRefused: thrown instanceof RefusedError && thrown.is('unauthorized'),
    livemode: client.livemode,
  }),
);
`;

interface Received {
  readonly call: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let project: string;
let server: Server;
const received: Received[] = [];

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'library-client-'));
  await writeFile(join(project, 'library.yaml'), extended(await readFile(contract, 'utf8')));
  const contracts = { public: { document: 'library.yaml', outputs: { client: 'client' } } };
  await generate({ root: project, config: { ...config, contracts }, isCheck: false });
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
  await writeFile(join(project, 'use.ts'), program);
  await writeFile(join(project, 'service.ts'), service);
  for (const scope of ['@types', '@booking-service'])
    await mkdir(join(project, 'node_modules', scope), { recursive: true });
  for (const name of ['@types/node', 'undici-types', '@booking-service/kernel']) {
    await symlink(join(modules, name), join(project, 'node_modules', name), 'junction');
  }
  server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}, 60_000);

afterAll(async () => {
  server.close();
  await rm(project, { recursive: true, force: true });
});

it('has nothing of another product, and imports no package', async () => {
  const files = await readdir(join(project, 'client'), { recursive: true });
  const texts = await Promise.all(
    files.filter((file) => file.endsWith('.ts')).map((file) => readFile(join(project, 'client', file), 'utf8')),
  );
  expect(texts.filter((text) => /[Bb]ooking|BOOKING|\b[A-Z]{3}-\d/.test(text))).toEqual([]);
  const imported = texts.flatMap((text) => [...text.matchAll(/from '([^.][^']*)'/g)].map(([, name]) => name));
  expect(imported).toEqual([]);
});

const common = {
  strict: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'nodenext',
};
const strictest = {
  ...common,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  customConditions: ['@booking-service/source'],
  types: ['node'],
};

it.each([
  ['with the strictest settings, and refuses wrong types', strictest, ['*.ts', 'client']],
  ['with strict alone, without the types of Node.js', { ...common, types: [] }, ['client']],
])('compiles %s', { timeout: 120_000 }, async (_settings, compilerOptions, include) => {
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  const outcome = await run(join(modules, '.bin/tsc'), ['-p', '.'], { cwd: project }).catch(
    (error: { stdout: string }) => error,
  );
  expect(outcome.stdout).toBe('');
});

it('calls a server: pages, parameters, errors, and a retry with the same key', { timeout: 60_000 }, async () => {
  // The address of a server that listens on a port.
  const { port } = server.address() as AddressInfo;
  const env = { ...process.env, LIBRARY_API_KEY: 'sk_test_1', LIBRARY_BASE_URL: `http://127.0.0.1:${port}` };
  const { stdout } = await run(process.execPath, ['use.ts'], { cwd: project, env });
  expect(JSON.parse(stdout)).toEqual({
    loans: ['l1', 'l2', 'l3'],
    created: { id: 'l9', attempts: 2, limit: 99 },
    named: { id: 'l9', key: 'emma' },
    returned: 'returned',
    hasNoBody: true,
    reason: 401,
    isRefused: true,
    livemode: false,
  });
  const [first, second, failed, retried, named, returned] = received;
  expect(first?.call).toBe('GET /v1/loans?status=lent&status=overdue');
  expect(second?.call).toBe('GET /v1/loans?status=lent&status=overdue&cursor=c2');
  expect(first?.headers).toMatchObject({
    authorization: 'Bearer sk_test_1',
    'user-agent': 'library-client/0.0.0 reader/1',
  });
  expect([failed?.call, failed?.body]).toEqual(['POST /v1/loans', '{"book":"Dune","reader":"r1"}']);
  expect(failed?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  expect(retried?.headers['idempotency-key']).toBe(failed?.headers['idempotency-key']);
  expect(named?.headers['idempotency-key']).toBe('emma');
  expect([returned?.call, returned?.headers['branch']]).toEqual(['POST /v1/loans/l%201/return', 'north']);
});

/** The contract with a list in a query, a required header, and an operation whose success has no body. */
function extended(text: string): string {
  const changes = [
    [
      '        - name: limit\n',
      `        - name: status
          in: query
          description: The states of the loans.
          schema: { type: array, maxItems: 3, items: { $ref: '#/components/schemas/LoanStatus' } }
          example: [lent]
        - name: limit\n`,
    ],
    [
      `rules: [LIB-3] }\n      parameters: [{ $ref: '#/components/parameters/LoanIdInPath' }]\n`,
      `rules: [LIB-3] }
      parameters:
        - { $ref: '#/components/parameters/LoanIdInPath' }
        - { name: Branch, in: header, required: true, description: The branch., schema: { type: string }, example: north }\n`,
    ],
    [
      '  /v1/loans/{id}/return:\n',
      `    delete:
      operationId: deleteLoan
      tags: [loans]
      summary: Delete a loan
      description: Deletes a loan.
      x-behavior: *write
      parameters: [{ $ref: '#/components/parameters/LoanIdInPath' }]
      responses: { '204': { description: The loan is gone., headers: *metered } }
  /v1/loans/{id}/return:\n`,
    ],
  ] as const;
  return changes.reduce((current, [from, to]) => {
    if (!current.includes(from)) throw new Error(`The contract has no ${from}`);
    return current.replace(from, () => to);
  }, text);
}

/** A small server of the library. It fails the first create after it may have happened. */
async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = Buffer.concat(await request.toArray()).toString();
  const call = `${request.method} ${request.url}`;
  received.push({ call, headers: request.headers, body });
  const send = (status: number, content: object) => {
    const limits = { 'RateLimit-Limit': '100', 'RateLimit-Remaining': '99', 'RateLimit-Reset': '60' };
    response.writeHead(status, { 'Content-Type': 'application/json', ...limits }).end(JSON.stringify(content));
  };
  const loan = (id: string, status = 'lent') => ({ id, book: 'Dune', status });
  if (call.startsWith('GET /v1/loans?') && call.includes('cursor=c2')) {
    return send(200, { data: [loan('l3')], next_cursor: null });
  }
  if (call.startsWith('GET /v1/loans?')) return send(200, { data: [loan('l1'), loan('l2')], next_cursor: 'c2' });
  const creates = received.filter((each) => each.call === 'POST /v1/loans');
  if (call === 'POST /v1/loans' && creates.length === 1) return void response.writeHead(502).end('Bad gateway');
  if (call === 'POST /v1/loans') return send(201, loan('l9'));
  if (request.method === 'DELETE') return void response.writeHead(204).end();
  if (call.endsWith('/return')) return send(200, loan('l1', 'returned'));
  return send(401, { error: 'The key is wrong.', error_code: 'unauthorized' });
}
