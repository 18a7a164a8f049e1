/**
 * The mock in this process, and `npm run mock` in its own: a test pastes the lines that it prints.
 *
 * @module-tag slow
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createRequire } from 'node:module';
import { createBookingClient } from '@booking-service/client';
import { afterAll, describe, expect, it } from 'vitest';
import { idempotency, operationTable } from '@booking-service/contract';
import { createWireValidator } from '@booking-service/server/testing';
import { contract, startPrismMock } from '../index.ts';
import { documentedOperations, send, type TestRequest, toRequest } from './documented-operations.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const command = ['--conditions=@booking-service/source', 'packages/toolkit/bin/contract.js', 'mock'];

interface Fixture {
  readonly name: string;
  readonly request: TestRequest;
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: object;
  };
}

const operations = documentedOperations();
const takesBody = operations.filter(({ bodies }) => Object.keys(bodies).length > 0);
const load = createRequire(import.meta.url);
const fixtures = Object.keys(operationTable).flatMap((operationId) => {
  const byStatus = load(`@booking-service/contract/fixtures/${operationId}.json`) as Record<string, readonly Fixture[]>;
  return Object.values(byStatus).flatMap((each) => each.map((fixture) => ({ operationId, ...fixture })));
});

const [search] = operations;
if (!search) throw new Error('The contract has no operation.');
const searchRequest = toRequest(search);

describe('npm run mock', () => {
  it('prints requests that get the responses it describes', { tags: ['needs-bash', 'needs-curl'] }, async () => {
    await using mock = await startMock();
    const lines = linesToPaste(mock.printed);
    expect(lines).toHaveLength(5);
    const [variables = '', ...requests] = lines;
    const paste = async (line: string) => (await run('bash', ['-c', `${variables}\n${line}`])).stdout;

    const [venues = '', refusal = '', named = '', refused = ''] = await Promise.all(requests.map(paste));
    expect(JSON.parse(venues)).toMatchObject({ object: 'list', data: [{ object: 'venue' }] });
    expect(JSON.parse(refusal)).toMatchObject({ error_code: 'invalid_request' });
    const [, name = ''] = /example=(\w+)"/.exec(requests[2] ?? '') ?? [];
    expect(exampleValues(contract, name)).toContainEqual(JSON.parse(named));
    const [head = '', body = ''] = refused.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toMatch(/^sl-violations: .*must be object/m);
    expect(JSON.parse(body)).toMatchObject({ error_code: 'invalid_request' });

    const limited = await paste((requests[1] ?? '').replace(/code=\d+/, 'code=429'));
    expect(JSON.parse(limited)).toMatchObject({ error: 'rate_limited' });
  });

  it('returns an example that Prefer names, and the reason of a refusal', async () => {
    await using mock = await startMock();
    const [url] = /http:\S+/.exec(mock.printed) ?? [];
    const create = (body: object, headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${url}/v1/bookings`, {
        method: 'POST',
        headers: { Authorization: 'Bearer any', 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const booking = {
      venue_id: 'ven_harbour_table',
      slot_id: 'slt_harbour_table_20261121T1900',
      party_size: 2,
      guest: { first_name: 'Ada', email: 'ada@diner.test' },
    };
    const authorized = await create(booking, { Prefer: 'code=201, example=authorize_payment' });
    expect(await authorized.json()).toMatchObject({ object: 'booking', next_action: { type: 'authorize_payment' } });
    const refused = await create({ party_size: 0 });
    expect({ status: refused.status, body: await refused.json() }).toMatchObject({
      status: 400,
      body: { error_code: 'invalid_request' },
    });
    expect(refused.headers.get('sl-violations')).toContain('party_size');
  });

  it('creates a booking for the client with the address and the key that it prints', async () => {
    await using mock = await startMock();
    const [, baseUrl = '', apiKey = ''] = /BASE_URL=(\S+) \S+_API_KEY=(\S+)/.exec(mock.printed) ?? [];
    const client = createBookingClient({ baseUrl, apiKey });
    const request = { venue_id: 'ven_harbour_table', slot_id: 'slt_harbour_table_20261121T1900', party_size: 2 };
    const booking = await client.bookings.create({ ...request, guest: { first_name: 'Ada', email: 'ada@diner.test' } });
    expect(booking).toMatchObject({ object: 'booking', status: 'processing' });
  });

  it('refuses a body that is not JSON', async () => {
    await using mock = await startMock();
    const [url] = /http:\S+/.exec(mock.printed) ?? [];
    const headers = { Authorization: 'Bearer any', 'Content-Type': 'application/json' };
    const refused = await fetch(`${url}/v1/bookings`, { method: 'POST', headers, body: '{"venue_id":' });
    expect({ status: refused.status, body: await refused.json() }).toMatchObject({
      status: 400,
      body: { error_code: 'invalid_request' },
    });
  });
});

describe('startPrismMock', async () => {
  const mock = await startPrismMock();
  afterAll(() => mock[Symbol.asyncDispose]());

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
});

/** The values of all examples with a name. */
function exampleValues(node: unknown, name: string): unknown[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, each]) => [
    ...(key === name && typeof each === 'object' && 'value' in each ? [each.value] : []),
    ...exampleValues(each, name),
  ]);
}

async function startMock(): Promise<AsyncDisposable & { printed: string }> {
  const child = spawn(process.execPath, [...command, '--port', '0'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  while (!printed.includes('Stop: Ctrl-C')) {
    const ended = await Promise.race([closed, once(child.stdout, 'data').then(() => undefined)]);
    if (ended) throw new Error(`The mock ended before it was ready: ${printed}`);
  }
  return {
    printed,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await closed;
    },
  };
}

/** The indented commands. */
function linesToPaste(printed: string): string[] {
  return printed.split('\n').flatMap((line) => (line.startsWith('  ') ? [line.trim()] : []));
}
