import { idempotency } from '@booking-service/contract';
import { createWireValidator } from '@booking-service/server/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { startPrismMock } from '../index.ts';
import { documentedOperations, send, toRequest } from './documented-operations.ts';

const mock = await startPrismMock();
afterAll(() => mock[Symbol.asyncDispose]());

const operations = documentedOperations();
const takesBody = operations.filter(({ bodies }) => Object.keys(bodies).length > 0);
const responses = operations.flatMap((operation) => operation.responses.map((response) => ({ operation, response })));
const examples = responses.flatMap(({ operation, response }) =>
  Object.entries(response.examples).map(([name, body]) => ({ operation, response, name, body })),
);
const [search] = operations;
if (!search) throw new Error('The contract has no operation.');
const searchRequest = toRequest(search);

it.each(responses)('returns a valid $response.status for $operation.operationId', async ({ operation, response }) => {
  const request = toRequest(operation);
  const { status } = response;
  const received = await send(mock.url, { ...request, headers: { ...request.headers, Prefer: `code=${status}` } });
  expect(received.status).toBe(status);
  expect(received.headers.get('content-type')).toBe('application/json');
  expect(received.headers.has('sl-violations')).toBe(false);

  // The contract documents the media type only. The service adds a charset and no-store, which the validator requires.
  const headers = new Headers(received.headers);
  headers.set('cache-control', 'no-store');
  headers.set('content-type', 'application/json; charset=utf-8');
  createWireValidator().checkResponse({ ...request, status, headers, text: await received.text() });
});

it.each(examples)('returns the example $name of $response.status for $operation.operationId', async (documented) => {
  const { operation, response, name, body } = documented;
  const request = toRequest(operation);
  const headers = { ...request.headers, Prefer: `code=${response.status}, example=${name}` };
  const received = await send(mock.url, { ...request, headers });
  expect({ status: received.status, body: await received.json() }).toEqual({ status: response.status, body });
});

it.each(operations)('returns the first success for a valid request of $operationId', async (operation) => {
  const statuses = operation.responses.map(({ status }) => status);
  // The mock stores nothing, so no request is a replay.
  const { operations: replayed, first_status } = idempotency;
  const expected = replayed.some((id) => id === operation.operationId) ? first_status : Math.min(...statuses);
  expect((await send(mock.url, toRequest(operation))).status).toBe(expected);
});

it.each(operations)('returns 401 for a request of $operationId without a key', async (operation) => {
  const { Authorization: _none, ...headers } = toRequest(operation).headers;
  expect((await send(mock.url, { ...toRequest(operation), headers })).status).toBe(401);
});

it.each(takesBody)('returns 400 with the reason for an invalid body of $operationId', async (operation) => {
  const received = await send(mock.url, { ...toRequest(operation), body: { surely: 'unknown' } });
  const refusal = expect.objectContaining({ error_code: 'invalid_request' });
  expect([received.status, await received.json()]).toEqual([400, refusal]);
  expect(received.headers.get('sl-violations')).toContain('"location":["request","body"]');
});

it.each(takesBody)('returns 415 for another content type of $operationId', async (operation) => {
  const request = toRequest(operation);
  const headers = { ...request.headers, 'Content-Type': 'text/plain' };
  expect((await send(mock.url, { ...request, headers })).status).toBe(415);
});

describe("Prism's own responses", () => {
  it.each([
    { name: '404 for an unknown path', path: '/v1/nothing', status: 404 },
    { name: '405 for another method', method: 'DELETE', status: 405 },
    { name: '405 for HEAD', method: 'HEAD', path: '/v1/sessions/card', status: 405 },
    { name: '500 for a path that cannot be decoded', method: 'GET', path: '/v1/bookings/%zz', status: 500 },
    { name: '404 for an undocumented status', headers: { Prefer: 'code=418' }, status: 404 },
  ])('$name', async ({ name: _name, status, headers = {}, ...changes }) => {
    const { method, path } = { ...searchRequest, ...changes };
    const body = method === 'POST' ? { body: searchRequest.body } : {};
    const allHeaders = { ...searchRequest.headers, ...headers };
    const received = await send(mock.url, { method, path, headers: allHeaders, ...body });
    expect([received.status, received.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
  });

  it('accepts a query parameter that the contract does not document', async () => {
    expect((await send(mock.url, { ...searchRequest, path: `${searchRequest.path}?unknown=1` })).status).toBe(200);
  });
});
