/** The shared request path with a contract of its own: every kind of parameter reaches the handler, typed and validated. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { createLog } from '../../src/log/log.ts';
import { Refusal } from '@booking-service/kernel/contract';
import {
  createExchange,
  createOperationListener,
  createValidators,
  errorHandler,
  type Exchange,
} from '@booking-service/kernel/http';
// @boundaries-ignore a private part of the kernel
import { compileContract, type ContractDocument } from '../../../kernel/src/http/compile-contract.ts';
// @boundaries-ignore a private part of the kernel
import { listen } from '../../../kernel/src/http/http-server.ts';
// @boundaries-ignore a private part of the kernel
import type { Route } from '../../../kernel/src/http/operation-listener.ts';

const table = {
  listThings: { method: 'get', path: '/shelves/{shelf}/things' },
  removeThing: { method: 'delete', path: '/shelves/{shelf}/things' },
} as const satisfies Record<string, Route>;

const shelf = { name: 'shelf', in: 'path', required: true, schema: { type: 'string', maxLength: 5 } } as const;
const limit = { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } } as const;
const state = { name: 'state', in: 'query', schema: { type: 'array', items: { enum: ['new', 'old'] } } } as const;
const note = { name: 'X-Note', in: 'header', schema: { type: 'string', maxLength: 5 } } as const;

const document: ContractDocument = {
  paths: {
    '/shelves/{shelf}/things': {
      get: {
        operationId: 'listThings',
        parameters: [shelf, { $ref: '#/components/parameters/limit' }, state, note],
      },
      delete: { operationId: 'removeThing', parameters: [shelf] },
    },
  },
  components: { schemas: {}, parameters: { limit } },
};

/** Sends one request to a listener that returns each valid request, and each refusal's details. */
async function send(
  target: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  const validatorOf = createValidators(compileContract(document));
  const toResponse = (error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return { status: 400, headers: error.headers, body: { code: error.code, details: error.details } };
  };
  const listener = createOperationListener<keyof typeof table, Route, Exchange>({
    table,
    open: createExchange,
    createHandler: (operationId) => async (exchange) => ({
      status: 200,
      body: { operationId, ...validatorOf(operationId)(exchange) },
    }),
    respondToError: errorHandler({ log: createLog({ level: 'silent' }), toResponse }),
  });
  const server = createServer(listener);
  const { url } = await listen(server, { host: '127.0.0.1', port: 0 });
  const response = await fetch(url + target, { method, headers });
  const body: unknown = await response.json();
  server.close();
  await once(server, 'close');
  return { status: response.status, allow: response.headers.get('allow'), body };
}

it('passes path, query and header parameters to the handler under the names and types of the contract', async () => {
  const headers = { 'x-note': 'quick' };
  const { status, body } = await send('/shelves/left/things?limit=20&state=new', { headers });
  expect(status).toBe(200);
  expect(body).toEqual({
    operationId: 'listThings',
    path: { shelf: 'left' },
    query: { limit: 20, state: ['new'] },
    header: { 'X-Note': 'quick' },
  });
});

it('leaves out an optional query parameter that was not sent, and collects one that was sent twice', async () => {
  expect((await send('/shelves/left/things?state=new&state=old')).body).toMatchObject({
    query: { state: ['new', 'old'] },
  });
  expect((await send('/shelves/left/things')).body).toMatchObject({ query: {} });
});

it.each([
  { query: 'limit=101', details: [{ in: 'query', path: 'limit' }] },
  { query: 'limit=many', details: [{ in: 'query', path: 'limit' }] },
  { query: 'limit=1&limit=2', details: [{ in: 'query', path: 'limit' }] },
  { query: 'state=lost', details: [{ in: 'query', path: 'state/0' }] },
  { query: 'color=red&size=1', details: [{ path: 'color', message: 'is unknown' }, { path: 'size' }] },
])('refuses the query ?$query', async ({ query, details }) => {
  const { status, body } = await send(`/shelves/left/things?${query}`);
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'invalid_request', details });
});

it.each([
  { name: 'a path parameter', target: '/shelves/bottom/things', note: 'short', place: 'path' },
  { name: 'a header', target: '/shelves/left/things', note: 'too long', place: 'header' },
])('refuses $name that breaks its schema', async ({ target, note: value, place }) => {
  const { status, body } = await send(target, { headers: { 'X-Note': value } });
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'invalid_request', details: [{ in: place }] });
});

it('refuses another method with every method of the path, and another path as not found', async () => {
  const refused = await send('/shelves/left/things', { method: 'PUT' });
  expect(refused).toMatchObject({ allow: 'GET, HEAD, DELETE', body: { code: 'method_not_allowed' } });
  expect(await send('/shelves/left/things', { method: 'DELETE' })).toMatchObject({
    status: 200,
    body: { operationId: 'removeThing' },
  });
  expect(await send('/shelves')).toMatchObject({ body: { code: 'not_found' } });
});
