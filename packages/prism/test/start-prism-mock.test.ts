import { createWireValidator } from '@booking-service/server/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { startPrismMock } from '../index.ts';
import { documentedOperations, send, toAsk } from './documented.ts';

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
const searching = toAsk(search);

it.each(responses)('answers $operation.operationId with $response.status, as the contract has it', async (wanted) => {
  const ask = toAsk(wanted.operation);
  const { status } = wanted.response;
  const answer = await send(mock.url, { ...ask, headers: { ...ask.headers, Prefer: `code=${status}` } });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.has('sl-violations')).toBe(false);

  // The contract names the media type; that the service adds its charset is no fault of the mock.
  const headers = new Headers(answer.headers);
  headers.set('content-type', 'application/json; charset=utf-8');
  createWireValidator().checkResponse({ ...ask, status, headers, text: await answer.text() });
});

it.each(examples)('answers $operation.operationId with the example $name of $response.status', async (wanted) => {
  const { operation, response, name, body } = wanted;
  const ask = toAsk(operation);
  const headers = { ...ask.headers, Prefer: `code=${response.status}, example=${name}` };
  const answer = await send(mock.url, { ...ask, headers });
  expect({ status: answer.status, body: await answer.json() }).toEqual({ status: response.status, body });
});

it.each(operations)('answers a call of $operationId that fits with its lowest status', async (operation) => {
  const lowest = Math.min(...operation.responses.map(({ status }) => status));
  expect((await send(mock.url, toAsk(operation))).status).toBe(lowest);
});

it.each(operations)('answers a call of $operationId without a key with 401', async (operation) => {
  const { Authorization: _none, ...headers } = toAsk(operation).headers;
  expect((await send(mock.url, { ...toAsk(operation), headers })).status).toBe(401);
});

it.each(takesBody)('answers a body that does not fit $operationId with 400, and says why', async (operation) => {
  const answer = await send(mock.url, { ...toAsk(operation), body: { surely: 'unknown' } });
  const refusal = expect.objectContaining({ error_code: 'invalid_request' });
  expect([answer.status, await answer.json()]).toEqual([400, refusal]);
  expect(answer.headers.get('sl-violations')).toContain('"location":["request","body"]');
});

it.each(takesBody)('answers another content type of $operationId with 415', async (operation) => {
  const ask = toAsk(operation);
  const headers = { ...ask.headers, 'Content-Type': 'text/plain' };
  expect((await send(mock.url, { ...ask, headers })).status).toBe(415);
});

describe('what Prism does in its own way', () => {
  it.each([
    { what: 'an unknown path is its own 404', path: '/v1/nothing', status: 404 },
    { what: 'another method is its own 405', method: 'DELETE', status: 405 },
    { what: 'HEAD is its own 405', method: 'HEAD', path: '/v1/sessions/card', status: 405 },
    { what: 'a path that cannot be decoded is its own 500', method: 'GET', path: '/v1/bookings/%zz', status: 500 },
    { what: 'an undocumented status is its own 404', headers: { Prefer: 'code=418' }, status: 404 },
  ])('$what', async ({ what: _what, status, headers = {}, ...changes }) => {
    const { method, path } = { ...searching, ...changes };
    const body = method === 'POST' ? { body: searching.body } : {};
    const answer = await send(mock.url, { method, path, headers: { ...searching.headers, ...headers }, ...body });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
  });

  it('a query parameter that the contract does not have is let pass', async () => {
    expect((await send(mock.url, { ...searching, path: `${searching.path}?unknown=1` })).status).toBe(200);
  });
});
