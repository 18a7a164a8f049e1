import { createRequire } from 'node:module';
import { idempotency, operationTable } from '@booking-service/contract';
import { createWireValidator } from '@booking-service/server/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { startPrismMock } from '../index.ts';
import { documentedOperations, send, toRequest, type TestRequest } from './documented-operations.ts';

const mock = await startPrismMock();
afterAll(() => mock[Symbol.asyncDispose]());

const operations = documentedOperations();
const takesBody = operations.filter(({ bodies }) => Object.keys(bodies).length > 0);
const load = createRequire(import.meta.url);
const fixtures = Object.keys(operationTable).flatMap((operationId) => {
  const byStatus = load(`@booking-service/contract/fixtures/${operationId}.json`) as Record<string, readonly Fixture[]>;
  return Object.values(byStatus).flatMap((each) => each.map((fixture) => ({ operationId, ...fixture })));
});

interface Fixture {
  readonly name: string;
  readonly request: TestRequest;
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: object;
  };
}

const [search] = operations;
if (!search) throw new Error('The contract has no operation.');
const searchRequest = toRequest(search);

it.each(fixtures)('$operationId gets the fixture $name of $response.status', async ({ name, request, response }) => {
  const { status, headers, body } = response;
  const Prefer = `code=${status}, example=${name}`;
  const received = await send(mock.url, { ...request, headers: { ...request.headers, Prefer } });
  const text = await received.text();
  expect({ status: received.status, body: JSON.parse(text) }).toEqual({ status, body });
  for (const [header, value] of Object.entries(headers))
    expect([header, received.headers.get(header)]).toEqual([header, value]);
  // Only the request of a 401 violates the contract: it has no key.
  expect(received.headers.has('sl-violations')).toBe(status === 401);

  // The contract documents the media type only. The service adds a charset and no-store, which the validator requires.
  const sent = new Headers(received.headers);
  sent.set('cache-control', 'no-store');
  sent.set('content-type', 'application/json; charset=utf-8');
  const [path = ''] = request.path.split('?');
  createWireValidator().checkResponse({ ...request, path, status, headers: sent, text });
});

it.each(operations)('returns the first success for a valid request of $operationId', async (operation) => {
  const statuses = operation.responses.map(({ status }) => status);
  // The mock stores nothing, so no request is a replay.
  const { operations: replayed, first_status } = idempotency;
  const expected = replayed.some((id) => id === operation.operationId) ? first_status : Math.min(...statuses);
  expect((await send(mock.url, toRequest(operation))).status).toBe(expected);
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
