/**
 * Sends the same requests to the middleware, in a server of node:http, and to the handler: every example of the contract, mutations of it,
 * and requests that are refused on the way. Status, headers and bytes of both responses must be equal. The ids of both services are
 * counted, so that even creates have equal bytes.
 */
import { once } from 'node:events';
import { createServer, request as sendOverHttp, type IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { operationTable, type OperationId } from '@booking-service/contract';
import type { NewId } from '@booking-service/kernel/contract';
// @boundaries-ignore a private part of the kernel
import { listen } from '../../../kernel/src/http/http-server.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDocsSite } from '../../src/index.ts';
import { exampleRequests, mutationsOf, type ExampleRequest } from './example-requests.ts';
import { newBooking } from '../support/new-booking.ts';
import { openHosted } from '../support/worlds/hosted-service.ts';

/** Mutations of each example. */
const mutations = 20;

interface Sent {
  readonly method: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string | undefined;
}

interface Received {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

type Send = (request: Sent) => Promise<Received>;

let opened: AsyncDisposableStack;
let overHttp: Send;
let byHandler: Send;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  const docs = await findDocsSite();
  const ofHttp = opened.use(await openHosted({ newId: countedIds(), docs }));
  const ofHandler = opened.use(await openHosted({ newId: countedIds(), docs }));
  const server = createServer(ofHttp.server.middleware);
  const { url } = await listen(server, { host: '127.0.0.1', port: 0 });
  opened.defer(() => server.closeAllConnections());
  opened.defer(() => void server.close());
  overHttp = async ({ method, target, headers, text }) => {
    const req = sendOverHttp(url + target, { method, headers: { Authorization: ofHttp.Authorization, ...headers } });
    req.end(text);
    const [res] = (await once(req, 'response')) as [IncomingMessage];
    return {
      status: res.statusCode,
      headers: toHeaders(Object.entries(res.headers)),
      text: maskDerived(await textOf(res)),
    };
  };
  byHandler = async ({ method, target, headers, text }) => {
    const all = { Authorization: ofHandler.Authorization, ...headers };
    // The docs contain the address of the service.
    const request = new Request(url + target, { method, headers: all, ...(text !== undefined && { body: text }) });
    const response = await ofHandler.server.handler(request);
    return {
      status: response.status,
      headers: toHeaders([...response.headers]),
      text: maskDerived(await response.text()),
    };
  };
});
afterAll(() => opened.disposeAsync());

function countedIds(): NewId {
  let count = 0;
  return (prefix) => `${prefix}_${String((count += 1)).padStart(32, '0')}`;
}

/** The headers that node:http adds. */
const ofConnection = new Set(['connection', 'date', 'keep-alive']);

function toHeaders(entries: readonly (readonly [string, unknown])[]): Received['headers'] {
  const own = entries.filter(([name]) => !ofConnection.has(name));
  return Object.fromEntries(own.map(([name, value]) => [name, maskDerived(String(value))]));
}

/**
 * The id of a booking that was created under an Idempotency-Key follows from the organization and the key, and a cursor from a secret of
 * the service. Other ids are counted.
 */
function maskDerived(text: string): string {
  const masked = text.replaceAll(/bkg_(?!0{16})[\da-f]{32}/g, 'bkg_derived');
  return masked.replaceAll(/"next_cursor":"[\w-]{16}(?=evt_)/g, '"next_cursor":"');
}

/** Sends a request to both, expects equal responses, and returns one of them. */
async function compare(request: Sent): Promise<Received> {
  const [ofHttp, ofHandler] = [await overHttp(request), await byHandler(request)];
  expect({ request, ...ofHandler }).toEqual({ request, ...ofHttp });
  return ofHttp;
}

function toSent({ method, target, headers, body }: ExampleRequest): Sent {
  if (body === undefined) return { method, target, headers };
  return { method, target, headers: { ...headers, 'Content-Type': 'application/json' }, text: JSON.stringify(body) };
}

// Object.keys of the table are the operationIds.
it.each(Object.keys(operationTable) as OperationId[])(
  'END-12 END-14: the handler has the responses of node:http to %s',
  async (id) => {
    const statuses = new Set<number | undefined>();
    for (const request of exampleRequests(id)) {
      for (const sent of [request, ...fc.sample(mutationsOf(id, request), mutations)])
        statuses.add((await compare(toSent(sent))).status);
    }
    expect(statuses).not.toContain(500);
  },
);

const json = { 'Content-Type': 'application/json' };
const create = { method: 'POST', target: '/v1/bookings' };
const text = JSON.stringify(newBooking());

it.each<Sent & { readonly status: number }>([
  { ...create, headers: { ...json, 'Idempotency-Key': 'order-1' }, text, status: 201 },
  { ...create, headers: { ...json, 'Idempotency-Key': 'order-1' }, text, status: 200 },
  { ...create, headers: { ...json, 'Request-Id': 'req_fromthecaller' }, text, status: 201 },
  { ...create, headers: json, text: '{', status: 400 },
  { ...create, headers: json, text: text.replace('"Ada"', String.raw`"\ud83d"`), status: 400 },
  { ...create, headers: json, text: text.replace('Ada', 'Ad\u00e4 \u{1f980}'), status: 201 },
  { ...create, headers: { Authorization: 'Bearer sk_test_nobody' }, text, status: 401 },
  { ...create, headers: { 'Content-Type': 'text/plain' }, text, status: 415 },
  { ...create, headers: { ...json, 'Content-Encoding': 'gzip' }, text, status: 415 },
  { ...create, headers: json, text: text.padEnd(65_537), status: 413 },
  { ...create, method: 'PUT', text, status: 405 },
  { method: 'HEAD', target: '/v1/bookings', status: 200 },
  { method: 'HEAD', target: '/v1/nothing', status: 404 },
  { method: 'GET', target: '/v1/bookings/%zz', status: 404 },
  { method: 'GET', target: '/v1/bookings?limit=1&limit=2', status: 400 },
  { method: 'GET', target: '/v1/nothing', status: 404 },
  { method: 'GET', target: '//v1/bookings', status: 404 },
  { method: 'GET', target: '/', status: 200 },
  { method: 'GET', target: '/', headers: { Accept: 'text/html' }, status: 302 },
  { method: 'GET', target: '/docs/errors/not_found', headers: { 'Accept-Encoding': 'identity' }, status: 200 },
  { method: 'HEAD', target: '/docs/errors/not_found', status: 200 },
  { method: 'GET', target: '/docs/nothing', headers: { Accept: 'text/html' }, status: 404 },
  { method: 'POST', target: '/docs', status: 405 },
])(
  'END-12 END-14: the handler has the response of node:http: $method $target is $status',
  async ({ status, ...request }) => {
    expect(await compare(request)).toMatchObject({ status });
  },
);

it('END-15: the handler has the response of node:http to a conditional request for the docs', async () => {
  const page = { method: 'GET', target: '/docs/errors/not_found' };
  const { headers } = await compare(page);
  const conditional = { ...page, headers: { 'If-None-Match': headers['etag'] ?? '' } };
  expect(await compare(conditional)).toMatchObject({ status: 304 });
});
