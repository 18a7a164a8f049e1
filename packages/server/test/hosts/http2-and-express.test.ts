/**
 * Hosts with servers of their own: node:http2, and Express in front of a store whose booking violates the contract.
 *
 * @module-tag slow
 */
import { once } from 'node:events';
import {
  type ClientHttp2Session,
  connect,
  createServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDocsSite } from '@booking-service/kernel/http';
import type { Booking, JsonText } from '@booking-service/contract';
import express from 'express';
import { newBooking } from '../support/new-booking.ts';
import { type HostedService, listenApp, openHosted } from '../support/worlds/hosted-service.ts';
import { type BookingRouterOptions, createBookingRouter, createCheckedServer } from '../../src/express.ts';
import { startSandbox } from '../../src/command/sandbox/start-sandbox.ts';
import { readSettings } from '../../src/command/settings/read-settings.ts';
import { createLog, createSandboxIntegrations } from '../../src/index.ts';
import { openWorld } from '../../src/testing.ts';
import { freePorts } from '../support/processes/free-ports.ts';
import { openFolder } from '../support/processes/server-process.ts';

const json = JSON.stringify(newBooking({ date: '2026-11-22' }));
const type = { 'content-type': 'application/json' };

let opened: AsyncDisposableStack;
let service: HostedService;
let session: ClientHttp2Session;
let host: string;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'booking-docs-')));
  await writeFile(join(folder.path, 'index.html'), '{base_url}');
  service = opened.use(await openHosted({ docs: await openDocsSite(folder.path) }));
  const server = createServer((req, res) => service.server.middleware(req, res)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this form.
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  session = connect(`http://${host}`);
  opened.defer(() => void server.close());
  opened.defer(() => session.close());
});
afterAll(() => opened.disposeAsync());

/** Sends a request on the one connection. A string is sent as a body without a Content-Length. */
async function send(
  method: string,
  path: string,
  { headers, body }: { headers?: OutgoingHttpHeaders; body?: string } = {},
) {
  const all = { ':method': method, ':path': path, authorization: service.Authorization, ...headers };
  const stream = session.request(all, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  const [received] = (await once(stream, 'response')) as [IncomingHttpHeaders];
  const bodyText = await textOf(stream);
  return { status: received[':status'], headers: received, text: bodyText };
}

it('END-3: creates a booking from a body without a Content-Length, and replays it', async () => {
  const headers = { ...type, 'idempotency-key': 'order-1' };
  const created = await send('POST', '/v1/bookings', { headers, body: json });
  expect(created.status).toBe(201);
  const replayed = await send('POST', '/v1/bookings', { headers, body: json });
  expect(replayed).toMatchObject({ status: 200, text: created.text });
  const found = await send('GET', created.headers.location ?? '');
  expect(found).toMatchObject({ status: 200, text: created.text });
  expect(await send('HEAD', created.headers.location ?? '')).toMatchObject({ status: 200, text: '' });
});

it('END-12: needs no content type where no body is sent', async () => {
  const created = await send('POST', '/v1/bookings', { headers: type, body: json });
  const { id: booking_id } = JSON.parse(created.text) as { id: string };
  expect(await send('POST', `/v1/bookings/${booking_id}/cancel`)).toMatchObject({ status: 200 });
  const other = await send('POST', '/v1/bookings', { headers: type, body: json });
  const path = `/v1/bookings/${(JSON.parse(other.text) as { id: string }).id}/cancel`;
  expect(await send('POST', path, { body: '' })).toMatchObject({ status: 200 });
});

it.each([
  { name: 'no body', sent: {}, status: 400, code: 'invalid_request' },
  { name: 'half a body', sent: { headers: type, body: '{' }, status: 400, code: 'invalid_request' },
  { name: 'a body of another type', sent: { body: json }, status: 415, code: 'unsupported_media_type' },
  {
    name: 'a body of 65,537 bytes',
    sent: { headers: type, body: json.padEnd(65_537) },
    status: 413,
    code: 'payload_too_large',
  },
  {
    name: 'a body of 2 MB',
    sent: { headers: type, body: json.padEnd(2_000_000) },
    status: 413,
    code: 'payload_too_large',
  },
  {
    name: 'a key that is sent twice',
    sent: { headers: { ...type, 'idempotency-key': ['one', 'one'] }, body: json },
    status: 400,
    code: 'invalid_request',
  },
])(
  'END-12: refuses $name with $status, and serves the next request on the connection',
  async ({ sent, status, code }) => {
    const warned: unknown[] = [];
    const note = (warning: unknown) => warned.push(warning);
    process.on('warning', note);
    const refused = await send('POST', '/v1/bookings', sent);
    expect(refused).toMatchObject({ status, text: expect.stringContaining(code) as unknown });
    expect((await send('GET', '/v1/bookings')).status).toBe(200);
    process.off('warning', note);
    // Node warns of a header that HTTP/2 does not have.
    expect(warned).toEqual([]);
  },
);

it('END-15: writes the docs for the authority of the request', async () => {
  expect(await send('GET', '/docs/')).toMatchObject({ status: 200, text: `http://${host}` });
});

it('END-12: responds to other requests after a client resets its own', async () => {
  const stream = session.request({
    ':method': 'POST',
    ':path': '/v1/bookings',
    authorization: service.Authorization,
    ...type,
  });
  stream.write('{');
  stream.close(8);
  await once(stream, 'close');
  expect((await send('GET', '/v1/bookings')).status).toBe(200);
  expect(service.lines.filter(({ level }) => level !== 'info')).toEqual([]);
});

const id = 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';

/** The text of a booking whose party has no number. */
const text = `{"id":"${id}","party_size":"two"}` as JsonText<Booking>;

type ValidateWith = BookingRouterOptions['validateWith'];
type Host = ValidateWith | 'sandbox' | 'sandbox --validate-with';

/** Reads the booking, and returns the response and the log. */
async function read(hostName: Host) {
  await using world = await openWorld();
  const lines: string[] = [];
  const options = {
    store: { ...world.store, findBookingText: async () => ({ text, livemode: false, expires_at: null }) },
    clock: world.clock,
    ...createSandboxIntegrations({ clock: world.clock }),
    log: createLog({ destination: { write: (line) => void lines.push(line) } }),
  };
  const headers = { Authorization: `Bearer ${world.organization.keys.test}` };
  await using served = await listen(hostName, options);
  const response = await fetch(`${served.url}/v1/bookings/${id}`, { headers });
  const body: unknown = await response.json();
  const found = await fetch(`${served.url}/v1/venues/search`, { method: 'POST', headers });
  return { status: response.status, body, other: found.status, log: lines.join('') };
}

function listen(hostName: Host, options: BookingRouterOptions) {
  if (hostName === 'sandbox') return listenChecked(options);
  if (hostName === 'sandbox --validate-with') {
    return listenChecked({ ...options, validateWith: 'express-openapi-validator' });
  }
  return listenMounted(options, hostName);
}

async function listenMounted(options: BookingRouterOptions, validateWith: ValidateWith) {
  const bookings = createBookingRouter({ ...options, validateWith });
  const app = await listenApp(express().use('/booking', bookings.router));
  const close = async () => {
    await app[Symbol.asyncDispose]();
    await bookings.close();
  };
  return { url: `${app.url}/booking`, [Symbol.asyncDispose]: close };
}

async function listenChecked(options: BookingRouterOptions) {
  const server = createCheckedServer(options);
  const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
  return { url, [Symbol.asyncDispose]: () => server.close() };
}

describe('Express', () => {
  it.each(['express-openapi-validator', 'sandbox', 'sandbox --validate-with'] as const)(
    'ERR-7: responds 500 if express-openapi-validator refuses the response, with the reason in the log: %s',
    async (hostName) => {
      const { status, body, other, log } = await read(hostName);
      expect({ status, body }).toMatchObject({ status: 500, body: { error_code: 'internal_error' } });
      expect(log).toContain('/response must have required property');
      // A refusal that the contract documents passes the check.
      expect(other).toBe(400);
    },
  );

  it('does not check the responses of the service with the compiled checks', async () => {
    expect(await read('compiled')).toMatchObject({ status: 200, body: { party_size: 'two' } });
  });

  it.each([
    { flags: {}, faults: ['/code', '/other'] },
    // The package reports only the first fault of a body with a discriminator.
    { flags: { validate_with: 'express-openapi-validator' }, faults: ['/other'] },
  ])('ERR-4: checks the requests of a sandbox as its settings say: $flags', async ({ flags, faults }) => {
    await using folder = await openFolder();
    const [port, receiver_port, admin_port, dashboard_port] = await freePorts();
    const ports = { port, receiver_port, admin_port, dashboard_port };
    const settings = readSettings({
      flags: { data: folder.path, ...ports, ...flags },
      config: undefined,
      environment: {},
      start: 'sandbox',
    });
    const log = createLog({ level: 'silent' });
    const sandbox = await startSandbox(settings, { log, line: 'booking-service serve --sandbox', tracing: undefined });
    await using closing = new AsyncDisposableStack();
    closing.defer(() => sandbox.close());
    const [, key = ''] = /Test key +(\S+)/.exec(sandbox.welcome) ?? [];
    const response = await fetch(`http://127.0.0.1:${port}/v1/bookings/${id}/continue`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: '{"type":"enter_code","code":5,"other":true}',
    });
    const { details } = (await response.json()) as { readonly details: readonly { readonly path: string }[] };
    expect([response.status, details.map(({ path }) => path).toSorted()]).toEqual([400, faults]);
  });
});
