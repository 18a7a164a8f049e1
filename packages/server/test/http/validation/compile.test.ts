/** Validators are compiled at the first request of their operation, or in turns before it. Here all of them are compiled. */
import { expect, it } from 'vitest';
import { operationTable } from '@booking-service/contract';
import { adminRoutes } from '@booking-service/contract/admin';
import { adminValidators } from '../../../src/admin/server/admin-validators.ts';
import { contractValidators } from '../../../src/http/documents.ts';
import type { ContractDocument } from '@booking-service/kernel/http/validation/contract-document';
import { compileInTurns } from '@booking-service/kernel/http/validation/validate';
import {
  createValidators,
  type ValidatedRoute,
  type Validators,
} from '@booking-service/kernel/http/validation/validate';

const table = {
  good: { method: 'get', path: '/good', body: 'none' },
  bad: { method: 'get', path: '/bad', body: 'none' },
} as const satisfies Record<string, ValidatedRoute>;

const document: ContractDocument = {
  openapi: '3.1.0',
  paths: {
    '/good': { get: { parameters: [{ name: 'size', in: 'query', schema: { type: 'integer' } }] } },
    '/bad': { get: { parameters: [{ name: 'size', in: 'query', schema: { type: 'no such type' } }] } },
  },
  components: { schemas: {} },
};
const fault = /type must be JSONType or JSONType\[\]/;

function compileAll<Id extends string>({ operationIds, compile }: Validators<Id>): number {
  for (const operationId of operationIds) compile(operationId);
  return operationIds.length;
}

it('END-12: compiles every operation of both contracts', () => {
  expect(compileAll(contractValidators)).toBe(Object.keys(operationTable).length);
  expect(compileAll(adminValidators)).toBe(Object.keys(adminRoutes).length);
});

it('END-12: refuses a schema that does not compile when its operation is compiled, and at each request', () => {
  const { validatorOf, compile } = createValidators(() => document, table);
  const validate = validatorOf('bad');
  const request = { req: { url: '/bad', headers: {}, headersDistinct: {} } as never, params: {}, body: undefined };
  compile('good');
  expect(() => compile('bad')).toThrow(fault);
  expect(() => validate({ ...request, hasEscapes: false })).toThrow(Error);
});

it('END-12: compiles one operation in each turn of the event loop', async () => {
  let turns = 0;
  let counting: NodeJS.Immediate;
  const count = () => {
    turns += 1;
    counting = setImmediate(count);
  };
  counting = setImmediate(count);
  await compileInTurns(contractValidators, new AbortController().signal);
  clearImmediate(counting);
  expect(turns).toBeGreaterThanOrEqual(contractValidators.operationIds.length);
});

it('END-12: rejects in its turn for a schema that does not compile, unless it was stopped before', async () => {
  const start = (signal: AbortSignal) =>
    compileInTurns(
      createValidators(() => document, table),
      signal,
    );
  await expect(start(new AbortController().signal)).rejects.toThrow(fault);
  const stopping = new AbortController();
  const stopped = start(stopping.signal);
  stopping.abort();
  await expect(stopped).resolves.toBeUndefined();
});
