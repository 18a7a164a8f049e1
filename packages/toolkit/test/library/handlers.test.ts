/**
 * The handlers of the library compile, and wrong ones do not: the kernel's types follow from the contract that the service registers.
 *
 * @module-tag slow
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtempDisposable, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { generate } from '../../src/project/generate.ts';
import { library } from './library-project.ts';
import config from './toolkit.config.ts';

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

/** Each handler, event or refusal with a fault does not compile. The one before it differs only in the fault. */
const program = `import { createService, type Handler, type Handlers, type Job, type Replays } from '@booking-service/kernel';
import { Refusal } from '@booking-service/kernel/contract';
import { contract } from './generated/contract.ts';
import type { Loan } from './generated/library.ts';
import { handlers, replays } from './loans.ts';
import './register.ts';

declare const loan: Loan;
declare const book: Omit<Loan, 'book'>;
const headers = { Location: '/v1/loans/1' };
const text = 'UPDATE loans SET reader = NULL RETURNING id';

export const create: Handler<'createLoan'> = async () => ({ status: 201, headers, body: loan });
// @ts-expect-error a status that the operation does not document
export const otherStatus: Handler<'createLoan'> = async () => ({ status: 202, headers, body: loan });
// @ts-expect-error a status of a refusal, which a handler throws
export const refusedStatus: Handler<'createLoan'> = async () => ({ status: 404, headers, body: loan });
// @ts-expect-error a body without a required field
export const otherBody: Handler<'createLoan'> = async () => ({ status: 201, headers, body: book });
// @ts-expect-error a response without a required header
export const noHeader: Handler<'createLoan'> = async () => ({ status: 201, body: loan });
export const read: Handler<'createLoan'> = async ({ body }) => ({ status: 201, headers, body: { ...loan, book: body.book } });
// @ts-expect-error a field that the request does not have
export const otherField: Handler<'createLoan'> = async ({ body }) => ({ status: 201, headers, body: { ...loan, book: body.title } });

const { getLoan, ...others } = handlers;
export const complete: Handlers = { ...others, getLoan };
// @ts-expect-error no handler of getLoan
export const incomplete: Handlers = others;
// @ts-expect-error an operation that the contract does not have
export const more: Handlers = { ...handlers, lendLoan: getLoan };
export const replayed: Replays = { createLoan: replays.createLoan };
// @ts-expect-error no replay of createLoan
export const notReplayed: Replays = {};

export const lost = new Refusal('already_returned');
// @ts-expect-error a code that the catalogue does not have
export const unknown = new Refusal('already_lost');

export const job: Job = {
  every_seconds: 60,
  async run(context) {
    const { commit } = context.for({ organization_id: 'org_1', livemode: true });
    const data = { object: loan };
    await commit({ name: 'erase', text }, [], { subject_id: '1', events: [{ type: 'loan.overdue', data }] });
    // @ts-expect-error an event that the contract does not have
    await commit({ name: 'erase', text }, [], { subject_id: '1', events: [{ type: 'loan.lost', data }] });
    // @ts-expect-error an event whose object lacks a field
    await commit({ name: 'erase', text }, [], { subject_id: '1', events: [{ type: 'loan.overdue', data: { object: book } }] });
    // @ts-expect-error an id with a prefix that the service does not register
    context.newId('book');
  },
};

const options = { name: 'library', contract, document: new URL('file:///a'), database: 'data', migrations: new URL('file:///b') };
export const service = () => createService({ ...options, handlers });
// @ts-expect-error a service without one of its handlers
export const incompleteService = () => createService({ ...options, handlers: others });
`;

it(
  'refuses a wrong status, body, header, event, error code or id, and a missing handler',
  { timeout: 120_000 },
  async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'library-handlers-'));
    const project = folder.path;
    for (const file of ['library.yaml', 'loans.ts', 'register.ts']) await cp(join(library, file), join(project, file));
    await generate({ root: project, config, isCheck: false });
    await writeFile(join(project, 'package.json'), '{ "type": "module" }');
    await writeFile(join(project, 'handlers.ts'), program);
    await mkdir(join(project, 'node_modules/@types'), { recursive: true });
    for (const name of ['@booking-service', '@types/node', 'undici-types'])
      await symlink(join(modules, name), join(project, 'node_modules', name), 'junction');
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      target: 'esnext',
      module: 'nodenext',
      customConditions: ['@booking-service/source'],
      types: ['node'],
    };
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const compile = promisify(execFile)(join(modules, '.bin/tsc'), ['-p', '.'], { cwd: project });
    const { stdout } = await compile.catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  },
);
