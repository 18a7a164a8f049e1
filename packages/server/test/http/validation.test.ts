/** The validation of parameters and of bodies with a discriminator. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '@booking-service/kernel/contract';
import {
  createExchange,
  createOperationListener,
  createValidators,
  errorHandler,
  type Exchange,
} from '@booking-service/kernel/http';
import type { ErrorDetail } from '@booking-service/contract';
import { createLog } from '../../src/log/log.ts';
// @boundaries-ignore a private part of the kernel
import { compileContract, type ContractDocument } from '../../../kernel/src/http/compile-contract.ts';
// @boundaries-ignore a private part of the kernel
import { listen } from '../../../kernel/src/http/http-server.ts';
// @boundaries-ignore a private part of the kernel
import type { Route } from '../../../kernel/src/http/operation-listener.ts';
import { openWorld, type World } from '../../src/testing.ts';

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

describe('parameters', () => {
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
});

const bookingId = 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';

let world: World;

describe('a tagged body', () => {
  beforeAll(async () => {
    world = await openWorld({ organization: { rate_limit: 100_000 } });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each([
    { type: 'call_me' },
    { type: 'call_me', code: '424242' },
    { type: 'call_me', code: 7, extra: true },
    { type: 'ENTER_CODE', code: '424242' },
    { type: '', code: '424242' },
    { type: 1, code: '424242' },
    { type: null },
    { type: ['enter_code'], code: '424242' },
    { type: '__proto__' },
    { type: 'constructor' },
  ])('END-5 END-12 BKG-7 ERR-4: reports only the invalid type of %o', async (body) => {
    expect(await complaints(body)).toEqual([expect.stringMatching(aTag)]);
  });

  it.each([{}, { code: '424242' }, { code: 7, extra: true }])(
    'END-5 END-12 BKG-7 ERR-4: reports only the missing type of %o',
    async (body) => {
      expect(await complaints(body)).toEqual([expect.stringMatching(/^body \/type: /)]);
    },
  );

  it.each([
    { body: { type: 'enter_code' }, named: ['/code'] },
    { body: { type: 'enter_code', code: null }, named: ['/code'] },
    { body: { type: 'enter_code', code: 424_242 }, named: ['/code'] },
    { body: { type: 'enter_code', code: '123' }, named: ['/code'] },
    { body: { type: 'enter_code', code: '1234567890123' }, named: ['/code'] },
    { body: { type: 'enter_code', code: '42 42' }, named: ['/code'] },
    { body: { type: 'enter_code', code: '424242', extra: true }, named: ['/extra'] },
    { body: { type: 'enter_code', extra: true }, named: ['/code', '/extra'] },
    { body: { type: 'authorize_payment', code: '424242' }, named: ['/code'] },
    { body: { type: 'authorize_payment', code: '424242', extra: true }, named: ['/code', '/extra'] },
  ])('END-5 END-12 BKG-7 ERR-4: reports each fault of $body once, and none of the other type', async (row) => {
    const paths = (await complaints(row.body)).map((complaint) => /^body (\/\w+): ./.exec(complaint)?.[1] ?? complaint);
    expect(paths.toSorted()).toEqual(row.named);
  });

  it('END-5 END-12 BKG-7 ERR-4: refuses a code with authorize_payment, but allows it with enter_code', async () => {
    const [approval] = await complaints({ type: 'authorize_payment', code: '424242' });
    const [tooShort, ...rest] = await complaints({ type: 'enter_code', code: '1' });
    expect(approval).toMatch(/^body \/code: .*additional/);
    expect(tooShort).toMatch(/^body \/code: .*fewer/);
    expect(rest).toEqual([]);
  });

  it.each([[], 'enter_code', 7, null])('END-5 END-12 ERR-4: refuses %o, which is not an object', async (body) => {
    expect(await complaints(body)).toEqual([expect.stringMatching(/^body : .*object/)]);
  });

  it('END-12 ERR-4: an invalid type does not hide faults outside the body', async () => {
    const found = await complaints({ type: 'call_me' }, 'bkg_x');
    expect(found.map((complaint) => complaint.replace(/:.*/, '')).toSorted()).toEqual(['body /type', 'path id']);
  });

  it('END-5 BKG-7: accepts both types', async () => {
    for (const body of [{ type: 'enter_code', code: '424242' }, { type: 'authorize_payment' }]) {
      expect(await world.call('POST', `/v1/bookings/${bookingId}/continue`, { body })).toMatchObject({ status: 404 });
    }
  });
});

/** Continues a booking with an invalid body, and returns the details of the refusal, with repetitions. */
async function complaints(body: unknown, id = bookingId): Promise<string[]> {
  const path = `/v1/bookings/${id}/continue`;
  const response = await world.call<{ details: ErrorDetail[] }>('POST', path, { body });
  expect(response).toMatchObject({ status: 400, body: { error_code: 'invalid_request' } });
  return response.body.details.map((detail) => `${detail.in} ${detail.path}: ${detail.message}`);
}

const aTag = /^body \/type: .*enter_code.*authorize_payment/;
